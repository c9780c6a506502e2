import { HttpError, transportError } from './http-error.ts';
import type { SendCall } from './organization-fetch.ts';
import { problemOf } from './problem.ts';

export { failureText, HttpError, isTransportError, type TransportCode } from './http-error.ts';

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
  /** A file, by the same way as all else: a link would go without what names the organisation, or its token. */
  download(path: string, options?: RequestOptions): Promise<Blob>;
  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  patch<T>(path: string, body: unknown, options?: RequestOptions): Promise<T>;
  delete<T>(path: string, options?: RequestOptions): Promise<T>;
}

export interface HttpDependencies {
  fetch: SendCall;
  isOnline: () => boolean;
  /** Hears of each 401, after which the answer fails as any other does. */
  onUnauthorized?: () => void;
  /** Hears of each call that was refused because the second step of the sign-in is owed. */
  onSecondFactor?: () => void;
}

const TIMEOUT_MS = 60_000;

/** The JSON of an answer; undefined for one without a body. */
async function bodyOf(response: Response): Promise<never> {
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as never;
}

/**
 * Makes the client. A caller's abort is passed on as it is (an `AbortError`); a time-out, a network failure and being
 * offline become an {@link HttpError} with a transport code; an error answer becomes one with the problem's code.
 */
export function createHttp({ fetch, isOnline, onUnauthorized, onSecondFactor }: HttpDependencies): Http {
  async function send<T>(
    method: string,
    path: string,
    body: unknown,
    options: RequestOptions = {},
    read: (response: Response) => Promise<T> = bodyOf,
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
      if (response.status === 401) onUnauthorized?.();
      if (!response.ok) {
        const problem = await problemOf(response);
        if (problem.code === 'SECOND_FACTOR_REQUIRED') onSecondFactor?.();
        throw problem;
      }
      return { body: await read(response), contentRange: response.headers.get('content-range') };
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
    download: async (path, options) =>
      (await send('GET', path, undefined, options, (response) => response.blob())).body,
    post: async <T>(path: string, body?: unknown, options?: RequestOptions) =>
      (await send<T>('POST', path, body, options)).body,
    patch: async <T>(path: string, body: unknown, options?: RequestOptions) =>
      (await send<T>('PATCH', path, body, options)).body,
    delete: async <T>(path: string, options?: RequestOptions) =>
      (await send<T>('DELETE', path, undefined, options)).body,
  };
}
