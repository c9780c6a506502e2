import { Readable } from 'node:stream';
import { AppError, AUDIT_COUNT_LIMIT, type AuditPage } from '@quarterdeck/contract';
import { type Platform, recordAudit } from '../../platform/index.ts';
import type { AuditStore } from './audit-store.ts';
import { exportAudit } from './export.ts';
import { readAuditFilter, readAuditPage, readExportFormat } from './request.ts';

/** The trail tells who may do what and from where people come: it is for those who give access, not for all who read. */
const ADMINISTRATORS = { object: 'rbac', resource: 'rbac', action: 'update' } as const;

/** Declares the audit trail: a page of it, the names of acts, and its export. */
export function registerAuditRoutes(
  { http, database, clock }: Pick<Platform, 'http' | 'database' | 'clock'>,
  store: AuditStore,
): void {
  const route = { method: 'GET', access: ADMINISTRATORS } as const;
  http.route({
    ...route,
    url: '/audit',
    handler: async ({ query }): Promise<AuditPage> => {
      const request = readAuditPage(query);
      const [payload, found] = await Promise.all([store.page(request), store.count(request)]);
      return { payload, total: Math.min(found, AUDIT_COUNT_LIMIT) };
    },
  });
  http.route({ ...route, url: '/audit/actions', handler: async () => ({ payload: await store.actions() }) });
  http.route({
    ...route,
    url: '/audit/export',
    raw: true,
    handler: async (request, reply) => {
      const format = readExportFormat(request.query);
      const asked = readAuditFilter(request.query);
      // What is written meanwhile is not part of it, the export itself least of all.
      const filter = { ...asked, to: asked.to ?? new Date(clock.now()) };
      if ((await store.count(filter)) > AUDIT_COUNT_LIMIT) throw new AppError('AUDIT_EXPORT_TOO_LARGE');
      await recordAudit(database.pool, request, { action: 'audit.export', result: 'ok', details: { format } });
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      return reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="audit-${day}.${format}"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(exportAudit(store, filter, format)));
    },
  });
}
