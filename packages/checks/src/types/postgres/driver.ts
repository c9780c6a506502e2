import pg from 'pg';
import type { CheckContext } from '../../engine/types.ts';
import { type SqlDriver, SqlFailure, type SqlRow, type SqlSpec } from '../sql.ts';
import { type PostgresAddress, parsePostgresAddress } from './address.ts';

const INT8 = 20;
const NUMERIC = 1700;
const CONNECT_LIMIT_MS = 30_000;

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

/** TLS as libpq's sslmode asks for it: from `require` on the answer must be TLS, from `verify-ca` on a trusted one. */
function tlsOptions({ sslMode, host }: PostgresAddress): pg.ClientConfig['ssl'] {
  if (sslMode === 'disable' || sslMode === 'allow' || sslMode === 'prefer') return false;
  const base = { servername: host, rejectUnauthorized: sslMode.startsWith('verify') };
  return sslMode === 'verify-ca' ? { ...base, checkServerIdentity: () => undefined } : base;
}

async function connect(
  context: CheckContext<SqlSpec>,
  address: PostgresAddress,
  timeoutMs: number,
): Promise<pg.Client> {
  const target = await context.egress.resolve(address.host, address.port);
  const client = new pg.Client({
    host: target.address,
    port: address.port,
    user: address.user,
    password: address.password,
    database: address.database,
    ssl: tlsOptions(address),
    connectionTimeoutMillis: Math.min(timeoutMs, CONNECT_LIMIT_MS),
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs,
    application_name: address.options.application_name ?? 'quarterdeck',
    types: numbersAsNumbers,
  });
  // A connection that breaks while it closes must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Asks a PostgreSQL server once. */
export const askPostgres: SqlDriver = async (context, { url, query, timeoutMs }) => {
  const address = parsePostgresAddress(url);
  let client: pg.Client;
  try {
    client = await connect(context, address, timeoutMs);
  } catch (error) {
    throw new SqlFailure('connect', 'postgres', error);
  }
  const stop = () => void client.end().catch(() => undefined);
  context.signal.addEventListener('abort', stop, { once: true });
  try {
    const result = await client.query<SqlRow>(query);
    const last = Array.isArray(result) ? (result as pg.QueryResult<SqlRow>[]).at(-1) : result;
    return (last?.rows ?? []).map(plainRow);
  } catch (error) {
    context.signal.throwIfAborted();
    throw new SqlFailure('query', 'postgres', error);
  } finally {
    context.signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
  }
};
