import { describe, expect, it } from 'vitest';
import { parseHttpUrl, portOf } from './url.ts';

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
