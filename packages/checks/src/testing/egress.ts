import { lookup as lookupCallback } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { AppError } from '@quarterdeck/contract';
import type { ConnectOptions, Egress } from '../engine/egress.ts';

/** What a test may change about {@link createTestEgress}. */
export interface TestEgressOptions {
  /** Answers whether an address may not be reached; default: all may. */
  denies?: (address: string, port: number) => boolean;
  /** Names that resolve to fixed addresses, before the system resolver is asked. */
  hosts?: Record<string, string>;
}

/** A way out for tests: permissive unless told otherwise, and it keeps what was asked of it. */
export interface TestEgress extends Egress {
  /** `host:port` of each connection that was asked for, in order. */
  readonly connected: string[];
}

/**
 * An {@link Egress} over node:net, node:tls and node:dns that lets everything through except what `denies` names.
 * It keeps the promises of the interface that runners rely on: errors carry the system's `code`, a limit ends in
 * `ETIMEDOUT`, and an abort ends the attempt.
 */
export function createTestEgress(options: TestEgressOptions = {}): TestEgress {
  const connected: string[] = [];
  const resolve: Egress['resolve'] = async (host, port, { family = 0 } = {}) => {
    const bare = host.startsWith('[') ? host.slice(1, -1) : host;
    const known = options.hosts?.[bare];
    const found = known ? { address: known, family: isIP(known) } : await lookup(bare, { family });
    if (options.denies?.(found.address, port)) throw new AppError('EGRESS_DENIED');
    return found;
  };
  return {
    connected,
    resolve,
    lookup: (hostname, lookupOptions, callback) => lookupCallback(hostname, lookupOptions, callback),
    async connect(target) {
      connected.push(`${target.host}:${target.port}`);
      return within(target, async (onSocket) => {
        const startMs = performance.now();
        const { address } = await resolve(target.host, target.port);
        const resolvedMs = performance.now();
        const plain = tcpConnect({ host: address, port: target.port });
        onSocket(plain);
        await opened(plain, 'connect');
        const connectedMs = performance.now();
        const timings = { dnsMs: resolvedMs - startMs, tcpMs: connectedMs - resolvedMs, tlsMs: null };
        if (!target.tls) return { socket: plain, timings };
        const name = target.host.startsWith('[') ? target.host.slice(1, -1) : target.host;
        const secure = tlsConnect({
          ...(isIP(name) ? { host: name } : { host: name, servername: name }),
          ...target.tls,
          socket: plain,
        });
        onSocket(secure);
        await opened(secure, 'secureConnect', target.handshakeTimeoutMs);
        return { socket: secure, timings: { ...timings, tlsMs: performance.now() - connectedMs } };
      });
    },
  };
}

function opened(socket: Socket, event: string, timeoutMs?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = timeoutMs ? setTimeout(() => socket.destroy(timeoutError('handshake', timeoutMs)), timeoutMs) : null;
    const settle = (finish: () => void) => {
      if (timer) clearTimeout(timer);
      socket.off('error', failed);
      socket.off('close', closed);
      socket.off(event, succeeded);
      finish();
    };
    const failed = (error: Error) => settle(() => reject(error));
    const closed = () =>
      settle(() => reject(Object.assign(new Error('connection closed while it opened'), { code: 'ECONNRESET' })));
    const succeeded = () => settle(resolve);
    socket.on('error', failed);
    socket.on('close', closed);
    socket.on(event, succeeded);
  });
}

function timeoutError(what: string, timeoutMs: number): Error {
  return Object.assign(new Error(`${what} timed out after ${timeoutMs}ms`), { code: 'ETIMEDOUT' });
}

async function within<T>(target: ConnectOptions, open: (onSocket: (socket: Socket) => void) => Promise<T>): Promise<T> {
  const { timeoutMs, signal } = target;
  signal?.throwIfAborted();
  let current: Socket | undefined;
  let stop: (error: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = (error) => {
      reject(error);
      current?.destroy(error);
    };
  });
  const timer = timeoutMs ? setTimeout(() => stop(timeoutError('connection', timeoutMs)), timeoutMs) : undefined;
  const onAbort = () => stop(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([
      open((socket) => {
        current = socket;
        socket.on('error', () => undefined);
      }),
      stopped,
    ]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
