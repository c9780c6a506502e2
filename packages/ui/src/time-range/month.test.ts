import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, dayByKey, dayName, monthName, monthWeeks } from './month.ts';

test('a month is six whole weeks from Monday, and holds all of its days', () => {
  const weeks = monthWeeks('2026-11-21');
  expect(weeks[0]).toEqual([
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ]);
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
});

test.each([
  ['ArrowLeft', false, '2026-10-30'],
  ['ArrowRight', false, '2026-11-01'],
  ['ArrowUp', false, '2026-10-24'],
  ['ArrowDown', false, '2026-11-07'],
  ['Home', false, '2026-10-26'],
  ['End', false, '2026-11-01'],
  ['PageUp', false, '2026-09-30'],
  ['PageDown', false, '2026-11-30'],
  ['PageUp', true, '2025-10-31'],
  ['PageDown', true, '2027-10-31'],
  ['Enter', false, undefined],
])('%s (shift: %s) from the last of October', (key, shift, day) => {
  expect(dayByKey('2026-10-31', key, shift)).toBe(day);
});

test('a leap day stays in its month', () => expect(addMonths('2024-02-29', 12)).toBe('2025-02-28'));

test('names', () => {
  expect(dayName('2026-11-21')).toBe('Saturday, November 21, 2026');
  expect(monthName('2026-11-21')).toBe('November 2026');
});

const days = fc.integer({ min: -20_000, max: 40_000 }).map((count) => addDays('2000-01-01', count));

test('every month shows each of its days once, in order', () => {
  fc.assert(
    fc.property(days, (day) => {
      const all = monthWeeks(day).flat();
      expect(all).toHaveLength(42);
      expect(all).toEqual([...all].sort());
      expect(new Set(all).size).toBe(42);
      const own = all.filter((one) => one.startsWith(day.slice(0, 7)));
      expect(own).toContain(day);
      expect(own.length).toBeGreaterThanOrEqual(28);
    }),
  );
});

test('what a key does, the opposite key takes back', () => {
  const pairs = fc.constantFrom(['ArrowLeft', 'ArrowRight'], ['ArrowUp', 'ArrowDown']);
  fc.assert(
    fc.property(days, pairs, (day, [there = '', back = '']) => {
      expect(dayByKey(dayByKey(day, there) ?? '', back)).toBe(day);
    }),
  );
});
