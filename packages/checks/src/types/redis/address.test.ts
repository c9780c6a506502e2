import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRedisAddress } from './address.ts';

const plain = { tls: false, username: '', password: '', db: null };

describe('parseRedisAddress', () => {
  it.each([
    ['cache', { host: 'cache', port: 6379, ...plain }],
    ['cache:7000', { host: 'cache', port: 7000, ...plain }],
    ['redis://cache/3', { host: 'cache', port: 6379, ...plain, db: 3 }],
    ['rediss://cache:1', { host: 'cache', port: 1, ...plain, tls: true }],
    ['REDISS://cache:1', { host: 'cache', port: 1, ...plain, tls: true }],
    ['[::1]:7000', { host: '::1', port: 7000, ...plain }],
    ['redis://ann:p%40ss@cache', { host: 'cache', port: 6379, ...plain, username: 'ann', password: 'p@ss' }],
    ['redis://:100%@cache/x', { host: 'cache', port: 6379, ...plain, password: '100%' }],
  ])('%s', (text, expected) => {
    expect(parseRedisAddress(text)).toEqual(expected);
  });

  it.each(['', 'redis://', 'a b', 'cache:99999', 'redis://:7000'])('refuses %j', (text) => {
    expect(() => parseRedisAddress(text)).toThrow(expect.objectContaining({ code: 'DOCUMENT_FIELD' }));
  });

  it('reads back what was escaped into a URL', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        word,
        word,
        fc.integer({ min: 1, max: 65_535 }),
        fc.nat({ max: 15 }),
        (username, password, port, db) => {
          const url = `redis://${encodeURIComponent(username)}:${encodeURIComponent(password)}@cache:${port}/${db}`;
          expect(parseRedisAddress(url)).toEqual({ host: 'cache', port, tls: false, username, password, db });
        },
      ),
    );
  });
});
