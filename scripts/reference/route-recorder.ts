import { silentLog, systemClock } from '../../packages/kit/src/index.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { registerFeatures } from '../../packages/server/src/features/index.ts';
import { createEgress } from '../../packages/server/src/platform/egress/egress.ts';
import { registerSystemRoutes } from '../../packages/server/src/platform/http/system-routes.ts';
import type { Platform, RouteDefinition } from '../../packages/server/src/platform/index.ts';
import { createTelemetry } from '../../packages/server/src/platform/telemetry/telemetry.ts';

/** A part of the platform that nothing may use while routes are declared: any use throws. */
function unused<T extends object>(name: string): T {
  const refuse = (member: string | symbol): never => {
    throw new Error(`${name}.${String(member)} was used while routes were declared`);
  };
  return new Proxy({} as T, { get: (_target, member) => refuse(member) });
}

async function notNow(): Promise<never> {
  throw new Error('the database was used while routes were declared');
}

/**
 * All routes of the product. The features and the platform declare them as they do at start, to a list in place of a
 * server. Nothing listens, and no database is opened.
 */
export function declaredRoutes(): RouteDefinition[] {
  const routes: RouteDefinition[] = [];
  const http = { route: (definition: RouteDefinition) => void routes.push(definition) };
  const config = loadConfig({ QD_MODE: 'self-hosted' }, {}, import.meta.dirname, false);
  const clock = systemClock;
  const telemetry = createTelemetry({ version: '', labelsAllowlist: [], processMetrics: false });
  registerSystemRoutes({
    server: { ...http, sendPage: (reply) => reply },
    database: unused('database'),
    contact: unused('contact'),
    telemetry,
    live: unused('live'),
    properties: unused('properties'),
    documentErrors: () => [],
    bootstrap: {
      mode: 'standalone',
      console_version: '',
      features: { registration: false, outbox: false, query_login: false },
    },
    stopping: () => false,
    hasConsole: false,
  });
  const platform: Platform = {
    config,
    clock,
    random: () => 0,
    log: silentLog,
    // Stores keep the pool for later; they do not ask it now.
    database: {
      pool: unused('pool'),
      url: '',
      version: '',
      transaction: notNow,
      listen: notNow,
      isUp: notNow,
      stop: notNow,
    },
    contact: unused('contact'),
    telemetry,
    authz: unused('authz'),
    signIn: { handle: notNow, signedIn: notNow, newSetupAddress: notNow, admin: unused('signIn.admin') },
    upstream: null,
    ownAuthorization: null,
    egress: createEgress({ settings: { privateRanges: 'deny', allow: [], deny: [] }, clock }),
    // Features follow events from the moment they are made; there are none now.
    live: {
      onEvents: () => () => undefined,
      publish: notNow,
      attach: notNow,
      clients: () => 0,
      start: notNow,
      stop: notNow,
    },
    // Parts keep the question for later; they do not ask it now.
    properties: {
      ...unused<Platform['properties']>('properties'),
      current: () => new Map(),
      onChange: () => () => undefined,
    },
    values: unused('values'),
    connections: unused('connections'),
    documents: unused('documents'),
    http,
    shutdown: unused('shutdown'),
    address: () => null,
    version: '',
  };
  registerFeatures(platform);
  return routes;
}
