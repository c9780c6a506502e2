import type { SummaryResponse } from '@quarterdeck/contract';
import type { QueryFunctionContext } from '@tanstack/react-query';
import type { Http } from './http.ts';
import { queryKeys } from './keys.ts';
import { readSummary, type Summary } from './summary.ts';

/** The one way to read the health summary: GET /api/canary/api/summary (contract calls §7.1). */
export function summaryQuery(http: Http) {
  return {
    queryKey: queryKeys.summary,
    queryFn: async ({ signal }: QueryFunctionContext): Promise<Summary> =>
      readSummary(await http.get<SummaryResponse>('/api/canary/api/summary', { signal })),
  };
}
