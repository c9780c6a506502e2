import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type Platform, recordAudit } from '../../platform/index.ts';
import type { AuditExport, AuditTrail } from './service.ts';

/** The trail tells who may do what and from where people come: it is for those who give access, not for all who read. */
const ADMINISTRATORS = { object: 'rbac', resource: 'rbac', action: 'update' } as const;

/** Declares the audit trail: a page of it, the names of acts, and its export. */
export function registerAuditRoutes(
  { http, database, clock }: Pick<Platform, 'http' | 'database' | 'clock'>,
  trail: AuditTrail,
): void {
  const route = { method: 'GET', access: ADMINISTRATORS } as const;
  http.route({ ...route, url: '/audit', handler: ({ query }) => trail.page(query) });
  http.route({ ...route, url: '/audit/actions', handler: async () => ({ payload: await trail.actions() }) });
  http.route({
    ...route,
    url: '/audit/export',
    raw: true,
    handler: async (request, reply) => {
      const record = (format: string) =>
        recordAudit(database.pool, request, { action: 'audit.export', result: 'ok', details: { format } });
      return sendAuditExport(reply, await trail.export({ query: request.query, nowMs: clock.now(), record }));
    },
  });
}

/** Sends an export as a file, written as it is read. */
export function sendAuditExport(reply: FastifyReply, { format, madeMs, text }: AuditExport): FastifyReply {
  const day = new Date(madeMs).toISOString().slice(0, 10);
  return reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
    .header('content-disposition', `attachment; filename="audit-${day}.${format}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(text));
}
