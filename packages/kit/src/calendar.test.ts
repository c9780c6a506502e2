import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { clockAt, instantOf } from './calendar.ts';

const ZONES = ['utc', 'local', 'UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia'];

test.each([
  ['utc', [2026, 10, 21, 12, 0, 0, 7]],
  ['Asia/Kolkata', [2026, 10, 21, 17, 30, 0, 7]],
  ['Pacific/Auckland', [2026, 10, 22, 1, 0, 0, 7]],
  ['America/New_York', [2026, 10, 21, 7, 0, 0, 7]],
])('noon of UTC in %s', (zone, clock) => {
  expect(clockAt(Date.UTC(2026, 10, 21, 12, 0, 0, 7), zone)).toEqual(clock);
});

describe('instantOf', () => {
  it('takes the first of a time that occurs twice', () => {
    expect(new Date(instantOf([2026, 9, 25, 2, 30, 0, 0], 'Europe/Berlin')).toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    );
  });

  it('goes on where a time is left out', () => {
    expect(clockAt(instantOf([2026, 2, 29, 2, 30, 0, 0], 'Europe/Berlin'), 'Europe/Berlin').slice(3, 5)).toEqual([
      3, 30,
    ]);
  });

  it('carries over', () => {
    expect(new Date(instantOf([2026, 12, 1, 0, 0, 0, 0], 'utc')).toISOString()).toBe('2027-01-01T00:00:00.000Z');
    expect(new Date(instantOf([2026, 0, 0, 0, 0, 0, 0], 'Asia/Tokyo')).toISOString()).toBe('2025-12-30T15:00:00.000Z');
  });

  it('knows the first hundred years', () => {
    expect(new Date(instantOf([1, 0, 1, 0, 0, 0, 0], 'utc')).toISOString()).toBe('0001-01-01T00:00:00.000Z');
  });

  it('refuses a zone that is not known', () => {
    expect(() => instantOf([2026, 0, 1, 0, 0, 0, 0], 'Mars/Olympus')).toThrow(RangeError);
  });
});

test('an instant read on a clock and set again shows the same clock, in every zone', () => {
  const instants = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2100, 0, 1) });
  fc.assert(
    fc.property(instants, fc.constantFrom(...ZONES), (ms, zone) => {
      const clock = clockAt(ms, zone);
      const again = instantOf(clock, zone);
      expect(clockAt(again, zone)).toEqual(clock);
      expect(Math.abs(again - ms)).toBeLessThanOrEqual(3_600_000);
    }),
  );
});
