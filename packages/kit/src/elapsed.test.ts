import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatElapsed } from './elapsed.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, '0 ms'],
  [0.4, '<1 ms'],
  [184, '184 ms'],
  [999.4, '999 ms'],
  [999.6, '1 s'],
  [1240, '1.2 s'],
  [9949, '9.9 s'],
  [10_400, '10 s'],
  [59_600, '1m'],
  [125_000, '2m 5s'],
  [HOUR, '1h'],
  [3 * HOUR + 20 * MINUTE, '3h 20m'],
  [DAY - 1, '1d'],
  [4 * DAY + 2 * HOUR, '4d 2h'],
  [-1, '-'],
  [Number.NaN, '-'],
  [Number.POSITIVE_INFINITY, '-'],
])('%d ms reads %s', (ms, text) => expect(formatElapsed(ms)).toBe(text));

const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: MINUTE, h: HOUR, d: DAY };

test('what is read is the length to within a twentieth, in one or two units', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 * DAY }), (ms) => {
      const parts = [...formatElapsed(ms).matchAll(/([\d.]+) ?(ms|[smhd])/g)];
      const read = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0), 0);
      expect(parts.length).toBeGreaterThan(0);
      expect(parts.length).toBeLessThanOrEqual(2);
      expect(Math.abs(read - ms)).toBeLessThanOrEqual(Math.max(0.5, ms * 0.05));
    }),
  );
});
