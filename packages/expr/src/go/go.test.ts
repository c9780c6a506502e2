import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GoDuration, parseGoDuration } from './duration.ts';
import { humanDuration, humanSize } from './human.ts';
import { formatFloat } from './number.ts';
import { goPrint } from './print.ts';
import { sprintf } from './printf.ts';
import { formatTime, layouts, parseTime, parseTimestamp } from './time.ts';

describe('durations', () => {
  it.each([
    [0, '0s'],
    [1, '1ms'],
    [1.5, '1.5ms'],
    [0.001, '1µs'],
    [0.000001, '1ns'],
    [1500, '1.5s'],
    [60_000, '1m0s'],
    [3_600_000, '1h0m0s'],
    [-90_061_001, '-25h1m1.001s'],
  ])('%d ms prints as %s', (ms, text) => {
    expect(new GoDuration(ms).toString()).toBe(text);
  });

  it.each([
    ['1h30m', 5_400_000],
    ['-1.5s', -1500],
    ['300ms', 300],
    ['7d', 604_800_000],
    ['1w', 604_800_000],
    ['1y', 31_536_000_000],
    ['0', 0],
    ['+2m', 120_000],
    ['.5s', 500],
  ])('%s is %d ms', (text, ms) => {
    expect(parseGoDuration(text).milliseconds).toBe(ms);
  });

  it.each(['', 'x', '1', '1x', 'h', '.s', '1h x', '-', ' 1s', '1'.repeat(200)])('%j is none', (text) => {
    expect(() => parseGoDuration(text)).toThrow(AppError);
  });

  it('are read as they are printed', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (ns) => {
        expect(parseGoDuration(new GoDuration(ns).toString()).nanoseconds).toBe(ns);
      }),
    );
  });

  it('any text is a duration or an AppError', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.-+hmsdwyuµn ') }), (text) => {
        try {
          expect(parseGoDuration(text)).toBeInstanceOf(GoDuration);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });

  it.each([
    [500, '500ms'],
    [3_600_000, '1h'],
    [90_061_000, '1d1h1m1s'],
    [-60_000, '-1m'],
  ])('%d ms reads as %s', (ms, text) => {
    expect(humanDuration(new GoDuration(ms))).toBe(text);
  });
});

describe('times', () => {
  const time = new Date('2024-05-06T07:08:09.010Z');

  it.each([
    ['2006-01-02T15:04:05Z07:00', '2024-05-06T07:08:09Z'],
    ['RFC3339Nano', '2024-05-06T07:08:09.01Z'],
    ['Mon Jan _2 3:04PM', 'Mon May  6 7:08AM'],
    ['Monday, 02-Jan-06 MST -0700', 'Monday, 06-May-24 UTC +0000'],
    ['15:04:05.000', '07:08:09.010'],
    ['2006/1/2 pm 002', '2024/5/6 am 127'],
    ['January', 'May'],
  ])('%s', (layout, text) => {
    expect(formatTime(time, layout)).toBe(text);
  });

  it.each([
    ['2006-01-02', '2023-09-26', '2023-09-26T00:00:00.000Z'],
    ['RFC3339', '2023-09-26T01:02:03.5+02:00', '2023-09-25T23:02:03.500Z'],
    ['02 Jan 06 15:04 -0700', '26 Sep 23 10:00 -0500', '2023-09-26T15:00:00.000Z'],
    ['3:04PM', '12:30AM', '-000001-01-01T00:30:00.000Z'],
  ])('%s reads %s', (layout, text, iso) => {
    const read = parseTime(layout, text);
    expect(layout === '3:04PM' ? read.toISOString().slice(-13) : read.toISOString()).toBe(
      layout === '3:04PM' ? iso.slice(-13) : iso,
    );
  });

  it.each([
    ['2006-01-02', '2023-13-01'],
    ['2006-01-02', '2023-02-30'],
    ['2006-01-02', 'x'],
    ['15:04', '25:00'],
    ['RFC3339', '2023-09-26'],
  ])('%s refuses %s', (layout, text) => {
    expect(() => parseTime(layout, text)).toThrow(AppError);
  });

  it('are read as they are printed, in every full layout', () => {
    const full = ['ANSIC', 'UnixDate', 'RubyDate', 'RFC1123', 'RFC1123Z', 'RFC3339', 'RFC3339Nano'];
    const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('2099-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...full), dates, (name, date) => {
        const seconds = new Date(Math.floor(date.getTime() / 1000) * 1000);
        expect(parseTime(name, formatTime(seconds, name))).toEqual(seconds);
        expect(layouts[name]).toBeDefined();
      }),
    );
  });

  it('any text is a timestamp or an AppError', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (layout, text) => {
        for (const read of [() => parseTimestamp(text), () => parseTime(layout, text)]) {
          try {
            expect(read()).toBeInstanceOf(Date);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
          }
        }
      }),
    );
  });
});

describe('numbers and sizes', () => {
  it.each([
    [0, '0'],
    [0.1, '0.1'],
    [123_456, '123456'],
    [1_234_567, '1.234567e+06'],
    [1e21, '1e+21'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
  ])('%d prints as %s', (value, text) => {
    expect(formatFloat(value)).toBe(text);
  });

  it('every printed float is read back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(formatFloat(value))).toBe(value);
      }),
    );
  });

  it.each([
    [0, '0B'],
    [1023, '1023B'],
    [1024, '1K'],
    [123_456, '120.6K'],
    [1_048_576, '1M'],
    [-2048, '-2K'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(humanSize(bytes)).toBe(text);
  });
});

describe('printing', () => {
  it('nests as Go does', () => {
    expect(goPrint({ b: [1, null, 'x'], a: { c: true } })).toBe('map[a:map[c:true] b:[1 <nil> x]]');
  });

  it.each([
    ['%5d|', [3n], '    3|'],
    ['%-5s|', ['a'], 'a    |'],
    ['%+d', [3n], '+3'],
    ['%05.1f', [-2.5], '-02.5'],
    ['%e', [1500], '1.500000e+03'],
    ['%X', [255n], 'FF'],
    ['%c', [65n], 'A'],
    ['%%', [], '%'],
    ['%.2s', ['abc'], 'ab'],
    ['%*d', [4n, 2n], '   2'],
    ['%d', [], '%!d(MISSING)'],
    ['x', [1n], 'x%!(EXTRA bigint=1)'],
  ])('%s', (format, operands, text) => {
    expect(sprintf(format, operands)).toBe(text);
  });

  it('refuses a width that would fill memory', () => {
    expect(() => sprintf('%99999999d', [1n])).toThrow(AppError);
  });
});
