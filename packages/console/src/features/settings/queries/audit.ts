import type { AuditPage } from '@quarterdeck/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Http } from '../../../data/http.ts';
import { AUDIT_PAGE_SIZE, type AuditSearch, auditParameters } from '../model/audit.ts';

/** Which trail is read: where it answers, and what each call names beside the filters. */
export interface AuditSource {
  path: string;
  scope?: Readonly<Record<string, string>>;
}

/** The trail of the server. */
export const serverTrail: AuditSource = { path: '/api/audit' };

function parametersOf({ scope = {} }: AuditSource, filters: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...Object.entries(scope), ...filters]);
}

/** One page of an audit trail with all filters applied. */
export function auditQuery(http: Http, source: AuditSource, search: AuditSearch, nowMs: number, zone?: string) {
  const parameters = parametersOf(source, auditParameters(search, nowMs, zone));
  const limit = search.pageSize ?? AUDIT_PAGE_SIZE;
  parameters.set('limit', String(limit));
  parameters.set('offset', String((search.pageIndex ?? 0) * limit));
  const path = `${source.path}?${parameters}`;
  return queryOptions({
    queryKey: ['audit', path],
    queryFn: ({ signal }) => http.get<AuditPage>(path, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The names of all acts that were ever written down, for the filter. */
export function auditActionsQuery(http: Http, source: AuditSource) {
  const path = `${source.path}/actions?${parametersOf(source, new URLSearchParams())}`.replace(/\?$/, '');
  return queryOptions({
    queryKey: ['audit', path],
    queryFn: async ({ signal }) => (await http.get<{ payload: string[] }>(path, { signal })).payload,
    staleTime: 60_000,
    meta: { quiet: true },
  });
}

/** Where what the filters find is downloaded. */
export function auditExportPath(
  source: AuditSource,
  search: AuditSearch,
  format: 'csv' | 'ndjson',
  nowMs: number,
  zone?: string,
): string {
  const parameters = parametersOf(source, auditParameters(search, nowMs, zone));
  parameters.set('format', format);
  return `${source.path}/export?${parameters}`;
}
