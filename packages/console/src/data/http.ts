import type { ProblemBody } from '@quarterdeck/contract';

/** Codes of failures that happen before an answer comes; their texts are fixed by spec 000 §8. */
const TRANSPORT_TEXTS = {
  ECONNABORTED: 'Request timed out. Please try again.',
  ERR_NETWORK: 'Network Error. Please try again.',
  ERR_INTERNET_DISCONNECTED: 'No internet connection. Please try again.',
} as const;
export type TransportCode = keyof typeof TRANSPORT_TEXTS;

/** A call that failed. `status` 0 means that no answer came; `code` is the problem's code, a transport code, or `HTTP`. */
export class HttpError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.name = 'HttpError';
    this.code = code;
    this.status = status;
  }
}

/** Whether a failure is one of the transport: no answer came. */
export function isTransportError(error: unknown): error is HttpError & { code: TransportCode } {
  return error instanceof HttpError && Object.hasOwn(TRANSPORT_TEXTS, error.code);
}

/** The text of a failure for a toast or a view: the answer's error, else its message (contract calls §3.3). */
export function failureText(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'An error occurred';
}

export interface RequestOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

/** A body and the total of its `content-range` header, where one was sent. */
export interface Answer<T> {
  body: T;
  contentRange: string | null;
}

/** The one way to the server. Bodies are JSON in the shapes of the contract. */
export interface Http {
  get<T>(path: string, options?: RequestOptions): Promise<T>;
  getWithRange<T>(path: string, options?: RequestOptions): Promise<Answer<T>>;
  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
}

export interface HttpDependencies {
  fetch: typeof fetch;
  isOnline: () => boolean;
}

const TIMEOUT_MS = 60_000;

function transportError(code: TransportCode): HttpError {
  return new HttpError(code, 0, TRANSPORT_TEXTS[code]);
}

async function problemOf(response: Response): Promise<HttpError> {
  const fallback = new HttpError('HTTP', response.status, `HTTP ${response.status}: ${response.statusText}`);
  try {
    const body: Partial<ProblemBody> = await response.json();
    const text = body.error || body.message;
    return text ? new HttpError(body.code ?? 'HTTP', response.status, text) : fallback;
  } catch {
    return fallback;
  }
}

/**
 * Makes the client. A caller's abort is passed on as it is (an `AbortError`); a time-out, a network failure and being
 * offline become an {@link HttpError} with a transport code; an error answer becomes one with the problem's code.
 */
export function createHttp({ fetch, isOnline }: HttpDependencies): Http {
  async function send<T>(
    method: string,
    path: string,
    body: unknown,
    options: RequestOptions = {},
  ): Promise<Answer<T>> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    try {
      const response = await fetch(path, {
        method,
        signal,
        headers: {
          Accept: 'application/json',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...options.headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw await problemOf(response);
      return { body: await response.json(), contentRange: response.headers.get('content-range') };
    } catch (error) {
      if (error instanceof HttpError || options.signal?.aborted) throw error;
      if (timeout.aborted) throw transportError('ECONNABORTED');
      if (error instanceof SyntaxError)
        throw new HttpError('BAD_ANSWER', 200, 'The server sent an answer that cannot be read');
      throw transportError(isOnline() ? 'ERR_NETWORK' : 'ERR_INTERNET_DISCONNECTED');
    }
  }
  return {
    get: async <T>(path: string, options?: RequestOptions) => (await send<T>('GET', path, undefined, options)).body,
    getWithRange: <T>(path: string, options?: RequestOptions) => send<T>('GET', path, undefined, options),
    post: async <T>(path: string, body?: unknown, options?: RequestOptions) =>
      (await send<T>('POST', path, body, options)).body,
  };
}
