import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBytes, parseBytes } from './bytes.ts';

test.each([
  ['25b', 25],
  ['10mb', 10 * 1024 ** 2],
  ['50M', 50 * 1024 ** 2],
  ['1gb', 1024 ** 3],
  ['1GiB', 1024 ** 3],
  ['1.5 kB', 1536],
  ['192Mi', 192 * 1024 ** 2],
  ['100', 100],
  ['2Y', 2 * 1024 ** 8],
])('reads %s', (text, expected) => {
  expect(parseBytes(text)).toBe(expected);
});

test.each(['', 'b', '-5b', '5x', '5bb', '1,5mb', 'mb5', '5i', '5ib'])('refuses %s', (text) => {
  expect(parseBytes(text)).toBeNull();
});

test.each([
  [0, '0B'],
  [25, '25B'],
  [1024, '1KB'],
  [1536, '1.5KB'],
  [1024 ** 2 - 1, '1MB'],
  [1024 ** 8, '1YB'],
  [1024 ** 9, '1024YB'],
  [-2048, '-2KB'],
])('writes %d', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});

test('what is written is read back to within a rounding of the last decimal', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (bytes) => {
      const back = parseBytes(formatBytes(bytes)) ?? Number.NaN;
      expect(Math.abs(back - bytes)).toBeLessThanOrEqual(Math.max(1, bytes * 0.06));
    }),
  );
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parsed = parseBytes(text);
      expect(parsed === null || parsed >= 0).toBe(true);
    }),
  );
});
