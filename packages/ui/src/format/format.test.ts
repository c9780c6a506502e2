import { describe, expect, test } from 'vitest';
import { formatAge, formatCount, formatDuration, formatPercent } from './format.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('formatDuration', () => {
  test.each([
    [0, '0 ms'],
    [0.4, '<1 ms'],
    [184, '184 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [1240, '1.2 s'],
    [9949, '9.9 s'],
    [10_400, '10 s'],
    [59_600, '1m'],
    [125_000, '2m 5s'],
    [HOUR, '1h'],
    [3 * HOUR + 20 * MINUTE, '3h 20m'],
    [DAY - 1, '1d'],
    [4 * DAY + 2 * HOUR, '4d 2h'],
    [-1, '-'],
    [Number.NaN, '-'],
  ])('%d ms reads %s', (ms, text) => expect(formatDuration(ms)).toBe(text));
});

describe('formatAge', () => {
  test.each([
    [-5, '0 s'],
    [9400, '9 s'],
    [14 * MINUTE, '14 min'],
    [3 * HOUR + 59 * MINUTE, '3 h'],
    [5 * DAY, '5 d'],
    [90 * DAY, '2 mo'],
    [800 * DAY, '2 y'],
  ])('%d ms reads %s', (ms, text) => expect(formatAge(ms)).toBe(text));
});

describe('formatPercent', () => {
  test.each([
    [1, '100 %'],
    [0.99999, '99.9 %'],
    [0.933, '93.3 %'],
    [0.0001, '<0.1 %'],
    [0, '0 %'],
    [Number.NaN, '-'],
  ])('%d reads %s', (ratio, text) => expect(formatPercent(ratio)).toBe(text));
});

test('counts have separators', () => expect(formatCount(3956)).toBe('3,956'));
