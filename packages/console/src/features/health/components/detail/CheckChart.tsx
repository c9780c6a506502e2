import type { GraphResponse, HealthTimeRange } from '@quarterdeck/contract';
import { rangeMs } from '@quarterdeck/kit';
import { Chart, type ChartPoint, Empty } from '@quarterdeck/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LoadError } from '../../../../shared/LoadError.tsx';
import { rangeLabel } from '../../model/settings.ts';

export interface CheckChartProps {
  query: UseQueryResult<GraphResponse>;
  range: HealthTimeRange;
}

/** The points of a graph in the form of the chart; a failing point has no `status` on the wire. */
export function chartPoints(graph: GraphResponse): ChartPoint[] {
  return (graph.status ?? []).map((point) => {
    const message = point.error || point.message;
    const ok = point.status === true && !point.failed;
    return { at: Date.parse(point.time), durationMs: point.duration, ok, ...(message ? { message } : {}) };
  });
}

/** Health Overview: latency over time with a mark per result. */
export function CheckChart({ query, range }: CheckChartProps) {
  const points = useMemo(() => (query.data ? chartPoints(query.data) : []), [query.data]);
  const failed = <LoadError title="The chart could not be loaded" query={query} />;
  if (query.error && !query.data) return failed;
  const to = query.dataUpdatedAt;
  return (
    <section className="qd-check-chart" aria-label="Health Overview">
      <h3>
        Health Overview <span className="qd-quiet">last {rangeLabel(range)}</span>
      </h3>
      {failed}
      {!query.isPending && points.length === 0 ? (
        <Empty title="No data available">No result in this time range.</Empty>
      ) : (
        <Chart
          points={points}
          label={`Health and latency of the last ${rangeLabel(range)}`}
          height={208}
          loading={query.isPending}
          {...(to > 0 ? { from: to - (rangeMs(range) ?? 0), to } : {})}
        />
      )}
    </section>
  );
}
