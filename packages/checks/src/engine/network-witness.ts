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

/** How a witness looks back. Defaults: 60 s, 3 hosts. */
export interface WitnessOptions {
  clock: Pick<Clock, 'monotonic'>;
  windowMs?: number;
  minHosts?: number;
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

/** A refusal, a cut or a wrong certificate proves that the host was reached. */
const ANSWER =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|EPROTO|HPE_|ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

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

/** Makes a witness that knows nothing yet. */
export function createNetworkWitness(options: WitnessOptions): NetworkWitness {
  const { clock, windowMs = 60_000, minHosts = 3 } = options;
  const silent = new Map<string, number>();
  let lastAnswer = Number.NEGATIVE_INFINITY;

  function forgetOld(): void {
    const oldest = clock.monotonic() - windowMs;
    for (const [host, at] of silent) if (at < oldest) silent.delete(host);
  }

  function observe(host: string, sighting: Sighting): void {
    const name = host.toLowerCase();
    if (name === '' || isLoopback(name)) return;
    if (sighting === 'answered') {
      lastAnswer = clock.monotonic();
      silent.delete(name);
    } else {
      silent.set(name, clock.monotonic());
    }
  }

  return {
    observe,
    classify(host = '', error) {
      const codes = codesOf(error);
      if (codes.some((code) => ANSWER.test(code))) {
        observe(host, 'answered');
        return 'down';
      }
      if (codes.some((code) => OWN_FAULT.has(code))) return 'unknown';
      if (!codes.some((code) => SILENCE.has(code)) || isLoopback(host)) return 'down';
      observe(host, 'unreachable');
      forgetOld();
      const answered = lastAnswer >= clock.monotonic() - windowMs;
      return silent.size >= minHosts && !answered ? 'unknown' : 'down';
    },
  };
}
