import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import type { ConnectOptions, ConnectTimings, Egress } from '@quarterdeck/checks';
import { AppError } from '@quarterdeck/contract';
import type { Clock } from '@quarterdeck/kit';
import { interleave, normaliseHost } from './addresses.ts';
import { dialTcp, startTls } from './dial.ts';
import type { EgressPolicy, EgressSettings } from './policy.ts';
import { createPolicy } from './policy.ts';
import type { GuardedEgress } from './types.ts';

/** Finds the addresses of a name; family 0 asks for both kinds. Throws the system's error with its `code`. */
export type Resolver = (host: string, family: 0 | 4 | 6) => Promise<LookupAddress[]>;

/** What the way out is made of. */
export interface EgressOptions {
  settings: EgressSettings;
  clock: Clock;
  /** The system's resolver by default. */
  resolver?: Resolver;
}

const systemResolver: Resolver = (host, family) => systemLookup(host, { family, all: true });

/** The guarded way out: policy on the address that is then used, phase timings, next address when one fails. */
export function createEgress(options: EgressOptions): GuardedEgress {
  const ownPorts = new Set<number>();
  const resolver = shareLookups(options.resolver ?? systemResolver);
  const outside = makeEgress(
    createPolicy(options.settings, (port) => ownPorts.has(port)),
    resolver,
    options.clock,
  );
  const inside = makeEgress(
    createPolicy(options.settings, () => false),
    resolver,
    options.clock,
  );
  return { ...outside, internal: () => inside, protectPort: (port) => void ownPorts.add(port) };
}

/** Calls for the same name at the same time share one lookup: the system runs only a few at a time. */
function shareLookups(resolver: Resolver): Resolver {
  const running = new Map<string, Promise<LookupAddress[]>>();
  return (host, family) => {
    const key = `${family} ${host}`;
    const known = running.get(key);
    if (known !== undefined) return known;
    const lookup = resolver(host, family).finally(() => running.delete(key));
    running.set(key, lookup);
    return lookup;
  };
}

function makeEgress(policy: EgressPolicy, resolver: Resolver, clock: Clock): Egress {
  async function permitted(host: string, port: number | null, family: 0 | 4 | 6): Promise<LookupAddress[]> {
    const name = normaliseHost(host);
    if (name === null) throw notFound(host);
    const refused = policy.refuseName(name);
    if (refused !== null) throw denied(name, refused);
    const literal = isIP(name);
    const found = literal === 0 ? await resolver(name, family) : [{ address: name, family: literal }];
    if (literal !== 0 && family !== 0 && literal !== family) throw notFound(host);
    if (found.length === 0) throw notFound(host);
    let reason = '';
    const open = found.filter(({ address }) => {
      const why = policy.refuseAddress(name, address, port);
      reason = why ?? reason;
      return why === null;
    });
    if (open.length === 0) throw denied(name, reason);
    return interleave(open);
  }

  async function connect(options: ConnectOptions) {
    const timings: ConnectTimings = { dnsMs: null, tcpMs: null, tlsMs: null };
    const limit = limitOf(options);
    try {
      limit.signal.throwIfAborted();
      const began = clock.monotonic();
      const addresses = await abortable(permitted(options.host, options.port, 0), limit.signal);
      const resolved = clock.monotonic();
      if (isIP(normaliseHost(options.host) ?? '') === 0) timings.dnsMs = resolved - began;
      const socket = await dialTcp(addresses, options.port, limit.signal);
      const connected = clock.monotonic();
      timings.tcpMs = connected - resolved;
      if (options.tls === undefined) return { socket, timings };
      const secure = await startTls(socket, options.host, options.tls, limit.signal, options.handshakeTimeoutMs);
      timings.tlsMs = clock.monotonic() - connected;
      return { socket: secure, timings };
    } finally {
      limit.end();
    }
  }

  const lookup: LookupFunction = (hostname, options, callback) => {
    const family =
      options.family === 4 || options.family === 'IPv4' ? 4 : options.family === 6 || options.family === 'IPv6' ? 6 : 0;
    permitted(hostname, null, family).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family ?? 0);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };

  return {
    async resolve(host, port, { family = 0 } = {}) {
      const [first] = await permitted(host, port, family);
      if (first === undefined) throw notFound(host);
      return first;
    },
    connect,
    lookup,
  };
}

/** One signal for the caller's signal and the time limit. */
function limitOf({ timeoutMs, signal }: ConnectOptions): { signal: AbortSignal; end: () => void } {
  if (timeoutMs === undefined && signal !== undefined) return { signal, end: () => undefined };
  const own = new AbortController();
  const abort = () => own.abort(signal?.reason);
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => own.abort(systemError('ETIMEDOUT', `no connection after ${timeoutMs} ms`)), timeoutMs);
  return {
    signal: own.signal,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

function denied(host: string, reason: string): AppError {
  return new AppError('EGRESS_DENIED', { message: `${host} may not be reached: ${reason}`, details: { host, reason } });
}

function notFound(host: string): Error {
  return systemError('ENOTFOUND', `no such host ${host}`);
}

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
