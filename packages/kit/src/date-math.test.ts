import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInstant } from './date-math.ts';

const NOW = Date.parse('2024-03-31T15:45:30.500Z');
const iso = (text: string, roundUp = false) => {
  const instant = parseInstant(text, NOW, { roundUp });
  return instant === null ? null : new Date(instant).toISOString();
};

test.each([
  ['now', '2024-03-31T15:45:30.500Z'],
  ['now-60d', '2024-01-31T15:45:30.500Z'],
  ['now+90m', '2024-03-31T17:15:30.500Z'],
  ['now-1M', '2024-02-29T15:45:30.500Z'],
  ['now-1mo', '2024-02-29T15:45:30.500Z'],
  ['now-1y', '2023-03-31T15:45:30.500Z'],
  ['now/d', '2024-03-31T00:00:00.000Z'],
  ['now/w', '2024-03-25T00:00:00.000Z'],
  ['now/M', '2024-03-01T00:00:00.000Z'],
  ['now/y', '2024-01-01T00:00:00.000Z'],
  ['now/h', '2024-03-31T15:00:00.000Z'],
  ['now/H', '2024-03-31T15:00:00.000Z'],
  ['now/m', '2024-03-31T15:45:00.000Z'],
  ['now-1500ms', '2024-03-31T15:45:29.000Z'],
  ['now-500ms/ms', '2024-03-31T15:45:30.000Z'],
  ['now/s', '2024-03-31T15:45:30.000Z'],
  ['now-1d/d+2h', '2024-03-30T02:00:00.000Z'],
  ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05.000Z'],
  ['2024-01-02T03:04:05+02:00', '2024-01-02T01:04:05.000Z'],
  ['2024-01-02T03:04:05', '2024-01-02T03:04:05.000Z'],
  ['2024-01-02 03:04:05', '2024-01-02T03:04:05.000Z'],
  ['2024-01-02', '2024-01-02T00:00:00.000Z'],
])('reads %s', (text, expected) => {
  expect(iso(text)).toBe(expected);
});

test.each(['', 'soon', 'now-', 'now-5', 'now-5x', 'now/', 'now 5d', '2024-02-31', '2024-13-01T00:00:00Z', '12:00'])(
  'refuses %s',
  (text) => {
    expect(iso(text)).toBeNull();
  },
);

test('rounds up to the last millisecond of a unit', () => {
  expect(iso('now/M', true)).toBe('2024-03-31T23:59:59.999Z');
  expect(iso('now-1M/M', true)).toBe('2024-02-29T23:59:59.999Z');
  expect(iso('now/w', true)).toBe('2024-03-31T23:59:59.999Z');
});

test('local days are those of the process', () => {
  const midnight = new Date(NOW);
  midnight.setHours(0, 0, 0, 0);
  expect(parseInstant('now/d', NOW, { calendar: 'local' })).toBe(midnight.getTime());
  expect(parseInstant('2024-01-02T03:04:05', NOW, { calendar: 'local' })).toBe(new Date(2024, 0, 2, 3, 4, 5).getTime());
});

test('rounding is idempotent and never later than the instant', () => {
  const instants = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(instants, fc.constantFrom('y', 'M', 'w', 'd', 'h', 'm', 's'), (now, unit) => {
      const once = parseInstant(`now/${unit}`, now) ?? Number.NaN;
      const end = parseInstant(`now/${unit}`, now, { roundUp: true }) ?? Number.NaN;
      expect(once).toBeLessThanOrEqual(now);
      expect(end).toBeGreaterThanOrEqual(now);
      expect(parseInstant(`now/${unit}`, once)).toBe(once);
      expect(parseInstant(`now/${unit}`, end)).toBe(once);
    }),
  );
});

test('RFC 3339 is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (ms) => {
      expect(parseInstant(new Date(ms).toISOString(), NOW)).toBe(ms);
    }),
  );
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((tail) => `now${tail}`),
      ),
      (text) => {
        const parsed = parseInstant(text, NOW);
        expect(parsed === null || Number.isFinite(parsed)).toBe(true);
      },
    ),
  );
});

test.each([
  ['now/d', false, '2024-03-30T23:00:00.000Z'],
  ['now/d', true, '2024-03-31T21:59:59.999Z'],
  ['now-1d', false, '2024-03-30T16:45:30.500Z'],
  ['now-1d/d', true, '2024-03-30T22:59:59.999Z'],
  ['now/M', false, '2024-02-29T23:00:00.000Z'],
  ['2024-03-31 12:30', false, '2024-03-31T10:30:00.000Z'],
  ['2024-03-31 12:30Z', false, '2024-03-31T12:30:00.000Z'],
])('%s (up: %s) in a zone whose clocks go forward that day', (text, roundUp, expected) => {
  const instant = parseInstant(text, NOW, { calendar: 'Europe/Berlin', roundUp });
  expect(new Date(instant ?? Number.NaN).toISOString()).toBe(expected);
});

test('an hour that occurs twice is rounded within its own', () => {
  const second = Date.parse('2024-10-27T01:30:00Z');
  expect(parseInstant('now/h', second, { calendar: 'Europe/Berlin' })).toBe(Date.parse('2024-10-27T01:00:00Z'));
});

test('a zone takes nothing away: what cannot be told is refused, never thrown', () => {
  for (const text of ['now-999999999y', 'now+999999999d', 'now+275760y', '2024-13-01 00:00']) {
    expect(parseInstant(text, NOW, { calendar: 'Asia/Tokyo' })).toBeNull();
  }
});
