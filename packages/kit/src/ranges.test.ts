import { HEALTH_TIME_RANGES } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeMs, rangeStart } from './ranges.ts';

const NOW = Date.parse('2024-05-31T12:00:00Z');

test('every range of the selector is known, and they grow', () => {
  const lengths = HEALTH_TIME_RANGES.map((range) => rangeMs(range) ?? Number.NaN);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  expect(new Set(lengths).size).toBe(HEALTH_TIME_RANGES.length);
  const starts = HEALTH_TIME_RANGES.map((range) => rangeStart(range, NOW) ?? Number.NaN);
  expect(starts).toEqual(starts.toSorted((a, b) => b - a));
});

test.each([
  ['15m', '2024-05-31T11:45:00.000Z'],
  ['1w', '2024-05-24T12:00:00.000Z'],
  ['3mo', '2024-02-29T12:00:00.000Z'],
  ['5y', '2019-05-31T12:00:00.000Z'],
])('%s begins at', (range, expected) => {
  expect(new Date(rangeStart(range, NOW) ?? 0).toISOString()).toBe(expected);
});

test.each(['', 'now', '1', '-1h', '1h30m', '1M', '5 m'])('refuses %s', (range) => {
  expect(rangeMs(range)).toBeNull();
  expect(rangeStart(range, NOW)).toBeNull();
});

test('a range of fixed length begins that long ago', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), fc.constantFrom('s', 'm', 'h', 'd', 'w'), (count, unit) => {
      const range = `${count}${unit}`;
      expect(NOW - (rangeStart(range, NOW) ?? Number.NaN)).toBe(rangeMs(range));
    }),
  );
});
