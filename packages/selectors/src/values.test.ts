import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseNumber, parseSpan } from './values.ts';

const NOW = Date.parse('2024-06-15T12:34:56.789Z');
const span = (text: string) => {
  const found = parseSpan(text, NOW);
  return found && [new Date(found.from).toISOString(), found.to - found.from];
};

test.each([
  ['2024-01-01', '2024-01-01T00:00:00.000Z', 86_400_000],
  ['2024-01-01T10:00', '2024-01-01T10:00:00.000Z', 60_000],
  ['2024-01-01T10:00+02:00', '2024-01-01T08:00:00.000Z', 60_000],
  ['2024-01-01T10:00:30Z', '2024-01-01T10:00:30.000Z', 1000],
  ['2024-01-01T10:00:30.5Z', '2024-01-01T10:00:30.500Z', 1],
  ['10:00', '2024-06-15T10:00:00.000Z', 60_000],
  ['10:00:05', '2024-06-15T10:00:05.000Z', 1000],
  ['now', '2024-06-15T12:34:56.789Z', 1000],
  ['now-24h', '2024-06-14T12:34:56.789Z', 1000],
  ['now-1d/d', '2024-06-14T00:00:00.000Z', 86_400_000],
  ['now/M', '2024-06-01T00:00:00.000Z', 30 * 86_400_000],
])('%s', (text, from, ms) => {
  expect(span(text)).toEqual([from, ms]);
});

test.each(['', 'soon', '2024-13-01', '2024-02-30', '25:00', 'now-', 'now+9999y', '0000-01-01', '5'])(
  '%s is no time',
  (text) => {
    expect(parseSpan(text, NOW)).toBeNull();
  },
);

test('numbers have no unit', () => {
  expect(['10', '-10.5', '+1e3', '.5', '5.'].map(parseNumber)).toEqual([10, -10.5, 1000, 0.5, 5]);
  expect(['', '10m', '1e999', 'NaN', '0x10', '1_000', '--1'].map(parseNumber)).toEqual(Array(7).fill(null));
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseNumber(String(value))).toBe(value + 0);
    }),
  );
});

test('any text is a time within the years 1 to 9999, or none', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('now', '-', '+', '9', '1', '/', 'd', 'y', ':', 'T', 'Z', '.') }),
      (text) => {
        const found = parseSpan(text, NOW);
        if (found !== null) expect(new Date(found.from).toISOString()).toMatch(/^\d{4}-/);
      },
    ),
  );
});
