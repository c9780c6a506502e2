import { describe, expect, it, vi } from 'vitest';
import { createHttp, failureText, HttpError, isTransportError } from './http.ts';

const answer = (body: unknown, init: ResponseInit = {}): Response => new Response(JSON.stringify(body), init);

function httpWith(respond: (path: string, init: RequestInit) => Promise<Response>, online = true) {
  const fetch = vi.fn((path: unknown, init: unknown) => respond(String(path), (init ?? {}) as RequestInit));
  return { fetch, http: createHttp({ fetch: fetch as never, isOnline: () => online }) };
}

async function caught(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('createHttp', () => {
  it('reads a body, with its range where asked', async () => {
    const { http } = httpWith(async () => answer([1], { headers: { 'content-range': '0-0/9' } }));
    expect(await http.get('/api/x')).toEqual([1]);
    expect(await http.getWithRange('/api/x')).toEqual({ body: [1], contentRange: '0-0/9' });
  });

  it('downloads a file as it is, and fails as all else does', async () => {
    const { http } = httpWith(async (path) =>
      path === '/api/file' ? new Response('a,b\r\n') : answer({ code: 'AUDIT_EXPORT_TOO_LARGE' }, { status: 400 }),
    );
    expect(await (await http.download('/api/file')).text()).toBe('a,b\r\n');
    expect(await caught(http.download('/api/other'))).toMatchObject({ code: 'AUDIT_EXPORT_TOO_LARGE', status: 400 });
  });

  it('sends JSON only where there is a body', async () => {
    const { http, fetch } = httpWith(async () => answer({}));
    await http.post('/api/run');
    await http.post('/api/run', { a: 1 });
    const [bare, full] = fetch.mock.calls.map(([, init]) => init as RequestInit);
    expect(bare?.body).toBeUndefined();
    expect(bare?.headers).not.toHaveProperty('Content-Type');
    expect(full?.body).toBe('{"a":1}');
    expect(full?.headers).toMatchObject({ 'Content-Type': 'application/json' });
  });

  it('maps a problem to its code and text', async () => {
    const { http } = httpWith(async () =>
      answer({ code: 'DATABASE_UNAVAILABLE', error: 'no database', message: 'other' }, { status: 503 }),
    );
    expect(await caught(http.get('/api/x'))).toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      status: 503,
      message: 'no database',
    });
  });

  it('tells of a sign-in that is missing or owes its second step, and of nothing else', async () => {
    const heard: string[] = [];
    let response = answer({});
    const http = createHttp({
      fetch: (async () => response) as never,
      isOnline: () => true,
      onUnauthorized: () => heard.push('sign in'),
      onSecondFactor: () => heard.push('second step'),
    });
    const owed = { id: 'session_aal2_required', code: 403 };
    for (const [status, body] of [
      [401, { code: 'UNAUTHENTICATED' }],
      [403, { code: 'SECOND_FACTOR_REQUIRED', error: owed, message: 'The second step of the sign-in is owed' }],
      [403, { code: 'ACCESS_DENIED' }],
      [500, {}],
    ] as const) {
      response = answer(body, { status });
      expect(await caught(http.get('/api/auth/whoami'))).toBeInstanceOf(HttpError);
    }
    expect(heard).toEqual(['sign in', 'second step']);
    response = answer({ code: 'SECOND_FACTOR_REQUIRED', error: owed, message: 'in words' }, { status: 403 });
    expect(await caught(http.get('/api/x'))).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED', message: 'in words' });
  });

  it('falls back to the status of an answer that is no problem', async () => {
    const { http } = httpWith(async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    expect(await caught(http.get('/api/x'))).toMatchObject({ code: 'HTTP', message: 'HTTP 502: Bad Gateway' });
  });

  it.each([
    [true, 'ERR_NETWORK', 'Network Error. Please try again.'],
    [false, 'ERR_INTERNET_DISCONNECTED', 'No internet connection. Please try again.'],
  ])('tells a network failure when online is %s', async (online, code, text) => {
    const { http } = httpWith(async () => Promise.reject(new TypeError('Failed to fetch')), online);
    const error = await caught(http.get('/api/x'));
    expect(error).toMatchObject({ code, status: 0, message: text });
    expect(isTransportError(error)).toBe(true);
  });

  it('tells a time-out', async () => {
    const { http } = httpWith(
      (_path, init) =>
        new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    expect(await caught(http.get('/api/x', { timeoutMs: 1 }))).toMatchObject({
      code: 'ECONNABORTED',
      message: 'Request timed out. Please try again.',
    });
  });

  it('passes the abort of a caller on as it is', async () => {
    const { http } = httpWith(
      (_path, init) =>
        new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    const abort = new AbortController();
    const running = caught(http.get('/api/x', { signal: abort.signal }));
    abort.abort();
    expect(await running).toMatchObject({ name: 'AbortError' });
  });

  it('tells of a 401 to who leads to the login, and fails as any other', async () => {
    const onUnauthorized = vi.fn();
    const fetch = async () => answer({ code: 'UNAUTHENTICATED', error: 'sign in' }, { status: 401 });
    const http = createHttp({ fetch: fetch as never, isOnline: () => true, onUnauthorized });
    expect(await caught(http.get('/api/x'))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(onUnauthorized).toHaveBeenCalledTimes(1);
  });

  it('says so when an answer cannot be read', async () => {
    const { http } = httpWith(async () => new Response('nonsense'));
    expect(await caught(http.get('/api/x'))).toMatchObject({ code: 'BAD_ANSWER' });
  });
});

describe('failureText', () => {
  it('is never empty', () => {
    expect(failureText(new HttpError('HTTP', 500, 'x'))).toBe('x');
    expect(failureText(new Error(''))).toBe('An error occurred');
    expect(failureText('odd')).toBe('odd');
    expect(failureText({})).toBe('An error occurred');
    expect(isTransportError(new Error('x'))).toBe(false);
  });
});
