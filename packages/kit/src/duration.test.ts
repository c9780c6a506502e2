import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDuration, formatGoDuration, parseDuration } from './duration.ts';

test.each([
  ['0', 0],
  ['5m', 300_000],
  ['1h30m', 5_400_000],
  ['1d12h', 129_600_000],
  ['2w', 1_209_600_000],
  ['1y', 31_536_000_000],
  ['1.5s', 1500],
  ['.5s', 500],
  ['-2s', -2000],
  ['+2s', 2000],
  ['250ms', 250],
  ['10us', 0.01],
  ['10µs', 0.01],
  [' 1s ', 1000],
])('reads %s', (text, expected) => {
  expect(parseDuration(text)).toBeCloseTo(expected, 9);
});

test.each(['', '5', 'm', '5 m', '1h-5m', '5mo', '1x', '--1s', '.s', '1s2', '@every 1s'])('refuses %s', (text) => {
  expect(parseDuration(text)).toBeNull();
});

test('a refused text leaves no trace in the next reading', () => {
  expect(parseDuration('1h5x')).toBeNull();
  expect(parseDuration('1h')).toBe(3_600_000);
});

test.each([
  [0, '0s'],
  [250, '250ms'],
  [90_000, '1m30s'],
  [129_600_000, '1d12h'],
  [-1500, '-1s500ms'],
])('writes %d', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected);
});

test.each([
  [0, '0s'],
  [0.000_001, '1ns'],
  [0.0015, '1.5µs'],
  [250, '250ms'],
  [1500, '1.5s'],
  [60_000, '1m0s'],
  [90_500, '1m30.5s'],
  [3_600_000, '1h0m0s'],
  [-1000, '-1s'],
  [86_400_000, '24h0m0s'],
])('writes %d as Go does', (ms, expected) => {
  expect(formatGoDuration(ms)).toBe(expected);
});

test('what is written is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (ms) => {
      expect(parseDuration(formatDuration(ms))).toBe(ms);
      expect(parseDuration(formatGoDuration(ms))).toBeCloseTo(ms, 3);
    }),
  );
});

test('a text beyond any number is no duration', () => {
  expect(parseDuration(`${'9'.repeat(400)}h`)).toBeNull();
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parsed = parseDuration(text);
      expect(parsed === null || Number.isFinite(parsed)).toBe(true);
    }),
  );
});
