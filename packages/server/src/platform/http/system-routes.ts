import type { Bootstrap, DocumentError } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import { probeDatabase } from '../contact/probe-store.ts';
import type { DatabaseContact } from '../contact/types.ts';
import type { Live } from '../live/types.ts';
import type { Properties } from '../properties/types.ts';
import type { Telemetry } from '../telemetry/types.ts';
import type { HttpServer } from './server.ts';
import { isPageRequest } from './server.ts';

/** What the routes of the platform itself read. */
export interface SystemRoutesOptions {
  server: Pick<HttpServer, 'route' | 'sendPage'>;
  database: Pick<Database, 'pool'>;
  contact: Pick<DatabaseContact, 'attempt' | 'reason' | 'awaySinceMs'>;
  telemetry: Pick<Telemetry, 'text'>;
  live: Pick<Live, 'attach'>;
  properties: Pick<Properties, 'list'>;
  documentErrors: () => readonly DocumentError[];
  bootstrap: Bootstrap;
  stopping: () => boolean;
  hasConsole: boolean;
}

/** Probes, metrics, the caller, feature flags and live changes. */
export function registerSystemRoutes(options: SystemRoutesOptions): void {
  const { server } = options;
  const open = { method: 'GET', access: 'public' } as const;
  server.route({ ...open, url: '/healthz', handler: () => ({ status: 'ok' }) });
  server.route({
    ...open,
    url: '/readyz',
    handler: async (_request, reply) => {
      const isUp = await isReachable(options);
      const since = options.contact.awaySinceMs();
      const isReady = isUp && !options.stopping();
      const state = options.stopping() ? 'stopping' : isUp ? 'ready' : 'not ready';
      return reply.code(isReady ? 200 : 503).send({
        status: state,
        checks: {
          database: {
            status: isUp ? 'up' : 'down',
            ...(isUp ? {} : { reason: options.contact.reason() ?? 'no answer' }),
            ...(isUp || since === null ? {} : { since: new Date(since).toISOString() }),
          },
          migrations: { status: 'applied' },
          documents: {
            status: options.documentErrors().length > 0 ? 'errors' : 'ok',
            errors: options.documentErrors(),
          },
        },
      });
    },
  });
  server.route({
    ...open,
    url: '/health',
    handler: (request, reply) => {
      const isPage = options.hasConsole && isPageRequest(request);
      return isPage ? server.sendPage(reply) : reply.type('text/plain; charset=utf-8').send('OK');
    },
  });
  server.route({ ...open, url: '/api/_health', handler: () => ({ health: 'ok' }) });
  server.route({ ...open, url: '/api/bootstrap', handler: () => options.bootstrap });
  server.route({
    method: 'GET',
    url: '/metrics',
    access: 'public',
    handler: async (_request, reply) => {
      const { contentType, body } = await options.telemetry.text();
      return reply.type(contentType).send(body);
    },
  });
  server.route({
    method: 'GET',
    url: '/api/properties',
    access: { object: 'database.system', resource: 'properties', action: 'read' },
    handler: () => options.properties.list(),
  });
  server.route({
    method: 'GET',
    url: '/api/live',
    access: 'login',
    raw: true,
    handler: (request, reply) => options.live.attach(request, reply),
  });
}

/** A probe waits this long for the database. */
const PROBE_LIMIT_MS = 2000;

async function isReachable({ database, contact }: SystemRoutesOptions): Promise<boolean> {
  try {
    await contact.attempt(() => probeDatabase(database.pool), PROBE_LIMIT_MS);
    return true;
  } catch {
    return false;
  }
}
