import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGE_GROUPS, ageGroup, formatAge } from './age.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('formatAge', () => {
  it.each([
    [-5, '0s'],
    [9400, '9s'],
    [MINUTE, '1m'],
    [14 * MINUTE, '14m'],
    [3 * HOUR + 59 * MINUTE, '3h'],
    [5 * DAY, '5d'],
    [59 * DAY, '59d'],
    [90 * DAY, '2mo'],
    [800 * DAY, '2y'],
  ])('%d ms reads %s', (ms, text) => expect(formatAge(ms)).toBe(text));

  it('is one number of one unit, whatever the age', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e12, max: 1e14, noNaN: true }), (ms) => {
        expect(formatAge(ms)).toMatch(/^\d+(s|m|h|d|mo|y)$/);
      }),
    );
  });
});

describe('ageGroup', () => {
  const now = Date.parse('2026-11-19T12:00:00Z');
  it.each([
    ['2026-11-19T00:00:00Z', 'today'],
    ['2026-11-20T00:00:00Z', 'today'],
    ['2026-11-18T23:59:59Z', 'this week'],
    ['2026-11-16T00:00:00Z', 'this week'],
    ['2026-11-15T23:59:59Z', 'this month'],
    ['2026-10-31T23:59:59Z', 'this year'],
    ['2025-12-31T23:59:59Z', 'previous year'],
    ['2019-01-01T00:00:00Z', 'previous year'],
  ])('%s is of %s', (at, group) => expect(ageGroup(Date.parse(at), now, 'UTC')).toBe(group));

  it('begins the day where the zone does', () => {
    expect(ageGroup(Date.parse('2026-11-18T20:00:00Z'), now, 'Asia/Tokyo')).toBe('today');
    expect(ageGroup(Date.parse('2026-11-19T04:00:00Z'), now, 'America/New_York')).toBe('this week');
  });

  it('never puts what is older into a nearer group', () => {
    const times = fc.integer({ min: now - 800 * DAY, max: now });
    fc.assert(
      fc.property(times, times, fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York'), (a, b, zone) => {
        const place = (at: number): number => AGE_GROUPS.indexOf(ageGroup(at, now, zone));
        expect(place(Math.min(a, b))).toBeGreaterThanOrEqual(place(Math.max(a, b)));
      }),
      { numRuns: 50 },
    );
  });
});
