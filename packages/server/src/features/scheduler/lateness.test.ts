import { expect, test } from 'vitest';
import { createLatenessWindow } from './lateness.ts';

test('the 99th percentile is one of the samples', () => {
  const window = createLatenessWindow(1000);
  expect(window.p99(0)).toBe(0);
  for (let value = 1; value <= 100; value += 1) window.add(100, value);
  expect(window.p99(100)).toBe(99);
});

test('samples leave with the window, and negative lateness counts as none', () => {
  const window = createLatenessWindow(1000);
  window.add(0, 500);
  window.add(900, -5);
  expect(window.p99(1000)).toBe(500);
  expect(window.p99(1001)).toBe(0);
});

test('only the newest twenty thousand samples are kept', () => {
  const window = createLatenessWindow(1000);
  for (let index = 0; index < 45_000; index += 1) window.add(10, index < 25_000 ? 9000 : 1);
  expect(window.p99(10)).toBe(1);
});
