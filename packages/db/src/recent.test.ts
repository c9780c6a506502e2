import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packResult, resultCode, unpackRecent } from './recent.ts';

describe('resultCode', () => {
  it('tells passed, failed and unknown', () => {
    expect([true, false, null].map(resultCode)).toEqual([1, 0, 2]);
  });
});

describe('packResult', () => {
  it('fits an int4 whatever the duration', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.constantFrom(true, false, null), (ms, status) => {
        const value = packResult(ms, status);
        expect(Number.isInteger(value) && value >= 0 && value <= 2_147_483_647).toBe(true);
      }),
    );
  });

  it('counts a missing duration as none', () => {
    expect(packResult(null, true)).toBe(1);
  });
});

describe('unpackRecent', () => {
  it('gives back what was packed', () => {
    const result = fc.tuple(
      fc.integer({ min: 0, max: 2_147_483_647 }),
      fc.integer({ min: 0, max: 536_870_910 }),
      fc.constantFrom(true, false, null),
    );
    fc.assert(
      fc.property(fc.array(result, { maxLength: 40 }), (results) => {
        const unpacked = unpackRecent(
          results.map(([at]) => at),
          results.map(([, ms, status]) => packResult(ms, status)),
        );
        expect(unpacked).toEqual(results.map(([at, ms, status]) => [at, ms, resultCode(status)]));
      }),
    );
  });

  it('keeps the newest 40', () => {
    const at = Array.from({ length: 50 }, (_, index) => index);
    const unpacked = unpackRecent(
      at,
      at.map((index) => packResult(index, true)),
    );
    expect(unpacked).toHaveLength(40);
    expect(unpacked[0]).toEqual([10, 10, 1]);
    expect(unpacked.at(-1)).toEqual([49, 49, 1]);
  });
});
