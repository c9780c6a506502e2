import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ProgressTone, progressBar } from './progress.ts';

test.each([
  [-20, 5, 'none'],
  [0, 5, 'none'],
  [0.9, 5, 'none'],
  [1, 5, 'ok'],
  [75, 75, 'ok'],
  [75.1, 75.1, 'warn'],
  [90, 90, 'warn'],
  [90.1, 90.1, 'bad'],
  [140, 100, 'bad'],
  [Number.NaN, 5, 'none'],
  [Number.POSITIVE_INFINITY, 100, 'bad'],
])('%d %% is drawn %d wide and %s', (percent, width, tone) => {
  expect(progressBar(percent)).toEqual({ width, tone });
});

test('more is never narrower, nor of a milder colour', () => {
  const order: ProgressTone[] = ['none', 'ok', 'warn', 'bad'];
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      const less = progressBar(Math.min(a, b));
      const more = progressBar(Math.max(a, b));
      expect(more.width).toBeGreaterThanOrEqual(less.width);
      expect(order.indexOf(more.tone)).toBeGreaterThanOrEqual(order.indexOf(less.tone));
    }),
  );
});
