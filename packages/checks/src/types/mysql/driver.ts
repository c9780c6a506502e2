import { isIP } from 'node:net';
import { createConnection, type SslOptions } from 'mysql2/promise';
import type { CheckContext } from '../../engine/types.ts';
import { type SqlDriver, SqlFailure, type SqlRow, type SqlSpec } from '../sql.ts';
import { type MysqlAddress, parseMysqlAddress } from './address.ts';

const CONNECT_LIMIT_MS = 30_000;

function plainValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return typeof value === 'bigint' ? Number(value) : value;
}

/** `true` trusts a known authority for the host's name; the client compares no certificate with an address. */
function tlsOptions({ tls, host }: MysqlAddress): { ssl?: SslOptions } {
  if (tls === 'true') return { ssl: { rejectUnauthorized: true, verifyIdentity: isIP(host) === 0 } };
  return tls === 'skip-verify' ? { ssl: { rejectUnauthorized: false } } : {};
}

async function connect(context: CheckContext<SqlSpec>, address: MysqlAddress, timeoutMs: number) {
  const { clock, egress, signal } = context;
  const until = clock.monotonic() + Math.min(timeoutMs, CONNECT_LIMIT_MS);
  const timeLeft = () => Math.max(1, until - clock.monotonic());
  const { host, port } = address;
  const { socket } = await egress.connect({ host, port, timeoutMs: timeLeft(), signal });
  const stop = () => socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    return await createConnection({
      stream: socket,
      host,
      user: address.user,
      password: address.password,
      ...(address.database ? { database: address.database } : {}),
      ...tlsOptions(address),
      connectTimeout: timeLeft(),
      decimalNumbers: true,
      supportBigNumbers: true,
    });
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Asks a MySQL or MariaDB server once. */
export const askMysql: SqlDriver = async (context, { url, query, timeoutMs }) => {
  const { signal } = context;
  const address = parseMysqlAddress(url);
  let connection: Awaited<ReturnType<typeof connect>>;
  try {
    connection = await connect(context, address, timeoutMs);
  } catch (error) {
    signal.throwIfAborted();
    throw new SqlFailure('connect', 'mysql', error);
  }
  connection.on('error', () => undefined);
  // The client does not settle a query whose connection is destroyed.
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
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
