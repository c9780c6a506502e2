import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { upstreamUrl } from './upstream-path.ts';

const BASE = 'http://kratos.internal:4433/public/';

describe('the address of a call at the upstream', () => {
  it.each([
    ['/sessions/whoami', ''],
    ['/sessions', ''],
    ['/self-service/login/browser', '?return_to=%2Fhealth&aal=aal2'],
    ['/self-service/methods/oidc/callback/google', '?code=a&state=b'],
    ['/schemas/ZGVmYXVsdA', ''],
    ['/.well-known/ory/webauthn.js', ''],
  ])('keeps the base, the path and the query of %s', (path, query) => {
    expect(upstreamUrl(BASE, path, query)?.href).toBe(`http://kratos.internal:4433/public${path}${query}`);
  });

  it.each([
    '/admin/identities',
    '/identities',
    '/',
    '',
    '/health/alive',
    '/sessionsx',
    '/self-service/../admin/identities',
    '/self-service/./x',
    '/self-service/..',
    '/self-service/%2e%2e/admin',
    '/self-service/%2E%2E%2Fadmin',
    '/self-service/..%2fadmin',
    '/self-service/..%5cadmin',
    '/self-service\\..\\admin',
    '/self-service//evil.example',
  ])('refuses %j', (path) => {
    expect(upstreamUrl(BASE, path, '')).toBeNull();
  });

  it('never leaves the base, whatever the path and the query', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '/',
        '..',
        '.',
        '%2e',
        '%2F',
        '%5c',
        '\\',
        '@',
        ':',
        '?',
        '#',
        'admin',
        'evil.example',
        'self-service',
      ),
      fc.webPath(),
    );
    const path = fc.array(part, { maxLength: 8 }).map((parts) => `/self-service/${parts.join('')}`);
    fc.assert(
      fc.property(
        path,
        fc.oneof(
          fc.constant(''),
          fc.webQueryParameters().map((text) => `?${text}`),
        ),
        (given, query) => {
          const url = upstreamUrl(BASE, given, query);
          if (url === null) return;
          expect(url.origin).toBe('http://kratos.internal:4433');
          expect(url.pathname.startsWith('/public/self-service/')).toBe(true);
        },
      ),
    );
  });
});
