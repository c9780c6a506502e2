import { AppError, toProblem } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseEncoding } from './encode.ts';
import { errorBody, toAppError } from './errors.ts';
import { createCookieGuard, createHostGuard, createOriginGuard, type GuardSettings, isLoopback } from './guards.ts';
import { inlineScriptHashes, securityHeaders } from './headers.ts';
import { canonicalUrl, isApiPath, routePaths } from './paths.ts';

const settings: GuardSettings = { host: '127.0.0.1', trustedHosts: [], publicEndpoint: null, corsOrigin: null };

describe('canonicalUrl', () => {
  it.each([
    ['/api/summary?a=1', '/api/summary?a=1'],
    ['/canary/api/summary', '/api/summary'],
    ['/api/canary/api/summary', '/api/summary'],
    ['/api/canary/summary', '/api/summary'],
    ['/api/canary/about', '/api/about'],
    ['/canary/about', '/api/about'],
    ['/api/canary/run/check/x', '/api/run/check/x'],
    ['//api//canary//api/summary', '/api/summary'],
    ['/api//db/checks?url=http://a//b', '/api/db/checks?url=http://a//b'],
    ['/canary', '/api/'],
    ['/canaryx/api', '/canaryx/api'],
    ['/api/canaries', '/api/canaries'],
    ['/canary/apiary', '/api/apiary'],
    ['/health', '/health'],
    ['/', '/'],
  ])('%s is %s', (url, expected) => {
    expect(canonicalUrl(url)).toBe(expected);
  });

  it('keeps the query and leaves no double slash in the path', () => {
    const piece = fc.constantFrom('/', '//', 'api', 'canary', 'about', 'a', '.', '..', '%2F', '&', '=', ':', '@', 'é');
    const pieces = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pieces, pieces, (path, query) => {
        const [canonical = '', ...rest] = canonicalUrl(`/${path}?${query}`).split('?');
        expect(rest.join('?')).toBe(query);
        expect(canonical).toMatch(/^\/(?!\/)/);
        expect(canonical).not.toContain('//');
      }),
    );
  });
});

describe('routePaths', () => {
  it('puts what is outside /api also inside', () => {
    expect(routePaths('/about')).toEqual(['/about', '/api/about']);
    expect(routePaths('/api/summary')).toEqual(['/api/summary']);
  });

  it('tells API paths from pages', () => {
    expect(['/api', '/api/x', '/assets/a.js', '/canary/x'].every(isApiPath)).toBe(true);
    expect(['/', '/health', '/apis', '/settings/api'].some(isApiPath)).toBe(false);
  });
});

describe('chooseEncoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    ['', null],
    [undefined, null],
  ])('%s gives %s', (accepted, expected) => {
    expect(chooseEncoding(accepted)).toBe(expected);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['br', 'gzip', null]).toContain(chooseEncoding(text));
      }),
    );
  });
});

describe('toAppError', () => {
  it.each([
    [{ code: 'ECONNREFUSED' }, 'DATABASE_UNAVAILABLE'],
    [{ code: '57P01' }, 'DATABASE_UNAVAILABLE'],
    [{ code: '08006' }, 'DATABASE_UNAVAILABLE'],
    [new Error('Connection terminated unexpectedly'), 'DATABASE_UNAVAILABLE'],
    [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 'REQUEST_INVALID'],
    [{ code: '42P01' }, 'INTERNAL'],
    ['text', 'INTERNAL'],
    [null, 'INTERNAL'],
  ])('%s is %s', (thrown, code) => {
    expect(toAppError(thrown).code).toBe(code);
  });
});

describe('createHostGuard', () => {
  const check = (host: string | undefined, change: Partial<GuardSettings> = {}) =>
    createHostGuard({ ...settings, ...change })({ method: 'GET', headers: { host } });

  it.each(['localhost:8080', '127.0.0.1', '127.1.2.3:1', '[::1]:8080', 'app.localhost', 'LOCALHOST'])(
    'takes %s',
    (host) => {
      expect(check(host)).toBeUndefined();
    },
  );

  it.each(['evil.test', '10.0.0.1', 'localhost.evil.test', '', undefined])('refuses %s', (host) => {
    expect(() => check(host)).toThrow(expect.objectContaining({ code: 'ACCESS_DENIED' }));
  });

  it('looks at the host of each request, whatever the one before named', () => {
    const guard = createHostGuard(settings);
    const ask = (host: string | undefined) => guard({ method: 'GET', headers: { host } });
    for (const host of ['localhost:8080', 'localhost:8080', '127.0.0.1']) expect(ask(host)).toBeUndefined();
    for (const host of ['evil.test', undefined, '']) {
      expect(() => ask(host)).toThrow(expect.objectContaining({ code: 'ACCESS_DENIED' }));
    }
    expect(ask('localhost:8080')).toBeUndefined();
  });

  it('takes the names that the settings give, and any when it listens on the network', () => {
    expect(check('ops.test:80', { trustedHosts: ['Ops.test'] })).toBeUndefined();
    expect(check('ops.test', { publicEndpoint: 'https://ops.test/x' })).toBeUndefined();
    expect(check('evil.test', { host: '0.0.0.0' })).toBeUndefined();
  });

  it('knows loopback', () => {
    expect(['localhost', '::1', '127.0.0.9'].every(isLoopback)).toBe(true);
    expect(['127.evil.test', '0.0.0.0', '10.0.0.1', ''].some(isLoopback)).toBe(false);
  });
});

describe('createOriginGuard', () => {
  const check = (method: string, headers: Record<string, string>, change: Partial<GuardSettings> = {}) =>
    createOriginGuard({ ...settings, ...change })({ method, headers: { host: 'localhost:8080', ...headers } });

  it.each([
    ['GET', { 'sec-fetch-site': 'cross-site' }],
    ['POST', {}],
    ['POST', { 'sec-fetch-site': 'same-origin' }],
    ['POST', { 'sec-fetch-site': 'none' }],
    ['POST', { origin: 'http://localhost:8080' }],
  ])('takes %s %o', (method, headers) => {
    expect(check(method, headers)).toBeUndefined();
  });

  it.each([
    ['POST', { 'sec-fetch-site': 'cross-site' }],
    ['POST', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:9' }],
    ['PATCH', { origin: 'http://evil.test' }],
    ['DELETE', { origin: 'null' }],
  ])('refuses %s %o', (method, headers) => {
    expect(() => check(method, headers)).toThrow(expect.objectContaining({ code: 'ACCESS_DENIED' }));
  });

  it('takes the configured origin', () => {
    const headers = { origin: 'https://ops.test', 'sec-fetch-site': 'cross-site' };
    expect(check('POST', headers, { corsOrigin: 'https://ops.test/' })).toBeUndefined();
  });
});

describe('createCookieGuard', () => {
  const own = { origin: 'http://localhost:8080' };
  const json = { 'content-type': 'application/json; charset=utf-8', 'content-length': '2' };
  const check = (method: string, headers: Record<string, string>, change: Partial<GuardSettings> = {}) =>
    createCookieGuard({ ...settings, ...change })({ method, headers: { host: 'localhost:8080', ...headers } });

  it.each([
    ['GET', { origin: 'https://evil.test', 'content-type': 'text/plain' }],
    ['POST', { ...own, ...json }],
    ['POST', { 'sec-fetch-site': 'same-origin', 'content-type': 'application/problem+json' }],
    ['DELETE', own],
    ['POST', { ...own, 'content-length': '0' }],
  ])('takes %s %o', (method, headers) => {
    expect(check(method, headers)).toBeUndefined();
  });

  it.each([
    ['POST', json, 'ACCESS_DENIED'],
    ['POST', { ...json, 'sec-fetch-site': 'none' }, 'ACCESS_DENIED'],
    ['DELETE', { origin: 'https://evil.test' }, 'ACCESS_DENIED'],
    ['POST', { ...own, 'content-type': 'text/plain' }, 'MEDIA_TYPE_REFUSED'],
    ['POST', { ...own, 'content-type': 'text/plain; application/json' }, 'MEDIA_TYPE_REFUSED'],
    ['POST', { ...own, 'content-type': 'application/jsonx' }, 'MEDIA_TYPE_REFUSED'],
    ['POST', { ...own, 'content-length': '2' }, 'MEDIA_TYPE_REFUSED'],
    ['POST', { ...own, 'transfer-encoding': 'chunked' }, 'MEDIA_TYPE_REFUSED'],
  ])('refuses %s %o with %s', (method, headers, code) => {
    expect(() => check(method, headers)).toThrow(expect.objectContaining({ code }));
  });

  it('takes the public address', () => {
    const headers = { ...json, origin: 'https://ops.test' };
    expect(check('POST', headers, { publicEndpoint: 'https://ops.test/quarterdeck' })).toBeUndefined();
  });
});

describe('errorBody', () => {
  it.each([
    ['SECOND_FACTOR_REQUIRED', 'session_aal2_required', 'aal=aal2'],
    ['SESSION_REFRESH_REQUIRED', 'session_refresh_required', 'refresh=true'],
  ] as const)('tells %s as the identity service does, beside the problem', (code, id, query) => {
    const address = `https://ops.test/api/.ory/self-service/login/browser?${query}`;
    expect(errorBody(new AppError(code), 'https://ops.test')).toMatchObject({
      code,
      status: 403,
      message: expect.any(String),
      error: { id, code: 403, status: 'Forbidden', details: { redirect_browser_to: address } },
      redirect_browser_to: address,
    });
  });

  it('leaves any other problem as it is', () => {
    expect(errorBody(new AppError('CHECK_NOT_FOUND'), 'https://ops.test')).toEqual(
      toProblem(new AppError('CHECK_NOT_FOUND')),
    );
  });
});

describe('securityHeaders', () => {
  it('lets no inline script run but by its hash', () => {
    const html = '<script>let a = 1</script><script src="/x.js"></script><script type="module" src="/y.js"></script>';
    const hashes = inlineScriptHashes(html);
    expect(hashes).toEqual(['sha256-LAfYd7pbFUgwfQu8b4q135PeTG2z+/coPEUYCd74eCQ=']);
    const policy = securityHeaders(hashes)['content-security-policy'] ?? '';
    expect(policy).toContain(`script-src 'self' '${hashes[0]}'`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false);
  });
});
