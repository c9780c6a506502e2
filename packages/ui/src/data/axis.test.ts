import { expect, test } from 'vitest';
import { formatTick } from './axis.ts';

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
