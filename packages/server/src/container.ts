import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Egress } from '@quarterdeck/checks';
import type { Bootstrap } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { HashCost } from '@quarterdeck/identity';
import { type Clock, type Log, systemClock } from '@quarterdeck/kit';
import packageJson from '../package.json' with { type: 'json' };
import type { Config } from './config.ts';
import { withActor } from './platform/audit/actor.ts';
import { createRefusalWatch } from './platform/audit/refusals.ts';
import { createAuthz } from './platform/authz/authz.ts';
import { createDatabaseContact } from './platform/contact/contact.ts';
import { createDocuments } from './platform/documents/documents.ts';
import { createEgress } from './platform/egress/egress.ts';
import type { Features, Identify, IdentityUpstream, Platform, RouteDefinition } from './platform/index.ts';
import { createLive } from './platform/live/live.ts';
import { onTables } from './platform/live/tables.ts';
import { createProperties } from './platform/properties/properties.ts';
import { readProperties } from './platform/properties/property-store.ts';
import { createConnections } from './platform/secrets/connections.ts';
import { createValueSources } from './platform/secrets/values.ts';
import { createShutdown } from './platform/shutdown/shutdown.ts';
import type { Shutdown } from './platform/shutdown/types.ts';
import type { FirstAccount } from './platform/sign-in/first-account.ts';
import { createIdentify, isStillKnown } from './platform/sign-in/identify.ts';
import { createOwnCalls } from './platform/sign-in/own-calls.ts';
import { createSignIn, publicUrl } from './platform/sign-in/sign-in.ts';
import type { UpstreamOptions } from './platform/sign-in/upstream.ts';
import { createLog } from './platform/telemetry/log.ts';
import { createTelemetry } from './platform/telemetry/telemetry.ts';
import { withViewAs } from './platform/view-as/view-as.ts';

/** The product's version. */
export const VERSION: string = packageJson.version;

/** A server that listens. */
export interface RunningServer {
  url: URL;
  /** What the first administrator needs: an address of one use, or the password that was made; null when there is one. */
  setup: FirstAccount | null;
  /** All routes that it declared, so that a test can know them. */
  routes: readonly RouteDefinition[];
  /** Ends everything in order. Answers false when that took too long and was given up. */
  stop(): Promise<boolean>;
}

/** What a start may be given instead of the usual; for tests and other entry points. */
export interface StartOptions {
  log?: Log;
  clock?: Clock;
  random?: () => number;
  /** The features; all of the product's by default. */
  registerFeatures?: (platform: Platform) => Features | Promise<Features>;
  /** The built console's folder; found beside the program by default. */
  consoleDir?: string | null;
  /** What hashing a password costs; what the contract asks for by default. */
  hashCost?: HashCost;
  /** Opens the database; the product's own by default. */
  openDatabase?: () => Promise<Database>;
  /** Finds out who calls; in standalone mode it is always the local administrator. */
  identify?: Identify;
}

/**
 * Builds the server, each part from the ones before it, and starts it. When a step fails what was started is stopped
 * again. Throws `DATABASE_START`, `DATABASE_UNAVAILABLE`, `MIGRATION_FAILED`, `CONFIG_INVALID` (a wrong egress list), or
 * the system's error of a port that is taken.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? createLog({ level: config.logLevel, format: config.logFormat });
  const clock = options.clock ?? systemClock;
  const shutdown = createShutdown(log);
  const step = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const began = clock.monotonic();
    const result = await act();
    log.debug({ step: name, durationMs: Math.round(clock.monotonic() - began) }, 'started');
    return result;
  };
  const build = async (): Promise<Omit<RunningServer, 'stop'>> => {
    const egress = createEgress({
      settings: { privateRanges: config.egressPrivate, allow: config.egressAllow, deny: config.egressDeny },
      clock,
    });
    const telemetry = createTelemetry({ version: VERSION, labelsAllowlist: config.metricLabelsAllowlist });
    const modules = loadModules(options);
    modules.catch(() => undefined);
    const opened = await step('database', options.openDatabase ?? (() => openConfigured(config, log, clock)));
    const database = withActor(opened);
    shutdown.onStop('database', database.stop);
    const { parseDocuments, createHttpServer, registerSystemRoutes, openConsole, registerFeatures } = await modules;

    const contact = createDatabaseContact(clock, log);
    const documents = createDocuments({ folder: config.configDir, parse: parseDocuments, clock, log });
    const values = createValueSources({ documents, secretsDir: config.secretsDir, clock });
    const connections = createConnections({ documents, values, database, clock });
    const page = openConsole(options.consoleDir === undefined ? findConsole() : options.consoleDir);
    const live = createLive({
      database,
      clock,
      log,
      telemetry,
      audienceOf: (caller) => authz.audienceOf(caller),
      isStillKnown: (request) => isStillKnown(identify, request),
    });
    onTables(live, ['connections'], connections.flush);
    const properties = createProperties({
      file: config.propertiesFile,
      rows: () => readProperties(database.pool),
      onRowsChanged: (listener) => onTables(live, ['properties'], listener),
      log,
    });
    shutdown.onStop('properties', properties.stop);
    // Policies are read as of one moment, which a transaction says first of all: it names nobody who acts.
    const authz = createAuthz({ database: opened, properties, clock, log });
    shutdown.onStop('access', authz.stop);
    const isSelfHosted = config.mode === 'self-hosted' && options.identify === undefined;
    const upstream =
      isSelfHosted && config.identityUrl !== null
        ? await openUpstream(
            { config, url: config.identityUrl, database, clock, log, egress, onAdministrator: authz.reload },
            shutdown,
          )
        : null;
    const { hashCost } = options;
    const signIn =
      isSelfHosted && upstream === null
        ? createSignIn({ config, database, clock, log, egress, ...(hashCost === undefined ? {} : { hashCost }) })
        : null;
    const tenant =
      config.mode === 'hosted' && options.identify === undefined
        ? (await import('./platform/tenant/tenant.ts')).createTenant({ config, database, clock, log, egress })
        : null;
    const known = options.identify ?? (signIn ?? upstream ?? tenant)?.identify;
    const people = known && withViewAs(known, { db: database.pool, clock, authz });
    const own = createOwnCalls();
    const identify =
      people &&
      createIdentify({
        people,
        own,
        peopleHaveBearers: tenant !== null,
        db: database.pool,
        clock,
        log,
        roleOfOwner: tenant?.roleOfOwner,
      });
    const access = { authz, identify };
    const watchRefusals = createRefusalWatch(database.pool, clock, log);
    const { stopping } = shutdown;
    const server = createHttpServer({
      config,
      log,
      telemetry,
      access,
      watchRefusals,
      console: page,
      bearerOrigins: tenant?.allowedOrigins ?? [],
      stopping,
    });
    shutdown.onStop('http', server.close);
    shutdown.onStop('live', live.stop);
    shutdown.onStop('documents', documents.stop);
    registerSystemRoutes({
      server,
      database,
      contact,
      telemetry,
      live,
      properties,
      documentErrors: () => documents.current().errors,
      bootstrap: bootstrapOf(config),
      stopping: shutdown.stopping,
      hasConsole: page !== null,
    });
    const features = await step('features', async () =>
      registerFeatures({
        config,
        clock,
        random: options.random ?? Math.random,
        log,
        database,
        contact,
        telemetry,
        authz,
        signIn: signIn?.service ?? null,
        upstream,
        ownAuthorization: people === undefined ? null : own.authorization,
        egress,
        live,
        properties,
        values,
        connections,
        documents,
        http: server,
        shutdown,
        address: server.address,
        version: VERSION,
      }),
    );
    await Promise.all([
      step('documents', documents.start),
      step('live', live.start),
      step('properties', properties.start),
      step('upstream', async () => upstream?.start()),
    ]);
    await step('access', authz.start);
    // Before anybody is told that it is ready: the account of the settings signs in from then on.
    const setup = await step('first account', async () => (await signIn?.begin()) ?? null);
    const url = await step('http', server.listen);
    egress.protectPort(Number(url.port));
    await step('work', features.start);
    return { url, setup, routes: server.routes() };
  };
  try {
    return { ...(await build()), stop: shutdown.stop };
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
}

function bootstrapOf({ mode, registration, smtpUrl, identityUrl, demo, docsUrl }: Config): Bootstrap {
  const signsIn = mode !== 'standalone';
  return {
    mode,
    console_version: VERSION,
    ...(docsUrl === null ? {} : { docs_url: docsUrl }),
    features: {
      registration: signsIn && registration,
      outbox: signsIn && identityUrl === null && smtpUrl === null,
      query_login: mode === 'self-hosted' && demo,
    },
  };
}

/** The way to the identity service that the settings name, with its connections. */
async function openUpstream(
  { egress, ...options }: Omit<UpstreamOptions, 'forwarder' | 'admin'> & { egress: Egress; config: Config },
  shutdown: Pick<Shutdown, 'onStop'>,
): Promise<IdentityUpstream> {
  const [{ createUpstream }, { createUpstreamAdmin }, { createForwarder }] = await Promise.all([
    import('./platform/sign-in/upstream.ts'),
    import('./platform/sign-in/upstream-admin.ts'),
    import('./platform/http/forward.ts'),
  ]);
  const forwarder = createForwarder(egress);
  shutdown.onStop('upstream', async () => forwarder.stop());
  const { identityAdminUrl: url } = options.config;
  const admin =
    url === null
      ? null
      : createUpstreamAdmin({ url, consoleUrl: publicUrl(options.config), forwarder, log: options.log });
  return createUpstream({ ...options, forwarder, admin });
}

/** A demo has a database of its own, so that its world never mixes with real checks. */
async function openConfigured({ databaseUrl, dataDir, demo }: Config, log: Log, clock: Clock): Promise<Database> {
  const { openDatabase } = await import('@quarterdeck/db');
  if (demo) return openDatabase({ dataDir: join(dataDir, 'demo'), log, clock });
  return openDatabase({ ...(databaseUrl === null ? {} : { url: databaseUrl }), dataDir, log, clock });
}

/** What is heavy to load is loaded while the database starts. */
async function loadModules(options: StartOptions) {
  const [checks, http, system, page, features] = await Promise.all([
    import('@quarterdeck/checks'),
    import('./platform/http/server.ts'),
    import('./platform/http/system-routes.ts'),
    import('./platform/http/console.ts'),
    options.registerFeatures === undefined
      ? import('./features/index.ts')
      : Promise.resolve({ registerFeatures: options.registerFeatures }),
  ]);
  return { ...checks, ...http, ...system, ...page, ...features };
}

/** The console beside the built program, or where the build puts it when the sources run. */
export function findConsole(): string | null {
  const beside = ['./console/', '../console/', '../../../dist/console/'];
  const places = beside.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return places.find((place) => existsSync(join(place, 'index.html'))) ?? null;
}
