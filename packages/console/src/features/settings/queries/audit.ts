import type { AuditPage } from '@quarterdeck/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Http } from '../../../data/http.ts';
import { AUDIT_PAGE_SIZE, type AuditSearch, auditParameters } from '../model/audit.ts';

/** One page of the audit trail with all filters applied. */
export function auditQuery(http: Http, search: AuditSearch, nowMs: number, zone?: string) {
  const parameters = auditParameters(search, nowMs, zone);
  const limit = search.pageSize ?? AUDIT_PAGE_SIZE;
  parameters.set('limit', String(limit));
  parameters.set('offset', String((search.pageIndex ?? 0) * limit));
  const path = `/api/audit?${parameters}`;
  return queryOptions({
    queryKey: ['audit', path],
    queryFn: ({ signal }) => http.get<AuditPage>(path, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The names of all acts that were ever written down, for the filter. */
export function auditActionsQuery(http: Http) {
  return queryOptions({
    queryKey: ['audit', 'actions'],
    queryFn: async ({ signal }) => (await http.get<{ payload: string[] }>('/api/audit/actions', { signal })).payload,
    staleTime: 60_000,
    meta: { quiet: true },
  });
}

/** Where a browser downloads what the filters find. */
export function auditExportAddress(
  search: AuditSearch,
  format: 'csv' | 'ndjson',
  nowMs: number,
  zone?: string,
): string {
  const parameters = auditParameters(search, nowMs, zone);
  parameters.set('format', format);
  return `/api/audit/export?${parameters}`;
}
