import { formatElapsed } from '@quarterdeck/kit';
import { expect, test } from 'vitest';
import { DURATION_STEPS, distinctTexts, formatTick } from './axis.ts';

const DAY = 86_400;
const at = new Date(2026, 10, 21, 4, 35).getTime() / 1000;

test.each([
  [3600, '04:35'],
  [DAY, '04:35'],
  [7 * DAY, '11-21 04:35'],
  [31 * DAY, '11-21 04:35'],
  [90 * DAY, '11-21'],
  [366 * DAY, '11-21'],
  [800 * DAY, '2026-11-21'],
])('a range of %d s', (range, text) => expect(formatTick(at, range)).toBe(text));

test('a tick is written in the zone that a person chose', () => {
  const noon = Date.UTC(2026, 10, 21, 12) / 1000;
  expect([formatTick(noon, 3600, 'Asia/Tokyo'), formatTick(noon, 3600, 'America/New_York')]).toEqual([
    '21:00',
    '07:00',
  ]);
});

test('no two neighbours on an axis read the same', () => {
  expect(distinctTexts([0, 0.2, 0.4, 1], formatElapsed)).toEqual(['0 ms', '<1 ms', '', '1 ms']);
});

test('every step of a duration axis reads differently from the one before, over ten ticks', () => {
  for (const step of DURATION_STEPS) {
    const texts = distinctTexts(
      Array.from({ length: 10 }, (_, index) => index * step),
      formatElapsed,
    );
    expect(texts, `steps of ${step} ms`).not.toContain('');
  }
});
