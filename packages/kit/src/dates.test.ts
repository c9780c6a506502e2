import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseInstant } from './date-math.ts';
import { DATE_FORMATS, formatDate, formatMinute, formatTimeLabel, formatTimestamp, parseDate } from './dates.ts';

const at = new Date(2026, 5, 15, 9, 8, 7, 6);
const after = (days: number): number => at.getTime() + days * 86_400_000;
const NOON = new Date('2026-11-21T12:00:00.000Z');
const ZONES = [undefined, 'UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'];

describe('formatDate', () => {
  it('writes a timestamp with its milliseconds', () => {
    expect(formatDate(at, 'timestamp', after(0))).toBe('2026-06-15 09:08:07.006');
  });

  it('writes short as an age', () => {
    expect(formatDate(at, 'short', after(2))).toBe('2d');
  });

  it('writes medium with as much as is needed, and never without its minutes', () => {
    expect(formatDate(at, 'medium', at.getTime() + 1000)).toMatch(/^9:08:07\sAM$/);
    expect(formatDate(at, 'medium', after(3))).toMatch(/^Mon,? 9:08:07\sAM$/);
    expect(formatDate(at, 'medium', after(8))).toMatch(/^Jun 15, 9:08:07\sAM$/);
    expect(formatDate(at, 'medium', after(30))).toMatch(/^Jun 15, 9:08:07\sAM$/);
    expect(formatDate(at, 'medium', after(400))).toMatch(/^Jun 15, 2026, 9:08:07\sAM$/);
  });

  it('writes what is to come as near as it is', () => {
    expect(formatDate(at, 'medium', after(-0.1))).toMatch(/^9:08:07\sAM$/);
    expect(formatDate(at, 'medium', after(-30))).toMatch(/^Jun 15, 9:08:07\sAM$/);
    expect(formatDate(at, 'medium', after(-400))).toMatch(/^Jun 15, 2026, 9:08:07\sAM$/);
  });

  it('writes full with everything', () => {
    expect(formatDate(at, 'full', after(0))).toMatch(/Monday, June 15, 2026.*9:08:07/);
  });

  it('writes in the zone that a person chose, over the date line', () => {
    expect(formatDate(NOON, 'timestamp', NOON.getTime(), 'Pacific/Auckland')).toBe('2026-11-22 01:00:00.000');
    expect(formatDate(NOON, 'timestamp', NOON.getTime(), 'Asia/Kolkata')).toBe('2026-11-21 17:30:00.000');
    expect(formatDate(NOON, 'medium', NOON.getTime() + 40_000_000, 'UTC')).toMatch(/^12:00:00\sPM$/);
    expect(formatDate(NOON, 'medium', NOON.getTime() + 40_000_000, 'Asia/Tokyo')).toMatch(/^Sat,? 9:00:00\sPM$/);
  });
});

test('a timestamp keeps its seconds and names its zone', () => {
  expect(formatTimestamp(new Date(2026, 10, 21, 4, 35, 8))).toMatch(/^2026-11-21 04:35:08 \S+/);
  expect(formatTimestamp(NOON, 'Asia/Kolkata')).toBe('2026-11-21 17:30:00 GMT+5:30');
  expect(formatTimestamp(new Date('nonsense'))).toBe('');
});

test('the labels of the specification', () => {
  expect(formatTimeLabel(NOON, 'time', 'UTC')).toMatch(/^12:00\sPM$/);
  expect(formatTimeLabel(NOON, 'short', 'UTC')).toBe('Nov 21');
  expect(formatTimeLabel(NOON, 'long', 'UTC')).toMatch(/^12:00\sPM, Nov 21, 2026$/);
});

describe('parseDate', () => {
  it.each([[null], [undefined], [''], ['nonsense'], ['0001-01-01T00:00:00Z'], [Number.NaN]])('%j is none', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  it('takes texts, numbers and dates', () => {
    for (const one of ['2026-11-21T12:00:00Z', NOON.getTime(), NOON]) expect(parseDate(one)).toEqual(NOON);
  });
});

const instants = fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2100, 0, 1) });

test('a timestamp read in its zone is the instant, but for the hour that occurs twice', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...ZONES), (ms, zone) => {
      const text = formatDate(new Date(ms), 'timestamp', ms, zone);
      const read = parseInstant(text, 0, { calendar: zone ?? 'local' });
      expect([0, 3_600_000]).toContain(Math.abs((read ?? Number.NaN) - ms));
      expect(text.startsWith(formatMinute(new Date(ms), zone))).toBe(true);
    }),
  );
});

test('every format writes every date', () => {
  fc.assert(
    fc.property(instants, instants, fc.constantFrom(...ZONES), (ms, now, zone) => {
      for (const format of DATE_FORMATS) {
        const text = formatDate(new Date(ms), format, now, zone);
        expect(text).toMatch(format === 'short' ? /^\d+\D+$/ : /:\d\d/);
      }
    }),
    { numRuns: 50 },
  );
});
