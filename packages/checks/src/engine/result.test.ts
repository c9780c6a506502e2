import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, jsonSafe, sanitiseEndpoint, storableText } from './result.ts';

describe('jsonSafe', () => {
  test('keeps what JSON can hold and converts the rest', () => {
    const value = {
      small: 5n,
      large: 2n ** 64n,
      date: new Date(0),
      invalidDate: new Date(Number.NaN),
      map: new Map([['a', 1]]),
      set: new Set([1, 2]),
      error: new Error('boom'),
      bytes: new Uint8Array([104, 105]),
      nan: Number.NaN,
      fn: () => 1,
      missing: undefined,
      list: [undefined, null, true],
      text: 'a\u0000b\ud800',
      custom: { toJSON: () => ({ inner: 1n }) },
    };
    expect(jsonSafe(value)).toEqual({
      small: 5,
      large: '18446744073709551616',
      date: '1970-01-01T00:00:00.000Z',
      invalidDate: null,
      map: { a: 1 },
      set: [1, 2],
      error: 'boom',
      bytes: 'aGk=',
      nan: null,
      list: [null, null, true],
      text: 'ab\ufffd',
      custom: { inner: 1 },
    });
  });

  test('marks cycles but keeps what is only shared', () => {
    const shared = { x: 1 };
    const cyclic: Record<string, unknown> = { a: shared, b: shared };
    cyclic.self = cyclic;
    expect(jsonSafe(cyclic)).toEqual({ a: { x: 1 }, b: { x: 1 }, self: '[circular]' });
  });

  test('does not follow an endless depth', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 500; level++) deep = [deep];
    expect(JSON.stringify(jsonSafe(deep))).toContain('[too deep]');
  });

  test('does not change the prototype by a key', () => {
    const parsed = JSON.parse('{"__proto__": {"polluted": true}}');
    const safe = jsonSafe(parsed);
    expect(JSON.stringify(safe)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('replaces what is too large', () => {
    expect(jsonSafe('x'.repeat(2_000_000))).toMatchObject({ truncated: true });
  });

  test('any value survives a round trip through JSON', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }), (value) => {
        const safe = jsonSafe(value);
        const back = JSON.parse(JSON.stringify(safe));
        expect(JSON.stringify(back)).toBe(JSON.stringify(safe));
        expect(JSON.stringify(safe)).not.toContain('\\u0000');
      }),
    );
  });
});

describe('sanitiseEndpoint', () => {
  test.each([
    ['https://user:secret@host/path', 'https://host/path'],
    ['https://token@host', 'https://host'],
    ['https://host:8080/@someone', 'https://host:8080/@someone'],
    ['postgres://u:pa/ss@host:5432/db', 'postgres://host:5432/db'],
    ['git::https://u:p@host/repo', 'https://host/repo'],
    ['server=h;user id=u;password=p;port=1', 'server=h;user id=u;password=###;port=1'],
    ['user:pass@tcp(host:3306)/db', 'tcp(host:3306)/db'],
    ['user=a PASSWORD=secret', 'user=a password=###'],
    ['host:443', 'host:443'],
    ['http://user:p@ss@example.com/x@y', 'http://example.com/x@y'],
    ['//user:pass@example.com', '//example.com'],
    ['server=h;password=abc def;port=1', 'server=h;password=###;port=1'],
    ['https://$(.user):$(.pass)@example.com/', 'https://example.com/'],
    ['connection://default/name', 'connection://default/name'],
    ['see https://a:b@one.example and https://c:d@two.example', 'see https://one.example and https://two.example'],
    ['/var/log', '/var/log'],
  ])('%s', (endpoint, expected) => {
    expect(sanitiseEndpoint(endpoint)).toBe(expected);
  });

  test('never lets a password of a URL through', () => {
    const word = fc.string({ minLength: 5, unit: fc.constantFrom(...'abcxyz0189-._~!$&*+,;=') });
    fc.assert(
      fc.property(word, (secret) => {
        expect(sanitiseEndpoint(`https://me:${secret}@example.org/x?y=1`)).toBe('https://example.org/x?y=1');
      }),
    );
  });

  test('never lets the password of any URL through', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9%!$&'()*+,;=.~-]{6,20}$/).map((text) => `Q${text}Q`);
    const scheme = fc.constantFrom('http', 'https', 'postgres', 'redis', 'git::https');
    const rest = fc.constantFrom('h', 'h:8080/a@b', '[::1]:1/x?y=a@b#c', 'a.b.example/p/q;r', '$(host)/x', 'h?p=q');
    fc.assert(
      fc.property(secret, scheme, rest, (word, first, last) => {
        expect(sanitiseEndpoint(`${first}://user:${word}@${last}`)).not.toContain(word);
      }),
    );
  });
});

test('cutText marks a cut within the limit', () => {
  expect(cutText('short', 10)).toBe('short');
  expect(cutText('0123456789x', 10)).toBe('0123456...');
  expect(storableText('a\u0000')).toBe('a');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 4, max: 40 }), (text, max) => {
      const cut = cutText(text, max);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});
