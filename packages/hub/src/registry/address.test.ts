import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backendAddress, parseBackendUrl } from './address.ts';

describe('the address of a backend', () => {
  it.each([
    ['https://ops.example.com', 'https://ops.example.com'],
    ['https://ops.example.com/', 'https://ops.example.com'],
    ['https://ops.example.com:8443/deep/api//', 'https://ops.example.com:8443/deep/api'],
    ['http://127.0.0.1:8081/api', 'http://127.0.0.1:8081/api'],
    ['http://localhost:8081/api', 'http://localhost:8081/api'],
    ['http://[::1]:8081/api', 'http://[::1]:8081/api'],
  ])('reads %s', (text, wanted) => {
    expect(parseBackendUrl(text)).toBe(wanted);
  });

  it.each([
    '',
    'ops.example.com',
    'http://ops.example.com',
    'http://127.0.0.1.evil.example/api',
    'http://10.0.0.1/api',
    'ftp://ops.example.com',
    'javascript:alert(1)',
    'https://user@ops.example.com',
    'https://user:pass@ops.example.com',
    'https://ops.example.com/?a=b',
    'https://ops.example.com/#x',
    'https://ops.example.com\\@evil.example',
    'https://ops.example.com/a b',
    `https://ops.example.com/${'a'.repeat(2048)}`,
  ])('refuses %j', (text) => {
    expect(() => parseBackendUrl(text)).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }));
  });

  it('is total, and what it reads it reads the same again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })), (text) => {
        let read: string;
        try {
          read = parseBackendUrl(text);
        } catch (error) {
          expect(error).toMatchObject({ code: 'REQUEST_INVALID' });
          return;
        }
        expect(parseBackendUrl(read)).toBe(read);
      }),
    );
  });
});

describe('where a call goes', () => {
  it.each([
    ['/api/db/people?select=a%2Fb', 'https://b.example/deep/api/db/people?select=a%2Fb'],
    ['/api', 'https://b.example/deep/api'],
    ['/api?a=b', 'https://b.example/deep/api?a=b'],
    ['/apiary', 'https://b.example/deep/api/apiary'],
  ])('%s leads below the address', (path, wanted) => {
    expect(backendAddress('https://b.example/deep/api', path).href).toBe(wanted);
  });

  it('never leaves the host of the backend', () => {
    fc.assert(
      fc.property(fc.string(), (rest) => {
        const path = `/api/${rest}`;
        if (!URL.canParse(`https://b.example/api${path.slice(4)}`)) return;
        expect(backendAddress('https://b.example/api', path).origin).toBe('https://b.example');
      }),
    );
  });
});
