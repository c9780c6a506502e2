import type { HealthTimeRange } from '@quarterdeck/contract';
import { rangeMs } from '@quarterdeck/kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConsole, useLiveState } from '../../../data/context.ts';
import { reconcileSummary, type Summary } from '../../../data/summary.ts';
import { summaryQuery } from '../../../data/summary-query.ts';
import type { RefreshRate } from '../model/settings.ts';

/**
 * The health summary: GET /api/canary/api/summary (contract calls §7.1). Kept up by live events; read again at the refresh
 * rate, when the time range changes and when live events stop coming. A failed read keeps the last good rows.
 */
export function useSummary(rate: RefreshRate, timeRange: HealthTimeRange) {
  const { http } = useConsole();
  const query = useQuery<Summary>({
    ...summaryQuery(http),
    structuralSharing: (held, fresh) => reconcileSummary(held as Summary | undefined, fresh as Summary),
    refetchInterval: rate === null ? false : (rangeMs(rate) ?? false),
    meta: { quiet: true },
  });
  const { refetch } = query;
  const read = useRef(timeRange);
  useEffect(() => {
    if (read.current === timeRange) return;
    read.current = timeRange;
    void refetch();
  }, [timeRange, refetch]);
  // A cut stream says nothing of the rows on screen: a read does, by its success or by its failure.
  const { state } = useLiveState();
  useEffect(() => {
    if (state === 'offline') void refetch();
  }, [state, refetch]);
  return query;
}
