import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bootstrap, errorText } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import {
  createBreachCheck,
  createCipher,
  createHasher,
  createThrottle,
  DEFAULT_HASH_COST,
  type HashCost,
  passwordFault,
} from '@quarterdeck/identity';
import { type Clock, type Log, systemClock } from '@quarterdeck/kit';
import { type Config, createEgress, VERSION } from '@quarterdeck/server';
import {
  createBreachRange,
  createCookieGuard,
  createForwarder,
  createHttpServer,
  createLinkGuard,
  createShutdown,
  createSmtp,
  createTelemetry,
  findConsole,
  loadKeys,
  openConsole,
  publicUrl,
  withActor,
} from '@quarterdeck/server/parts';
import { createHubAuditStore } from './audit/audit-store.ts';
import { removeEnded } from './clean-up-store.ts';
import { openHubDatabase } from './database.ts';
import { registerAuditRoutes } from './http/audit-routes.ts';
import { createProxy } from './http/proxy.ts';
import { registerHubRoutes } from './http/routes.ts';
import { createMailer } from './mail/mailer.ts';
import { createBetterAuthProvider } from './provider/better-auth.ts';
import type { AuthProvider } from './provider/types.ts';
import { createRegistryStore, type RegistryStore } from './registry/registry-store.ts';
import { createKeyStore } from './tokens/key-store.ts';
import { createSigningKeys, type SigningKeys } from './tokens/keys.ts';
import { createMint } from './tokens/mint.ts';
import { createMembershipProofs } from './tokens/proofs.ts';

/** A control plane that listens. */
export interface RunningHub {
  url: URL;
  registry: RegistryStore;
  keys: SigningKeys;
  database: Database;
  hasher: ReturnType<typeof createHasher>;
  /** Ends everything in order. Answers false when that took too long and was given up. */
  stop(): Promise<boolean>;
}

export interface HubOptions {
  log: Log;
  /** Tells whoever started it what they need to know. */
  say: (line: string) => void;
  clock?: Clock;
  /** The built console's folder; found beside the program by default. */
  consoleDir?: string | null;
  hashCost?: HashCost;
  /** Another sign-in than the product's own. */
  provider?: AuthProvider;
}

/**
 * Builds the control plane of hosted mode, each part from the ones before it, and starts it: sign-in with organisations,
 * the registry of backends, tokens, and the console with its way to the backends. Throws `CONFIG_INVALID`,
 * `DATABASE_START`, `DATABASE_UNAVAILABLE`, `MIGRATION_FAILED`, or the system's error of a port that is taken.
 */
export async function startHub(config: Config, options: HubOptions): Promise<RunningHub> {
  const { log, say, clock = systemClock } = options;
  const shutdown = createShutdown(log);
  try {
    const url = publicUrl(config);
    const sealKeys = loadKeys(config.secretKeys, join(config.dataDir, 'hub'), config.databaseUrl !== null);
    const cipher = createCipher(sealKeys);
    const database = withActor(await openHubDatabase(config, log, clock));
    shutdown.onStop('database', database.stop);
    const cleaning = setInterval(() => {
      removeEnded(database, clock.now()).catch((error: unknown) =>
        log.warn({ error: errorText(error) }, 'what ended could not be removed'),
      );
    }, CLEAN_UP_MS).unref();
    shutdown.onStop('clean-up', () => clearInterval(cleaning));
    // What operators did not allow by name is not called: the address of a backend is no way into a private network.
    const egress = createEgress({
      settings: { privateRanges: 'deny', allow: config.egressAllow, deny: config.egressDeny },
      clock,
    });
    const outside = createEgress({
      settings: { privateRanges: config.egressPrivate, allow: config.egressAllow, deny: config.egressDeny },
      clock,
    });
    const forwarder = createForwarder(egress);
    shutdown.onStop('backends', forwarder.stop);
    const registry = createRegistryStore(database);
    const keys = createSigningKeys({ store: createKeyStore(database), cipher, clock, newId: randomUUID });
    const proofs = createMembershipProofs(sealKeys);
    const mint = createMint({ keys, proofs, clock, newId: randomUUID, publicUrl: url });
    const deliver = config.smtpUrl === null ? null : createSmtp(config.smtpUrl, config.mailFrom, outside);
    const hasher = createHasher(options.hashCost ?? DEFAULT_HASH_COST);
    const isBreached = createBreachCheck(createBreachRange({ config, egress: outside, clock }), PASSWORD_MIN, log);
    const audit = createHubAuditStore(database);
    const provider =
      options.provider ??
      createBetterAuthProvider({
        database,
        secret: Buffer.from(cipher.hashKey).toString('base64'),
        publicUrl: url,
        hasher,
        passwordFault: async (password, { email, name }) => {
          const settings = { passwordMinLength: PASSWORD_MIN, passwordMaxLength: PASSWORD_MAX };
          const fault = passwordFault(password, { email, name: { first: name } }, settings);
          if (fault !== null) return fault.text;
          return (await isBreached(password)) ? 'The password is known from breaches; choose another one' : null;
        },
        throttle: createThrottle(database.pool, clock),
        post: createMailer(deliver, log, say, delay),
        audit,
        log,
      });
    const page = openConsole(options.consoleDir === undefined ? findConsole() : options.consoleDir);
    const http = createHttpServer({
      config,
      log,
      telemetry: createTelemetry({ version: VERSION, labelsAllowlist: [] }),
      access: NOBODY_BY_RULES,
      console: page,
      // The page itself needs nobody: it comes, and tells what is wrong, also while the database is away.
      pageSources: (request) => directOrigins(provider, registry, request.headers).catch(() => []),
      stopping: shutdown.stopping,
    });
    shutdown.onStop('http', http.close);
    const guardWrite = createCookieGuard(config);
    const guardLink = createLinkGuard(config);
    const proxy = createProxy({ provider, registry, mint, forwarder, guardWrite, guardLink, log });
    const bootstrap = bootstrapOf(config);
    registerAuditRoutes({ http, provider, database, audit, clock });
    registerHubRoutes({
      http,
      provider,
      registry,
      keys,
      proofs,
      mint,
      proxy,
      guardWrite,
      isUp: database.isUp,
      bootstrap,
    });
    const listening = await http.listen();
    egress.protectPort(Number(listening.port));
    return { url: listening, registry, keys, database, hasher, stop: shutdown.stop };
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
}

const CLEAN_UP_MS = 60 * 60_000;
const PASSWORD_MIN = 12;
const PASSWORD_MAX = 256;

/** Every call finds its caller itself; no rule of access lets anybody in. */
const NOBODY_BY_RULES = {
  identify: () => null,
  authz: { decide: () => ({ kind: 'none', rules: [] }) as const, allows: async () => false, mayKnowRules: () => false },
};

function bootstrapOf({ docsUrl }: Pick<Config, 'docsUrl'>): Bootstrap {
  return {
    mode: 'hosted',
    console_version: VERSION,
    ...(docsUrl === null ? {} : { docs_url: docsUrl }),
    features: { registration: true, outbox: false, query_login: false },
  };
}

/** The backends that the pages of a person may call themselves. */
async function directOrigins(
  provider: Pick<AuthProvider, 'session' | 'memberships'>,
  registry: Pick<RegistryStore, 'of'>,
  headers: { cookie?: string | undefined },
): Promise<string[]> {
  const session = await provider.session({ cookie: headers.cookie });
  if (session === null) return [];
  const memberships = await provider.memberships(session.userId);
  const backends = await registry.of(memberships.map(({ organizationId }) => organizationId));
  const origins = [...backends.values()].flatMap(({ direct, state, backendUrl }) =>
    direct && state === 'ready' && backendUrl !== null ? [new URL(backendUrl).origin] : [],
  );
  return [...new Set(origins)];
}
