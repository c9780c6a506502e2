import {
  type CanaryRow,
  type CheckDetail,
  type CheckStatusRow,
  GRAPH_COUNT,
  type GraphResponse,
  type HealthTimeRange,
  HISTORY_PAGE_SIZE,
} from '@quarterdeck/contract';
import { rangeMs, rangeStart } from '@quarterdeck/kit';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { totalOfContentRange } from '../../../data/db.ts';
import type { Http } from '../../../data/http.ts';
import { queryKeys } from '../../../data/keys.ts';
import type { HistoryStatus } from '../model/history.ts';

const DETAIL_SELECT = [
  '*',
  'canaries!checks_canary_id_fkey(id,name,source)',
  'agents!checks_agent_id_fkey(id, name)',
  'components:check_component_relationships(components(id,name,icon))',
  'configs:check_config_relationships(configs(id,name,type))',
].join(',');

const STATUS_STALE_MS = 10_000;

/** The check of the detail with its canary, agent and relationships; null when there is none (contract calls §7.2). */
export function checkDetailQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: queryKeys.checkRow(id),
    queryFn: async ({ signal }) => {
      const params = new URLSearchParams({ id: `eq.${id}`, select: DETAIL_SELECT });
      const rows = await http.get<CheckDetail[]>(`/api/db/checks?${params}`, { signal });
      return rows[0] ?? null;
    },
    meta: { quiet: true },
  });
}

/** The `start` of a graph: the range itself, but months as a date that many months ago (contract calls §7.2). */
export function graphStart(range: HealthTimeRange, nowMs: number): string {
  const startMs = range.endsWith('mo') ? rangeStart(range, nowMs) : null;
  return startMs === null ? range : new Date(startMs).toISOString();
}

/** Uptime, latency and the points of the chart over a range. */
export function graphQuery(http: Http, id: string, range: HealthTimeRange, now: () => number) {
  return queryOptions({
    queryKey: queryKeys.graph(id, range),
    queryFn: ({ signal }) => {
      const params = new URLSearchParams({ check: id, count: String(GRAPH_COUNT), start: graphStart(range, now()) });
      return http.get<GraphResponse>(`/api/canary/api/graph?${params}`, { signal });
    },
    staleTime: STATUS_STALE_MS,
    meta: { quiet: true },
  });
}

/** What narrows the history, and its page from 0. */
export interface HistoryFilter {
  range: HealthTimeRange;
  status: HistoryStatus;
  /** Only results that took at least this long. */
  minMs: number | undefined;
  page: number;
}

/** The address of one page of the history (contract calls §7.2). */
export function historyPath(id: string, filter: HistoryFilter, nowMs: number): string {
  const since = new Date(nowMs - (rangeMs(filter.range) ?? 0)).toISOString();
  const params = new URLSearchParams({ check_id: `eq.${id}`, time: `gt.${since}`, order: 'time.desc' });
  if (filter.status !== 'all') params.set('status', filter.status === 'healthy' ? 'eq.1' : 'eq.0');
  if (filter.minMs !== undefined) params.set('duration', `gte.${filter.minMs}`);
  params.set('limit', String(HISTORY_PAGE_SIZE));
  params.set('offset', String(filter.page * HISTORY_PAGE_SIZE));
  return `/api/db/check_statuses?${params}`;
}

/** One page of the history with the total over all pages. */
export function historyQuery(http: Http, id: string, filter: HistoryFilter, now: () => number) {
  return queryOptions({
    queryKey: queryKeys.history(id, filter),
    queryFn: async ({ signal }) => {
      const headers = { Prefer: 'count=exact' };
      const { body, contentRange } = await http.getWithRange<CheckStatusRow[]>(historyPath(id, filter, now()), {
        signal,
        headers,
      });
      return { rows: body, total: totalOfContentRange(contentRange) ?? filter.page * HISTORY_PAGE_SIZE + body.length };
    },
    staleTime: STATUS_STALE_MS,
    placeholderData: keepPreviousData,
  });
}

/** The last stored result: its message tells what is wrong now. */
export function latestQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: queryKeys.latest(id),
    queryFn: async ({ signal }) => {
      const params = new URLSearchParams({ check_id: `eq.${id}`, order: 'time.desc', limit: '1' });
      const rows = await http.get<CheckStatusRow[]>(`/api/db/check_statuses?${params}`, { signal });
      return rows[0] ?? null;
    },
    staleTime: STATUS_STALE_MS,
    meta: { quiet: true },
  });
}

/** The canary behind the Spec tab; null when it is gone. */
export function canaryQuery(http: Http, canaryId: string) {
  return queryOptions({
    queryKey: queryKeys.canary(canaryId),
    queryFn: async ({ signal }) => {
      const params = new URLSearchParams({ id: `eq.${canaryId}`, select: 'id,source,spec,name,namespace' });
      const rows = await http.get<CanaryRow[]>(`/api/db/canaries?${params}`, { signal });
      return rows[0] ?? null;
    },
    meta: { quiet: true, tables: ['canaries'] },
  });
}
