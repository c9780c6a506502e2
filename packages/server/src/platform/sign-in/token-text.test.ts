import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isToken, newToken, readToken, tokenOf } from './token-text.ts';

const ID = '0199aaaa-0000-7000-8000-00000000000a';
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('a token', () => {
  it('is read back as what is kept of it, which is not its secret', () => {
    const { text, hash } = newToken(ID);
    expect(text).toMatch(/^mct_0199aaaa00007000800000000000000a_[\w-]{43}$/);
    expect(readToken(text)).toEqual({ id: ID, hash });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(text).not.toContain(hash);
    expect(isToken(text)).toBe(true);
    expect(newToken(ID).hash).not.toBe(hash);
  });

  it.each(['', 'mct_', 'mct_x_y', 'x'.repeat(100), `${newToken(ID).text}x`, ` ${newToken(ID).text}`])(
    '%j is none',
    (text) => {
      expect(readToken(text)).toBeNull();
    },
  );

  it('another secret has another hash', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{43}$/), fc.stringMatching(/^[\w-]{43}$/), (a, b) => {
        const read = (secret: string) => readToken(`mct_${ID.replaceAll('-', '')}_${secret}`)?.hash;
        expect(read(a) === read(b)).toBe(a === b);
      }),
    );
  });
});

describe('tokenOf', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer  abc ', 'abc'],
    [basic('token:abc'), 'abc'],
    [basic('TOKEN:a:b:c'), 'a:b:c'],
    [basic('token:'), ''],
    [basic('ada@example.test:a fine long phrase'), null],
    [basic('token'), null],
    ['Digest abc', null],
    ['abc', null],
    ['Bearer', null],
    ['Bearer a b', null],
    ['', null],
  ])('%j holds %j', (header, expected) => {
    expect(tokenOf(header)).toBe(expected);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('Basic ', 'Bearer ', ''), (text, scheme) => {
        const found = tokenOf(scheme + text);
        expect(found === null || typeof found === 'string').toBe(true);
        expect(readToken(text)).toBeNull();
      }),
    );
  });
});
