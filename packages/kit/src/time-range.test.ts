import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  describeTimeRange,
  INDEFINITELY,
  isTimeRange,
  MAPPED_RANGES,
  resolveTimeRange,
  type TimeRangeValue,
} from './time-range.ts';
import { FUTURE_RANGES, PAST_RANGES, QUICK_RANGES, relativeDisplay } from './time-range-choices.ts';

/** A Thursday. */
const NOW = Date.parse('2026-11-19T12:34:56.789Z');
const mapped = (timeRange: string): TimeRangeValue => ({ type: 'mapped', display: timeRange, timeRange });
const relative = (range: string): TimeRangeValue => ({ type: 'relative', display: range, range });
const absolute = (from: string, to: string): TimeRangeValue => ({ type: 'absolute', display: '', from, to });
const bounds = (value: TimeRangeValue, zone = 'UTC'): string[] => {
  const { fromMs, toMs } = resolveTimeRange(value, NOW, zone);
  return [new Date(fromMs).toISOString(), toMs === null ? '-' : new Date(toMs).toISOString()];
};

describe('mapped ranges', () => {
  it.each([
    ['Yesterday', '2026-11-18T00:00:00.000Z', '2026-11-18T23:59:59.999Z'],
    ['Day before yesterday', '2026-11-17T00:00:00.000Z', '2026-11-17T23:59:59.999Z'],
    ['This day last week', '2026-11-12T00:00:00.000Z', '2026-11-12T23:59:59.999Z'],
    ['Previous week', '2026-11-09T00:00:00.000Z', '2026-11-15T23:59:59.999Z'],
    ['Previous month', '2026-10-01T00:00:00.000Z', '2026-10-31T23:59:59.999Z'],
    ['Previous year', '2025-01-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z'],
    ['Today', '2026-11-19T00:00:00.000Z', '2026-11-19T23:59:59.999Z'],
    ['Today so far', '2026-11-19T00:00:00.000Z', '2026-11-19T12:34:56.789Z'],
    ['This week', '2026-11-16T00:00:00.000Z', '2026-11-22T23:59:59.999Z'],
    ['This week so far', '2026-11-16T00:00:00.000Z', '2026-11-19T12:34:56.789Z'],
    ['This month', '2026-11-01T00:00:00.000Z', '2026-11-30T23:59:59.999Z'],
    ['This month so far', '2026-11-01T00:00:00.000Z', '2026-11-19T12:34:56.789Z'],
    ['This year', '2026-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    ['This year so far', '2026-01-01T00:00:00.000Z', '2026-11-19T12:34:56.789Z'],
  ])('%s', (name, from, to) => expect(bounds(mapped(name))).toEqual([from, to]));

  it('are those of the zone', () => {
    expect(bounds(mapped('Today'), 'Asia/Tokyo')).toEqual(['2026-11-18T15:00:00.000Z', '2026-11-19T14:59:59.999Z']);
  });

  it('are all offered, in their order', () => {
    expect(QUICK_RANGES.map(({ timeRange }) => timeRange)).toEqual(Object.keys(MAPPED_RANGES));
    expect(QUICK_RANGES).toHaveLength(14);
  });
});

describe('relative ranges', () => {
  it.each([
    ['now-5m', '2026-11-19T12:29:56.789Z', '2026-11-19T12:34:56.789Z'],
    ['now-6M', '2026-05-19T12:34:56.789Z', '2026-11-19T12:34:56.789Z'],
    ['now+2d', '2026-11-19T12:34:56.789Z', '2026-11-21T12:34:56.789Z'],
    [INDEFINITELY, '2026-11-19T12:34:56.789Z', '-'],
  ])('%s', (range, from, to) => expect(bounds(relative(range))).toEqual([from, to]));

  it('are offered shortest first, back and ahead', () => {
    const starts = PAST_RANGES.map((range) => resolveTimeRange(range, NOW).fromMs);
    expect(starts).toEqual(starts.toSorted((a, b) => b - a));
    const ends = FUTURE_RANGES.slice(1).map((range) => resolveTimeRange(range, NOW).toMs ?? Number.NaN);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    expect(FUTURE_RANGES[0]).toMatchObject({ display: 'Indefinitely', range: INDEFINITELY });
    expect([PAST_RANGES.length, FUTURE_RANGES.length]).toEqual([16, 17]);
  });

  it('have words', () => {
    expect(['now-1h', 'now+2y', 'indefinitely', 'now-3s'].map(relativeDisplay)).toEqual([
      '1 hour',
      '2 year',
      'Indefinitely',
      'now-3s',
    ]);
  });
});

describe('absolute ranges', () => {
  it.each([
    ['2026-11-01 08:00', '2026-11-02 09:30', '2026-11-01T07:00:00.000Z', '2026-11-02T08:30:00.000Z'],
    ['2026-11-01T08:00:00Z', '2026-11-02T09:30:00Z', '2026-11-01T08:00:00.000Z', '2026-11-02T09:30:00.000Z'],
    ['now-1d/d', 'now-1d/d', '2026-11-17T23:00:00.000Z', '2026-11-18T22:59:59.999Z'],
  ])('%s to %s in Berlin', (from, to, ...expected) => {
    expect(bounds(absolute(from, to), 'Europe/Berlin')).toEqual(expected);
  });
});

describe('what is no range', () => {
  it.each([
    [mapped('Tomorrow'), 'Invalid mapped time range'],
    [mapped('constructor'), 'Invalid mapped time range'],
    [relative('5m'), 'Invalid relative time range'],
    [relative('now-5m/d'), 'Invalid relative time range'],
    [relative('now-5parsecs'), 'Invalid relative time range'],
    [absolute('soon', 'now'), 'Invalid absolute time range'],
    [absolute('2026-02-31 10:00', 'now'), 'Invalid absolute time range'],
    [absolute('now', 'now-1h'), 'Invalid absolute time range'],
  ])('%j', (value, message) => {
    expect(() => resolveTimeRange(value, NOW)).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID', message }));
    expect(isTimeRange(value, NOW)).toBe(false);
  });
});

test('every range begins before it ends, wherever it is asked for', () => {
  const anyRange = fc.constantFrom<TimeRangeValue>(...PAST_RANGES, ...FUTURE_RANGES, ...QUICK_RANGES);
  const now = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });
  const zones = fc.constantFrom(undefined, 'UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Apia');
  fc.assert(
    fc.property(anyRange, now, zones, (value, nowMs, zone) => {
      const { fromMs, toMs } = resolveTimeRange(value, nowMs, zone);
      expect(fromMs).toBeLessThanOrEqual(toMs ?? Number.POSITIVE_INFINITY);
    }),
  );
});

describe('describeTimeRange', () => {
  it('writes absolute ranges in the zone of the reader', () => {
    const value = absolute('2026-11-19T08:00:00Z', '2026-11-19T09:30:00Z');
    expect(describeTimeRange(value, 'UTC')).toBe('2026-11-19 08:00 - 2026-11-19 09:30');
    expect(describeTimeRange(value, 'Asia/Tokyo')).toBe('2026-11-19 17:00 - 2026-11-19 18:30');
    expect(describeTimeRange(absolute('now-2d/d', 'gone'), 'UTC')).toBe('now-2d/d - gone');
  });

  it('has words for all others', () => {
    expect(describeTimeRange({ type: 'relative', display: '5 minutes', range: 'now-5m' })).toBe('5 minutes');
    expect(describeTimeRange({ type: 'relative', display: '', range: INDEFINITELY })).toBe('Indefinitely');
    expect(describeTimeRange(undefined)).toBe('Please select time range');
  });
});
