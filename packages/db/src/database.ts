import { AppError, errorText } from '@quarterdeck/contract';
import type { Clock, Log } from '@quarterdeck/kit';
import pg from 'pg';
import { type EmbeddedServer, startEmbeddedServer } from './embedded/server.ts';
import { createListenerHub, type ListenerHub } from './listen.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations/index.ts';
import { typeParsers } from './types.ts';

const MIN_VERSION = 150_000;
const CONNECT_TIMEOUT_MS = 5000;
const KEEP_ALIVE_MS = 10_000;
const PARTITIONS_AHEAD_DAYS = 3;
/** A connection never gives back what its statements took: it is replaced after ten minutes. */
const CONNECTION_SECONDS = 600;

export interface OpenDatabaseOptions {
  /** A PostgreSQL of version 15 or later; without it the embedded one runs on `dataDir`. */
  url?: string;
  dataDir: string;
  log: Log;
  clock: Clock;
  /** Most connections of the pool; 10 unless told. */
  poolSize?: number;
  /** Another schema than the product's, with its own migrations. */
  schema?: Schema;
}

/** A schema that another program of ours keeps in the database. */
export interface Schema {
  name: string;
  migrations: readonly Migration[];
  /** How values come out of its queries; as {@link typeParsers} says unless told. */
  types?: pg.CustomTypesConfig;
}

/** The database as the product uses it: migrated, and the same whether embedded or external. */
export interface Database {
  /** Values come out as `typeParsers` says. Give statements a `name` to have them prepared once per connection. */
  pool: pg.Pool;
  /** Where it is, without a password; for logs. */
  url: string;
  /** Version text of the server, such as `18.4`. */
  version: string;
  /** Runs `fn` in one transaction: committed when it resolves, rolled back when it rejects. */
  transaction<T>(fn: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Calls `handler` with each payload sent to a channel; resolves with the function that ends it. */
  listen: ListenerHub['listen'];
  /** Whether a query is answered now. Never rejects. */
  isUp(): Promise<boolean>;
  /** Closes all connections, then stops the embedded server. */
  stop(): Promise<void>;
}

/**
 * Opens the database: starts the embedded server or connects to the external one, checks its version, and applies the
 * migrations.
 *
 * @throws AppError DATABASE_START, DATABASE_UNAVAILABLE (an external server cannot be reached or is too old), or
 * MIGRATION_FAILED.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { log } = options;
  const startedAt = options.clock.monotonic();
  const server = options.url ? undefined : await startEmbeddedServer({ dataDir: options.dataDir, log });
  try {
    const database = await connectDatabase({ ...options, ...(server ? { server } : {}) });
    await prepareSchema(database, options).catch(async (error: unknown) => {
      await database.stop();
      throw error;
    });
    const durationMs = Math.round(options.clock.monotonic() - startedAt);
    log.info({ url: database.url, version: database.version, durationMs }, 'database open');
    return database;
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

async function prepareSchema(
  database: Database,
  { log, schema }: Pick<OpenDatabaseOptions, 'log' | 'schema'>,
): Promise<void> {
  if (schema !== undefined) {
    await database.pool.query(`create schema if not exists ${pg.escapeIdentifier(schema.name)}`);
    await migrate(database.pool, log, schema.migrations);
    return;
  }
  await migrate(database.pool, log);
  // Without its partition a day's results go to the default one: slower to drop, but nothing is lost.
  await database.pool
    .query('select ensure_status_partitions($1)', [PARTITIONS_AHEAD_DAYS])
    .catch((error: unknown) => log.warn({ error: errorText(error) }, 'the partitions ahead could not be made'));
}

/** Connects to a server without touching its schema. With `server`, stopping the database stops it too. */
export async function connectDatabase(options: {
  url?: string;
  server?: EmbeddedServer;
  log: Log;
  poolSize?: number;
  schema?: Schema;
}): Promise<Database> {
  const { log, server } = options;
  const config = clientConfig(options.url, server, options.schema);
  const pool = new pg.Pool({
    ...config,
    max: options.poolSize ?? 10,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: CONNECTION_SECONDS,
  });
  pool.on('error', (error) => log.warn({ error: error.message }, 'an idle database connection was lost'));
  const version = await readVersion(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const hub = createListenerHub(config, log);
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    await hub.stop();
    await pool.end();
    await server?.stop();
  }

  return {
    pool,
    url: displayUrl(options.url, server),
    version,
    transaction: (fn) => transaction(pool, fn),
    listen: hub.listen,
    isUp: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function clientConfig(
  url: string | undefined,
  server: EmbeddedServer | undefined,
  schema: Schema | undefined,
): pg.ClientConfig {
  return {
    ...(server ? { host: server.socketDir, user: server.user, database: 'postgres' } : { connectionString: url }),
    types: schema?.types ?? typeParsers,
    application_name: 'quarterdeck',
    options: `-c timezone=UTC${schema === undefined ? '' : ` -c search_path=${schema.name}`}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
}

function displayUrl(url: string | undefined, server: EmbeddedServer | undefined): string {
  if (server) return `postgresql:///postgres?host=${server.socketDir}`;
  // A password may hold an @ of its own: the last one before the path ends it.
  return (url ?? '').replace(/(:\/\/[^:@/?#]*):[^/?#]*@/, '$1@').replace(/([?&]password=)[^&]*/, '$1');
}

async function readVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool
    .query<{ number: number; text: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_version') as text",
    )
    .catch((cause: unknown) => {
      throw new AppError('DATABASE_UNAVAILABLE', {
        message: `The database cannot be reached: ${errorText(cause)}`,
        cause,
      });
    });
  const row = rows[0];
  if (!row || row.number < MIN_VERSION) {
    throw new AppError('DATABASE_UNAVAILABLE', {
      message: `PostgreSQL 15 or later is needed; this server is ${row?.text ?? 'unknown'}.`,
      details: { reason: 'version' },
    });
  }
  return row.text.split(' ')[0] ?? row.text;
}

async function transaction<T>(pool: pg.Pool, fn: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  const onError = (): void => {
    broken = true;
  };
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await fn(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
