import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jitterMs } from './jitter.ts';

test('takes whole percents of the time to the next tick', () => {
  expect(jitterMs(60_000, () => 0)).toBe(0);
  expect(jitterMs(60_000, () => 0.55)).toBe(3000);
  expect(jitterMs(60_000, () => 0.999)).toBe(5400);
});

test('counts at most 15 minutes', () => {
  expect(jitterMs(86_400_000, () => 0.999)).toBe(81_000);
});

test('never waits for a tick that has passed', () => {
  expect(jitterMs(-5000, () => 0.999)).toBe(0);
});

test('stays within 9 %', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.double({ min: 0, max: 0.999_999, noNaN: true }), (until, draw) => {
      const wait = jitterMs(until, () => draw);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(Math.ceil(until * 0.09));
    }),
  );
});
