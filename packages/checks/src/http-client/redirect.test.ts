import { describe, expect, it } from 'vitest';
import { type Hop, nextHop } from './redirect.ts';

const hop: Hop = {
  url: new URL('https://a.example/start'),
  method: 'POST',
  headers: [
    ['Authorization', 'Token x'],
    ['Cookie', 'c=1'],
    ['Content-Type', 'text/plain'],
    ['X-Other', '1'],
  ],
  body: 'data',
  auth: { kind: 'basic', username: 'u', password: 'p' },
};
const to = (status: number, location: string | undefined, from: Hop = hop, followed = 0, max = 10) =>
  nextHop(from, { status, location }, followed, max);

describe('nextHop', () => {
  it.each([301, 302, 303])('%d turns into GET without the body', (status) => {
    expect(to(status, '/next')).toMatchObject({ method: 'GET', body: undefined, url: { pathname: '/next' } });
    expect(to(status, '/next')?.headers.map(([name]) => name)).toEqual(['Authorization', 'Cookie', 'X-Other']);
  });

  it.each([307, 308])('%d keeps method and body', (status) => {
    expect(to(status, '/next')).toMatchObject({ method: 'POST', body: 'data', headers: hop.headers });
  });

  it('keeps HEAD', () => {
    expect(to(302, '/next', { ...hop, method: 'HEAD', body: undefined })?.method).toBe('HEAD');
  });

  it('keeps credentials within the origin only', () => {
    expect(to(307, 'https://a.example/next')?.auth).toEqual(hop.auth);
    for (const other of ['https://b.example/', 'http://a.example/', 'https://a.example:8443/', '//b.example/']) {
      const next = to(307, other);
      expect(next?.auth).toBeUndefined();
      expect(next?.headers).toEqual([
        ['Content-Type', 'text/plain'],
        ['X-Other', '1'],
      ]);
    }
  });

  it('uses the credentials of the location', () => {
    const next = to(302, 'https://me:secret@b.example/');
    expect(next?.auth).toEqual({ kind: 'basic', username: 'me', password: 'secret' });
    expect(next?.url.href).toBe('https://b.example/');
  });

  it('leads nowhere without a location, with another status, or when none is to be followed', () => {
    expect(to(302, undefined)).toBeNull();
    expect(to(304, '/next')).toBeNull();
    expect(to(200, '/next')).toBeNull();
    expect(to(302, '/next', hop, 0, 0)).toBeNull();
  });

  it('stops after the limit', () => {
    expect(to(302, '/next', hop, 9, 10)).not.toBeNull();
    expect(() => to(302, '/next', hop, 10, 10)).toThrow(expect.objectContaining({ code: 'TOO_MANY_REDIRECTS' }));
  });

  it.each(['ftp://b.example/', 'http://['])('refuses %s', (location) => {
    expect(() => to(302, location)).toThrow(expect.objectContaining({ code: 'URL_INVALID' }));
  });
});
