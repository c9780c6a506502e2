import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import pg from 'pg';
import type { CheckContext } from '../../engine/types.ts';
import { type SqlDriver, SqlFailure, type SqlRow, type SqlSpec } from '../sql.ts';
import { type PostgresAddress, parsePostgresAddress } from './address.ts';

const INT8 = 20;
const NUMERIC = 1700;
const CONNECT_LIMIT_MS = 30_000;

type Context = CheckContext<SqlSpec>;
type Tls = NonNullable<pg.ClientConfig['ssl']>;

/** int8 and numeric as numbers: expressions compare them with numbers (contract checks §2.6). */
const numbersAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

function plainValue(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value;
}

function plainRow(row: SqlRow): SqlRow {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plainValue(value)]));
}

function wrongName(host: string, certificate: X509Certificate): Error | undefined {
  const name = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  return name === undefined ? new Error(`the certificate of the server is not for ${host}`) : undefined;
}

/**
 * With TLS or without, in the order in which libpq tries them for an sslmode: `allow` and `prefer` take what the server
 * takes, from `require` on it must be TLS, from `verify-ca` on by a certificate that is trusted.
 */
function tlsChoices({ sslMode, host }: PostgresAddress): Tls[] {
  const name = isIP(host) === 0 ? { servername: host } : {};
  const unverified = { ...name, rejectUnauthorized: false };
  switch (sslMode) {
    case 'disable':
      return [false];
    case 'allow':
      return [false, unverified];
    case 'prefer':
      return [unverified, false];
    case 'require':
      return [unverified];
    case 'verify-ca':
      return [{ ...name, checkServerIdentity: () => undefined }];
    case 'verify-full':
      // The client knows the resolved address alone.
      return [{ ...name, checkServerIdentity: (_, { raw }) => wrongName(host, new X509Certificate(raw)) }];
  }
}

/** The server wants the other way: it has no TLS, or lets nobody in who comes by this one (SQLSTATE 28000). */
function isOtherWay(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '28000') || error.message.includes('does not support SSL');
}

/** Opens one connection. Ends it at the limit or with the signal, whatever the server does. */
async function open({ signal }: Context, config: pg.ClientConfig, limitMs: number): Promise<pg.Client> {
  const client = new pg.Client(config);
  // A connection that breaks while it closes must not end the process.
  client.on('error', () => undefined);
  let code = 'ETIMEDOUT';
  let reason: unknown;
  client.connection.stream.once('connect', () => {
    code = 'RESPONSE_TIMEOUT';
  });
  const stop = (cause: unknown) => {
    reason = cause;
    client.connection.stream.destroy();
  };
  const onAbort = () => stop(signal.reason);
  const timer = setTimeout(() => stop(Object.assign(new Error('timeout expired'), { code })), limitMs);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect();
    return client;
  } catch (error) {
    client.connection.stream.destroy();
    throw reason ?? error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

async function connect(context: Context, address: PostgresAddress, timeoutMs: number): Promise<pg.Client> {
  const { clock, egress } = context;
  const until = clock.monotonic() + Math.min(timeoutMs, CONNECT_LIMIT_MS);
  const target = await egress.resolve(address.host, address.port);
  const attempt = async ([ssl = false, ...others]: Tls[]): Promise<pg.Client> => {
    const config: pg.ClientConfig = {
      host: target.address,
      port: address.port,
      user: address.user,
      password: address.password,
      database: address.database,
      ssl,
      statement_timeout: timeoutMs,
      query_timeout: timeoutMs,
      application_name: address.options.application_name ?? 'quarterdeck',
      types: numbersAsNumbers,
    };
    try {
      return await open(context, config, until - clock.monotonic());
    } catch (error) {
      if (others.length === 0 || !isOtherWay(error)) throw error;
      return attempt(others);
    }
  };
  return attempt(tlsChoices(address));
}

/** Asks a PostgreSQL server once. */
export const askPostgres: SqlDriver = async (context, { url, query, timeoutMs }) => {
  const { signal } = context;
  const address = parsePostgresAddress(url);
  let client: pg.Client;
  try {
    client = await connect(context, address, timeoutMs);
  } catch (error) {
    signal.throwIfAborted();
    throw new SqlFailure('connect', 'postgres', error);
  }
  const stop = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const result = await client.query<SqlRow>(query);
    const last = Array.isArray(result) ? (result as pg.QueryResult<SqlRow>[]).at(-1) : result;
    return (last?.rows ?? []).map(plainRow);
  } catch (error) {
    signal.throwIfAborted();
    throw new SqlFailure('query', 'postgres', error);
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
  }
};
