import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQueryString, writeQueryString } from '../../../data/query-string.ts';
import { CLOSED_LIMIT, fitsAddress, parseClosed } from './closed.ts';

describe('names of collapsed groups in the address', () => {
  it.each(['', '{', 'null', '"a"', '{"a":1}', '[]', '[1,null]', undefined, 7])('%s is none', (value) => {
    expect(parseClosed(value)).toBeUndefined();
  });

  it('are read once each, and only texts', () => {
    expect(parseClosed('["a","b",3,"a"]')).toEqual(['a', 'b']);
    expect(parseClosed(['a', 'b'])).toEqual(['a', 'b']);
  });

  it('have room up to the limit, as the address writes them', () => {
    const names = (letter: string) => Array.from({ length: 60 }, (_, i) => `${letter}${i}`);
    expect(fitsAddress(names('a').slice(0, 35))).toBe(true);
    expect(fitsAddress(names('ü').slice(0, 35))).toBe(false);
    expect(fitsAddress(names('a'))).toBe(false);
    expect(parseClosed(JSON.stringify(names('a')))).toBeUndefined();
  });

  it('are read back as they are written, or not at all, and never make it longer than the limit', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (closed) => {
        const read = parseClosed(parseQueryString(writeQueryString({ closed })).closed);
        expect(read).toEqual(fitsAddress(closed) ? closed : undefined);
        expect(writeQueryString({ closed: read }).length).toBeLessThanOrEqual(CLOSED_LIMIT);
      }),
    );
    fc.assert(fc.property(fc.anything(), (value) => void expect(parseClosed(value)?.length).not.toBe(0)));
  });
});
