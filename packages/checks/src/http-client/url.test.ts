import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHttpUrl, portOf, sanitizeUrl } from './url.ts';

describe('sanitizeUrl', () => {
  it.each([
    ['https://user:pass@example.com/a?b=c', 'https://example.com/a?b=c'],
    ['http://user@example.com', 'http://example.com'],
    ['http://user:p@ss@example.com/x@y', 'http://example.com/x@y'],
    ['//user:pass@example.com', '//example.com'],
    ['git::https://t:x@example.com/r.git', 'https://example.com/r.git'],
    ['server=h;password=abc def;port=1', 'server=h;password=###;port=1'],
    ['https://$(.user):$(.pass)@example.com/', 'https://example.com/'],
    ['connection://default/name', 'connection://default/name'],
    ['see https://a:b@one.example and https://c:d@two.example', 'see https://one.example and https://two.example'],
  ])('%s', (text, expected) => {
    expect(sanitizeUrl(text)).toBe(expected);
  });

  it('never lets the userinfo of a URL through', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9%!$&'()*+,;=.~-]{6,20}$/).map((text) => `Q${text}Q`);
    fc.assert(
      fc.property(secret, fc.webUrl({ validSchemes: ['http', 'https'] }), (word, url) => {
        const [scheme, rest] = url.split('://');
        expect(sanitizeUrl(`${scheme}://user:${word}@${rest}`)).not.toContain(word);
      }),
    );
  });
});

describe('parseHttpUrl', () => {
  it('takes credentials and fragment out', () => {
    const { url, credentials } = parseHttpUrl('https://a%40b:c%3Ad@example.com:8443/x?y#z');
    expect(url.href).toBe('https://example.com:8443/x?y');
    expect(credentials).toEqual({ username: 'a@b', password: 'c:d' });
  });

  it('keeps a wrong escape as it is written', () => {
    expect(parseHttpUrl('http://user:100%@example.com').credentials).toEqual({ username: 'user', password: '100%' });
  });

  it('has no credentials where there are none', () => {
    expect(parseHttpUrl('http://example.com').credentials).toBeNull();
  });

  it.each(['ftp://example.com', 'nonsense', 'http://'])('refuses %s', (text) => {
    expect(() => parseHttpUrl(text)).toThrow(expect.objectContaining({ code: 'URL_INVALID' }));
  });

  it('hides credentials in the text of its error', () => {
    expect(() => parseHttpUrl('http://user:secret@exa mple.com')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });
});

describe('portOf', () => {
  it.each([
    ['http://a', 80],
    ['https://a', 443],
    ['https://a:8443', 8443],
  ])('%s', (url, port) => {
    expect(portOf(new URL(url))).toBe(port);
  });
});
