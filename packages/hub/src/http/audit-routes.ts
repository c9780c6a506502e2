import { AppError, HUB_AUDIT_PATH } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { Clock } from '@quarterdeck/kit';
import { createAuditTrail, type HttpServer, sendAuditExport } from '@quarterdeck/server/parts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { HubAuditStore } from '../audit/audit-store.ts';
import type { AuthProvider, ProviderSession } from '../provider/types.ts';
import { requireSession } from './place.ts';

export interface AuditRoutesOptions {
  http: Pick<HttpServer, 'route'>;
  provider: Pick<AuthProvider, 'session' | 'membership'>;
  database: Pick<Database, 'pool'>;
  audit: Pick<HubAuditStore, 'write'>;
  clock: Pick<Clock, 'now'>;
}

/** The address of a backend is told where the console calls it itself, and nowhere else (contract identity §8.3). */
const TOLD = `case when a.action like 'backend.%' then
  jsonb_set(a.details - 'backend_url', '{changed}', case when a.details #> '{changed,backend_url}' is null
    then coalesce(a.details -> 'changed', '{}') else jsonb_set(a.details -> 'changed', '{backend_url}', '"changed"') end)
  else a.details end`;

/**
 * Declares the audit trail of an organisation, for its owners and administrators as they are now: a page of it, the names of
 * acts, and its export, each as the server's own has them.
 */
export function registerAuditRoutes({ http, provider, database, audit, clock }: AuditRoutesOptions): void {
  const open = { method: 'GET', access: 'public' } as const;
  const trailFor = async (request: FastifyRequest) => {
    const session = await requireSession(provider, request.headers);
    const { data } = organizationSchema.safeParse(request.query);
    if (!data) throw new AppError('REQUEST_INVALID', { details: { field: 'org_id' } });
    const { org_id: organizationId } = data;
    await requireAdministrator(session, organizationId);
    const trail = createAuditTrail(database, { people: '"user"', details: TOLD, organizationId });
    return { session, organizationId, trail };
  };

  async function requireAdministrator({ userId }: ProviderSession, organizationId: string): Promise<void> {
    const membership = await provider.membership(userId, organizationId);
    if (membership === null) throw new AppError('NOT_A_MEMBER', { message: 'not_a_member' });
    if (membership.role !== 'owner' && membership.role !== 'admin') throw new AppError('ACCESS_DENIED');
  }

  http.route({
    ...open,
    url: HUB_AUDIT_PATH,
    handler: async (request) => (await trailFor(request)).trail.page(request.query),
  });
  http.route({
    ...open,
    url: `${HUB_AUDIT_PATH}/actions`,
    handler: async (request) => ({ payload: await (await trailFor(request)).trail.actions() }),
  });
  http.route({
    ...open,
    url: `${HUB_AUDIT_PATH}/export`,
    raw: true,
    handler: async (request, reply) => {
      const { session, organizationId, trail } = await trailFor(request);
      const made = await trail.export({
        query: request.query,
        nowMs: clock.now(),
        record: (format) =>
          audit.write({
            actorId: session.userId,
            actorName: session.email,
            organizationId,
            action: 'audit.export',
            result: 'ok',
            source: request.ip,
            userAgent: request.headers['user-agent'] ?? '',
            details: { format },
          }),
      });
      return sendAuditExport(reply, made);
    },
  });
}

const organizationSchema = z.looseObject({ org_id: z.uuid() });
