import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { TimeRangeValue } from './time-range.ts';
import { parseTimeRange, TIME_RANGE_PARAMETERS, writeTimeRange } from './time-range-address.ts';

const present = (record: Record<string, string | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

describe('writeTimeRange', () => {
  it('writes what belongs to the kind, and clears the rest', () => {
    const written = writeTimeRange({ type: 'relative', display: '2 days', range: 'now-2d' });
    expect(present(written)).toEqual({ rangeType: 'relative', display: '2 days', range: 'now-2d' });
    const before: Record<string, string> = { from: 'x', to: 'y', duration: '5m', other: 'stays' };
    expect({ ...before, ...written }).toMatchObject({
      from: undefined,
      to: undefined,
      duration: undefined,
      other: 'stays',
    });
  });

  it('clears all seven parameters for no range', () => {
    expect(Object.keys(writeTimeRange(undefined)).sort()).toEqual([...TIME_RANGE_PARAMETERS].sort());
    expect(present(writeTimeRange(undefined))).toEqual({});
  });
});

describe('parseTimeRange', () => {
  it.each([
    [
      { rangeType: 'absolute', from: 'a', to: 'b' },
      { type: 'absolute', display: 'a - b', from: 'a', to: 'b' },
    ],
    [
      { from: 'a', to: 'b', display: 'x' },
      { type: 'absolute', display: 'x', from: 'a', to: 'b' },
    ],
    [{ range: 'now-1h' }, { type: 'relative', display: '1 hour', range: 'now-1h' }],
    [{ timeRange: 'Today' }, { type: 'mapped', display: 'Today', timeRange: 'Today' }],
    [
      { rangeType: 'mapped', timeRange: 'Someday' },
      { type: 'mapped', display: 'Someday', timeRange: 'Someday' },
    ],
  ])('reads %j', (parameters, value) => expect(parseTimeRange(parameters)).toEqual(value));

  it.each([
    [{}],
    [{ timeRange: '1h' }],
    [{ timeRange: 'constructor' }],
    [{ rangeType: 'absolute', from: 'a' }],
    [{ rangeType: 'relative', timeRange: 'Today' }],
    [{ rangeType: 'other', range: 'now-1h' }],
    [{ range: 5 }],
  ])('finds none in %j', (parameters) => expect(parseTimeRange(parameters)).toBeUndefined());
});

const word = fc.string({ minLength: 1 });
const ranges = fc.oneof<fc.Arbitrary<TimeRangeValue>[]>(
  fc.record({ type: fc.constant('absolute' as const), display: word, from: word, to: word }),
  fc.record({ type: fc.constant('relative' as const), display: word, range: word }),
  fc.record({ type: fc.constant('mapped' as const), display: word, timeRange: word }),
);

test('what is written over any other range is read back', () => {
  fc.assert(
    fc.property(ranges, fc.option(ranges, { nil: undefined }), (value, before) => {
      const address = present({ ...writeTimeRange(before), ...writeTimeRange(value) });
      expect(parseTimeRange(address)).toEqual(value);
    }),
  );
});

test('no address makes it throw', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...TIME_RANGE_PARAMETERS), fc.anything()), (parameters) => {
      const value = parseTimeRange(parameters);
      expect(value === undefined || value.display !== '').toBe(true);
    }),
  );
});
