import type { Clock } from '@quarterdeck/kit';
import type { Egress } from '../engine/egress.ts';
import { decodeBody } from './decode.ts';
import { accessToken, type TokenCache } from './oauth.ts';
import { type Hop, nextHop } from './redirect.ts';
import { type HopAnswer, sendHop } from './send.ts';
import { HttpClientError, type HttpRequest, type HttpResponse } from './types.ts';
import { parseHttpUrl } from './url.ts';

const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_MAX_REDIRECTS = 10;
/** Largest body that is read unless a request says otherwise. */
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;

export interface HttpClientOptions {
  egress: Egress;
  clock: Clock;
  tokens: TokenCache;
}

/** Sends requests; keeps nothing between them but tokens. */
export interface HttpClient {
  /**
   * One request with its redirects. Any status is an answer. Throws the system's or the egress' error, the signal's
   * reason, or {@link HttpClientError}; a limit ends in its code `ETIMEDOUT` or `RESPONSE_TIMEOUT`.
   */
  request(request: HttpRequest): Promise<HttpResponse>;
}

/**
 * The HTTP/1.1 client of the check types. Each hop opens its own connection through the egress, so a probe always
 * measures a fresh connection and never meets a stale one.
 */
export function createHttpClient({ egress, clock, tokens }: HttpClientOptions): HttpClient {
  const monotonic = () => clock.monotonic();
  const client: HttpClient = {
    async request(request) {
      const startMs = monotonic();
      const limit = startLimit(request);
      const maxBytes = request.maxBytes ?? DEFAULT_MAX_BYTES;
      const maxRedirects = request.maxRedirects ?? DEFAULT_MAX_REDIRECTS;
      const tools = {
        egress,
        clock,
        signal: limit.signal,
        tls: request.tls ?? {},
        onConnection: limit.onConnection,
        maxBytes,
        token: (credentials: Parameters<TokenCache['drop']>[0]) =>
          accessToken(
            credentials,
            { ...(request.tls ? { tls: request.tls } : {}), signal: limit.signal },
            {
              tokens,
              clock,
              send: client.request,
            },
          ),
      };
      try {
        let hop = firstHop(request);
        for (let redirects = 0; ; redirects += 1) {
          const answer = await sendHop(hop, tools);
          if (answer.status === 401 && hop.auth?.kind === 'oauth2') tokens.drop(hop.auth);
          const next = nextHop(
            hop,
            { status: answer.status, location: answer.headers.Location },
            redirects,
            maxRedirects,
          );
          if (!next) return await assemble(hop, answer, { startMs, monotonic, maxBytes, redirects });
          hop = next;
        }
      } catch (error) {
        if (limit.signal.aborted) throw limit.signal.reason;
        throw error;
      } finally {
        limit.end();
      }
    },
  };
  return client;
}

function firstHop(request: HttpRequest): Hop {
  const { url, credentials } = parseHttpUrl(request.url);
  return {
    url,
    method: (request.method || 'GET').toUpperCase(),
    headers: request.headers ?? [],
    body: request.body,
    auth: request.auth ?? (credentials ? { kind: 'basic', ...credentials } : undefined),
  };
}

async function assemble(
  hop: Hop,
  answer: HopAnswer,
  run: { startMs: number; monotonic: () => number; maxBytes: number; redirects: number },
): Promise<HttpResponse> {
  const encoding = answer.headers['Content-Encoding'];
  const body = encoding ? await decodeBody(answer.body, encoding, run.maxBytes) : answer.body;
  return {
    url: hop.url.href,
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
    body,
    timings: {
      ...answer.connectTimings,
      firstByteMs: answer.headersMs - answer.sentMs,
      totalMs: run.monotonic() - run.startMs,
    },
    elapsedMs: answer.headersMs - run.startMs,
    certificateExpiresMs: answer.certificateExpiresMs,
    redirects: run.redirects,
  };
}

interface Limit {
  signal: AbortSignal;
  onConnection(opened: boolean): void;
  end(): void;
}

/**
 * A signal that ends with the caller's signal or with the time limit. The limit's code tells a host that stays silent
 * (`ETIMEDOUT`) from one that took the connection and does not answer in time (`RESPONSE_TIMEOUT`).
 */
function startLimit({ timeoutMs = DEFAULT_TIMEOUT_MS, signal }: HttpRequest): Limit {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let code = 'ETIMEDOUT';
  const timer = setTimeout(() => {
    controller.abort(new HttpClientError(code, `request timed out after ${timeoutMs}ms`));
  }, timeoutMs);
  const onAbort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    onConnection(opened) {
      code = opened ? 'RESPONSE_TIMEOUT' : 'ETIMEDOUT';
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
