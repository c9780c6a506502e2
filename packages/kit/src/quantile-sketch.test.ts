import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addToSketch,
  mergeSketches,
  sketchCount,
  sketchIndex,
  sketchOf,
  sketchQuantile,
  sketchValue,
} from './quantile-sketch.ts';

const values = fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { minLength: 1, maxLength: 200 });

/** The exact empirical quantile, by sorting. */
function exact(list: number[], p: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(sorted.length * p)) - 1] ?? Number.NaN;
}

test('has the documented buckets', () => {
  expect([0, 1, 99, 100, 101, 102, 1000, 60_000].map(sketchIndex)).toEqual([0, 1, 99, 100, 101, 101, 331, 742]);
  expect(sketchIndex(-5)).toBe(0);
  expect(sketchIndex(7.9)).toBe(7);
});

test('is flat, sorted and without empty buckets', () => {
  expect(sketchOf([5, 3, 5, 100])).toEqual([3, 1, 5, 2, 100, 1]);
  expect(sketchOf([])).toEqual([]);
});

test('an empty sketch has no quantile', () => {
  expect(sketchQuantile([], 0.5)).toBeNull();
});

test('small values are exact', () => {
  const sketch = sketchOf([1, 2, 3, 4]);
  expect([0, 0.25, 0.5, 0.51, 1].map((p) => sketchQuantile(sketch, p))).toEqual([1, 1, 2, 3, 4]);
});

test('a bucket stands for its values to within 0.5 %', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (value) => {
      expect(Math.abs(sketchValue(sketchIndex(value)) - value)).toBeLessThanOrEqual(value * 0.005);
    }),
    { numRuns: 2000 },
  );
});

test('quantiles are within 0.5 % of the exact ones', () => {
  fc.assert(
    fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (list, p) => {
      const wanted = exact(list, p);
      expect(Math.abs((sketchQuantile(sketchOf(list), p) ?? Number.NaN) - wanted)).toBeLessThanOrEqual(wanted * 0.005);
    }),
  );
});

test('merging is the same as sketching all at once, in any order', () => {
  fc.assert(
    fc.property(values, values, values, (a, b, c) => {
      const whole = sketchOf([...a, ...b, ...c]);
      expect(mergeSketches(sketchOf(a), sketchOf(b), sketchOf(c))).toEqual(whole);
      expect(mergeSketches(mergeSketches(sketchOf(c), sketchOf(a)), sketchOf(b))).toEqual(whole);
      expect(addToSketch(sketchOf(a), ...b, ...c)).toEqual(whole);
      expect(sketchCount(whole)).toBe(a.length + b.length + c.length);
    }),
  );
});
