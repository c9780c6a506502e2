import { networkInterfaces } from 'node:os';
import type { Clock } from '@quarterdeck/kit';

/** What a probe has shown about the way to a host. */
export type Sighting = 'answered' | 'unreachable';

/** Tells a host that is down from a network of our own that is gone. Shared by all runs of a process. */
export interface NetworkWitness {
  /** Notes what a probe has shown. Loopback hosts prove nothing and are not noted. */
  observe(host: string, sighting: Sighting): void;
  /** Judges a failed probe, and notes what its error shows. `unknown`: we could not probe. */
  classify(host: string | undefined, error: unknown): 'down' | 'unknown';
}

/** How a witness looks back. Defaults: 60 s, 3 hosts, the interfaces of this machine. */
export interface WitnessOptions {
  clock: Pick<Clock, 'monotonic'>;
  windowMs?: number;
  minHosts?: number;
  /** Whether any interface but loopback has an address that leads further than its own link. */
  hasRoute?: () => boolean;
}

/** The system of the prober itself failed: no network, no resolver, no sockets, no memory. */
const OWN_FAULT = new Set([
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_MEMORY',
  'EAI_SYSTEM',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
]);

/** Silence: the host may be down, or the way to it. */
const SILENCE = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'TimeoutError']);

/** A refusal, a cut, a wrong certificate or an error that a server words itself proves that the host was reached. */
const ANSWER =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|EPROTO|HPE_|ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ER_|PROTOCOL_CONNECTION_LOST$|ReplyError$)/;

/** An error code of a PostgreSQL server (SQLSTATE). */
const SQL_STATE = /^(\d[0-9A-Z]{4}|(F0|HV|P0|XX)[0-9A-Z]{3})$/;

/** The codes and names of an error, its causes and its members. */
function codesOf(error: unknown, depth = 0): string[] {
  if (depth > 8 || typeof error !== 'object' || error === null) return [];
  const own = ['code' in error ? error.code : undefined, 'name' in error ? error.name : undefined];
  const inner = [
    ...('cause' in error ? [error.cause] : []),
    ...('errors' in error && Array.isArray(error.errors) ? error.errors : []),
  ];
  return [...own.filter((code) => typeof code === 'string'), ...inner.flatMap((cause) => codesOf(cause, depth + 1))];
}

function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)\.?$/i.test(host);
}

/** Whether an interface of this machine, loopback and link-local addresses aside, has an address. */
export function hasLocalRoute(interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces()): boolean {
  return Object.values(interfaces)
    .flat()
    .some((found) => found !== undefined && !found.internal && !/^(169\.254\.|fe[89ab][0-9a-f]:)/i.test(found.address));
}

/** How fast a gap between answers that was long once is forgotten, with each answer. */
const FORGETTING = 0.98;

/**
 * Makes a witness that knows nothing yet. Its rule (docs/adr/0003), for a probe that ended in silence: it could not be
 * made when this machine has no route, or when at least `minHosts` hosts fell silent since the last answer, and that
 * answer is older than twice the usual gap between answers (the whole window while that is not known).
 */
export function createNetworkWitness(options: WitnessOptions): NetworkWitness {
  const { clock, windowMs = 60_000, minHosts = 3, hasRoute = () => hasLocalRoute() } = options;
  const silent = new Map<string, number>();
  let lastAnswer = Number.NEGATIVE_INFINITY;
  let usualGapMs = windowMs;

  function isGone(): boolean {
    const now = clock.monotonic();
    for (const [host, at] of silent) if (at < now - windowMs) silent.delete(host);
    return silent.size >= minHosts && now - lastAnswer > Math.min(windowMs, 2 * usualGapMs);
  }

  function observe(host: string, sighting: Sighting): void {
    const name = host.toLowerCase();
    if (name === '' || isLoopback(name)) return;
    const now = clock.monotonic();
    if (sighting === 'unreachable') {
      silent.set(name, now);
      return;
    }
    // The gap of an outage of our own says nothing about how often hosts answer.
    if (!isGone()) usualGapMs = Math.min(windowMs, Math.max(now - lastAnswer, usualGapMs * FORGETTING));
    lastAnswer = now;
    silent.clear();
  }

  return {
    observe,
    classify(host = '', error) {
      const codes = codesOf(error);
      if (codes.some((code) => ANSWER.test(code) || SQL_STATE.test(code))) {
        observe(host, 'answered');
        return 'down';
      }
      if (codes.some((code) => OWN_FAULT.has(code))) return 'unknown';
      const isSilence = codes.some((code) => SILENCE.has(code));
      if (host === '' || isLoopback(host)) return 'down';
      if ((isSilence || codes.includes('ENOTFOUND')) && !hasRoute()) return 'unknown';
      if (!isSilence) return 'down';
      observe(host, 'unreachable');
      return isGone() ? 'unknown' : 'down';
    },
  };
}
