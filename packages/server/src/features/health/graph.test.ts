import { AppError } from '@quarterdeck/contract';
import { expect, test } from 'vitest';
import { bucketWidth, isAsked, requestedWindow } from './graph.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 10, 12);

test.each([
  [HOUR, 60_000],
  [2 * HOUR, 60_000],
  [2 * HOUR + 1, 900_000],
  [24 * HOUR, 900_000],
  [7 * 24 * HOUR, HOUR],
  [7 * 24 * HOUR + 1, 4 * HOUR],
])('a window of %i ms has buckets of %i ms', (windowMs, width) => {
  expect(bucketWidth(windowMs)).toBe(width);
});

test.each([
  [{}, NOW - HOUR, NOW],
  [{ start: '3h' }, NOW - 3 * HOUR, NOW],
  [{ since: '3d', start: '1h' }, NOW - 72 * HOUR, NOW],
  [{ start: '1w', end: '1d' }, NOW - 7 * 24 * HOUR, NOW - 24 * HOUR],
  [{ start: '2026-05-10T10:00:00Z', until: '2026-05-10T11:00:00.000Z' }, NOW - 2 * HOUR, NOW - HOUR],
  [{ start: '2mo' }, Date.UTC(2026, 2, 10, 12), NOW],
])('the window of %j', (query, fromMs, toMs) => {
  expect(requestedWindow(query, NOW, HOUR)).toEqual({ fromMs, toMs });
});

test('what is no time, and an end before the start, are refused with the texts of the contract', () => {
  const refusal = (query: Record<string, string>) => {
    try {
      requestedWindow(query, NOW, HOUR);
    } catch (error) {
      return error instanceof AppError ? `${error.code}: ${error.message}` : error;
    }
    return null;
  };
  expect(refusal({ start: 'yesterday' })).toBe(
    'REQUEST_INVALID: start is invalid: time must be a duration or RFC3339 timestamp',
  );
  expect(refusal({ end: '12' })).toBe('REQUEST_INVALID: end is invalid: time must be a duration or RFC3339 timestamp');
  expect(refusal({ start: '1h', end: '2h' })).toBe('REQUEST_INVALID: end time must be after start time');
});

test.each([
  [{ since: 'soon' }, 'start'],
  [{ until: 'soon' }, 'end'],
  [{ start: '1h', end: '2h' }, 'end'],
])('the refusal of %j names its field', (query, field) => {
  expect(() => requestedWindow(query, NOW, HOUR)).toThrow(expect.objectContaining({ details: { field } }));
});

test.each([
  ['true', true],
  ['1', true],
  ['', true],
  ['false', false],
  ['0', false],
  [undefined, false],
])('a parameter with the value %j asks for it: %s', (value, asked) => {
  expect(isAsked(value)).toBe(asked);
});
