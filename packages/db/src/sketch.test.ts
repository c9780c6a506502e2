import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sketchIndex, sketchOf, sketchQuantile, sketchValue } from './sketch.ts';

const durations = fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 3_600_000 })), {
  minLength: 1,
  maxLength: 400,
});

/** As percentile_disc: the smallest value whose cumulative share is at least p. */
function exact(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(p * sorted.length)) - 1] ?? 0;
}

describe('sketchIndex', () => {
  it.each([
    [-5, 0],
    [0, 0],
    [99, 99],
    [100, 100],
    [101, 101],
    [102, 101],
    [103, 102],
    [200, 169],
  ])('puts %i ms into %i', (ms, index) => {
    expect(sketchIndex(ms)).toBe(index);
  });

  it('never falls as durations grow', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_147_483_646 }), (ms) => {
        expect(sketchIndex(ms + 1)).toBeGreaterThanOrEqual(sketchIndex(ms));
      }),
    );
  });
});

describe('sketchValue', () => {
  it('lies within 1 % of every duration of its range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (ms) => {
        expect(Math.abs(sketchValue(sketchIndex(ms)) - ms)).toBeLessThanOrEqual(ms * 0.01);
      }),
    );
  });
});

describe('sketchOf', () => {
  it('is flat, sorted by index, and counts every duration', () => {
    expect(sketchOf([5, 3, 5, 250])).toEqual([3, 1, 5, 2, 192, 1]);
  });
});

describe('sketchQuantile', () => {
  it('is null without durations', () => {
    expect(sketchQuantile([], 0.5)).toBeNull();
  });

  it('is within 1 % of the exact quantile', () => {
    fc.assert(
      fc.property(durations, fc.constantFrom(0, 0.5, 0.95, 0.97, 0.99, 1), (values, p) => {
        const truth = exact(values, p);
        expect(Math.abs((sketchQuantile(sketchOf(values), p) ?? Number.NaN) - truth)).toBeLessThanOrEqual(truth * 0.01);
      }),
    );
  });
});
