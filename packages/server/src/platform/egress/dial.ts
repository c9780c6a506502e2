import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';
import { connect as connectTcp, isIP } from 'node:net';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { connect as connectTls } from 'node:tls';

/** The next address is tried when one has not answered after this long (RFC 8305 §5). */
const ATTEMPT_DELAY_MS = 250;

/** Opens TCP to the first of the addresses that answers. Attempts that lose are closed. Throws the first one's error. */
export function dialTcp(addresses: readonly LookupAddress[], port: number, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const open = new Set<Socket>();
  const waiting = [...addresses];
  let firstError: Error | null = null;
  let delay: NodeJS.Timeout | undefined;

  function settle(winner: Socket | null, error?: unknown): void {
    clearTimeout(delay);
    signal.removeEventListener('abort', abort);
    waiting.length = 0;
    for (const socket of open) if (socket !== winner) socket.destroy();
    open.clear();
    if (winner === null) reject(error);
    else resolve(winner);
  }

  function abort(): void {
    settle(null, signal.reason);
  }

  function attempt(): void {
    clearTimeout(delay);
    const next = waiting.shift();
    if (next === undefined) {
      if (open.size === 0) settle(null, firstError);
      return;
    }
    const socket = connectTcp({ host: next.address, port, family: next.family, noDelay: true });
    open.add(socket);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      settle(socket);
    });
    socket.on('error', (error) => {
      if (!open.delete(socket)) return;
      firstError ??= error;
      attempt();
    });
    if (waiting.length > 0) delay = setTimeout(attempt, ATTEMPT_DELAY_MS);
  }

  if (signal.aborted) return Promise.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  attempt();
  return promise;
}

/** Speaks TLS over an open socket. `host` is the name that is asked for unless the options name another. `timeoutMs` limits the handshake. */
export function startTls(
  socket: Socket,
  host: string,
  options: ConnectionOptions,
  signal: AbortSignal,
  timeoutMs?: number,
): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const servername = options.servername ?? (isIP(host) === 0 ? host : undefined);
  const secure = connectTls({ ...options, socket, ...(servername === undefined ? { host } : { servername, host }) });
  const fail = (error: unknown) => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    secure.destroy();
    socket.destroy();
    reject(error);
  };
  const abort = () => fail(signal.reason);
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => fail(timedOut(timeoutMs)), timeoutMs);
  signal.addEventListener('abort', abort, { once: true });
  secure.on('error', fail);
  secure.once('close', () => fail(connectionReset()));
  secure.once('secureConnect', () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    secure.removeListener('error', fail);
    secure.removeAllListeners('close');
    resolve(secure);
  });
  return promise;
}

function timedOut(timeoutMs: number): Error {
  return Object.assign(new Error(`no TLS handshake after ${timeoutMs} ms`), { code: 'ETIMEDOUT' });
}

function connectionReset(): Error {
  return Object.assign(new Error('the connection closed during the TLS handshake'), { code: 'ECONNRESET' });
}
