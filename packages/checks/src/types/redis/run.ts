import type { ConnectionOptions } from 'node:tls';
import { Redis, type RedisOptions } from 'ioredis';
import type { CheckContext, CheckOutcome } from '../../engine/types.ts';
import { clientErrorText, hydrateConnection, renderConnectionUrl } from '../../http-client/index.ts';
import { parseRedisAddress, type RedisAddress } from './address.ts';
import type { RedisSpec } from './schema.ts';

type Context = CheckContext<RedisSpec>;

const LIMIT_MS = 10_000;

interface Target extends RedisAddress {
  db: number;
  tlsOptions: ConnectionOptions | undefined;
}

/** Any TLS setting but the time limit and the key turns TLS on (contract checks §2.7). */
async function tlsOptions(context: Context, host: string, asked: boolean): Promise<ConnectionOptions | undefined> {
  const tls = context.spec.tlsConfig;
  const [ca, cert, key] = await Promise.all([
    context.value(tls?.ca),
    context.value(tls?.cert),
    context.value(tls?.key),
  ]);
  if (!asked && !tls?.enable && !tls?.insecureSkipVerify && !ca && !cert) return undefined;
  return {
    servername: host,
    rejectUnauthorized: !tls?.insecureSkipVerify,
    ...(ca ? { ca } : {}),
    ...(cert ? { cert } : {}),
    ...(key ? { key } : {}),
  };
}

async function readTarget(context: Context): Promise<Target> {
  const { spec } = context;
  const url = spec.url || spec.addr;
  const connection = await hydrateConnection(context, { ...spec, ...(url ? { url } : {}) });
  const address = parseRedisAddress(await renderConnectionUrl(context, connection));
  return {
    ...address,
    username: address.username || connection.username,
    password: address.password || connection.password,
    db: spec.db ?? address.db ?? Number(connection.properties.db ?? 0),
    tlsOptions: await tlsOptions(context, address.host, address.tls),
  };
}

async function createClient(context: Context, target: Target): Promise<Redis> {
  const resolved = await context.egress.resolve(target.host, target.port);
  const options: RedisOptions = {
    host: resolved.address,
    port: target.port,
    ...(target.username ? { username: target.username } : {}),
    ...(target.password ? { password: target.password } : {}),
    ...(target.tlsOptions ? { tls: target.tlsOptions } : {}),
    lazyConnect: true,
    connectTimeout: LIMIT_MS,
    commandTimeout: LIMIT_MS,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // PING is the check; the client's own look at INFO would need more rights.
    enableReadyCheck: false,
  };
  return new Redis(options);
}

/** Sends PING and expects PONG. */
export async function runRedis(context: Context): Promise<CheckOutcome> {
  const target = await readTarget(context);
  let failure: unknown;
  let client: Redis | undefined;
  const stop = () => client?.disconnect();
  context.signal.addEventListener('abort', stop, { once: true });
  try {
    client = await createClient(context, target);
    client.on('error', (error) => {
      failure ??= error;
    });
    await client.connect();
    // Selected by hand: the client passes over a database that the server refuses.
    if (target.db !== 0) await client.select(target.db);
    const reply = await client.ping();
    return reply === 'PONG' ? { pass: true } : { pass: false, errors: [`expected PONG as result, got ${reply}`] };
  } catch (error) {
    context.signal.throwIfAborted();
    // The client says "connection is closed"; the reason is in the error that it emitted before.
    const cause = failure ?? error;
    return { pass: false, errors: [`failed to execute query ${clientErrorText(cause)}`], cause };
  } finally {
    context.signal.removeEventListener('abort', stop);
    client?.disconnect();
  }
}
