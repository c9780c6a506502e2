import { createConnection } from 'mysql2/promise';
import type { CheckContext } from '../../engine/types.ts';
import { type SqlDriver, SqlFailure, type SqlRow, type SqlSpec } from '../sql.ts';
import { type MysqlAddress, parseMysqlAddress } from './address.ts';

const CONNECT_LIMIT_MS = 30_000;

function plainValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return typeof value === 'bigint' ? Number(value) : value;
}

async function connect(context: CheckContext<SqlSpec>, address: MysqlAddress, timeoutMs: number) {
  const limitMs = Math.min(timeoutMs, CONNECT_LIMIT_MS);
  const { socket } = await context.egress.connect({
    host: address.host,
    port: address.port,
    timeoutMs: limitMs,
    signal: context.signal,
  });
  try {
    return await createConnection({
      stream: socket,
      user: address.user,
      password: address.password,
      ...(address.database ? { database: address.database } : {}),
      ...(address.tls === 'true' ? { ssl: { rejectUnauthorized: true } } : {}),
      ...(address.tls === 'skip-verify' ? { ssl: { rejectUnauthorized: false } } : {}),
      connectTimeout: limitMs,
      decimalNumbers: true,
      supportBigNumbers: true,
    });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Asks a MySQL or MariaDB server once. */
export const askMysql: SqlDriver = async (context, { url, query, timeoutMs }) => {
  const address = parseMysqlAddress(url);
  let connection: Awaited<ReturnType<typeof connect>>;
  try {
    connection = await connect(context, address, timeoutMs);
  } catch (error) {
    throw new SqlFailure('connect', 'mysql', error);
  }
  connection.on('error', () => undefined);
  const { signal } = context;
  // The client does not settle a query whose connection is destroyed.
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const asked = connection.query({ sql: query, timeout: timeoutMs });
    const [rows] = await Promise.race([asked, aborted.promise]);
    const list = Array.isArray(rows) ? (rows as SqlRow[]) : [];
    return list.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plainValue(value)])),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw new SqlFailure('query', 'mysql', error);
  } finally {
    signal.removeEventListener('abort', stop);
    connection.destroy();
  }
};
