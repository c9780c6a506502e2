import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measured } from './measure.ts';

test('whatever is measured, the bar stays within its ends, is seen where there is something, and has words', () => {
  fc.assert(
    fc.property(fc.double(), fc.double(), (value, max) => {
      const { width, now, said } = measured({ label: 'CPU', value, max });
      expect(width === 0 || (width >= 5 && width <= 100)).toBe(true);
      expect(Number.isInteger(now) && now >= 0 && now <= 100).toBe(true);
      expect(said).not.toContain('NaN');
    }),
  );
});

test.each([
  [1, 'ok'],
  [75, 'ok'],
  [76, 'warn'],
  [90, 'warn'],
  [91, 'bad'],
  [250, 'bad'],
])('%d per cent is %s', (value, tone) => {
  expect(measured({ label: 'CPU', value }).tone).toBe(tone);
});

test('words that are given take the place of the percentage', () => {
  expect(measured({ label: 'CPU', value: 1, max: 4 }).said).toBe('25 %');
  expect(measured({ label: 'CPU', value: 1, max: 4, text: '1 of 4 cores' }).said).toBe('1 of 4 cores');
});
