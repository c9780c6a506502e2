import { expect, test } from 'vitest';
import { describeStrip, type StripResult, stripPaths, stripWidth } from './strip.ts';

const results: StripResult[] = [
  [1, 100, 1],
  [2, 400, 1],
  [3, 0, 0],
  [4, 0, 2],
];
const bars = (path: string) => [...path.matchAll(/v([\d.]+)/g)].map((match) => Number(match[1]));

test('one path per colour, taller bars for slower results, full ones for failures', () => {
  const { ok, bad, unk } = stripPaths(results, 10, 16);
  const [fast = 0, slow = 0] = bars(ok);
  expect(slow).toBeGreaterThan(fast);
  expect(bars(bad)).toEqual([16]);
  expect(bars(unk)).toEqual([5]);
});

test('results stand at the right end and only the last ones are drawn', () => {
  expect(stripPaths([[1, 1, 0]], 10, 16).bad.startsWith('M36 0')).toBe(true);
  const many: StripResult[] = Array.from({ length: 50 }, (_, i) => [i, 1, i < 16 ? 0 : 1]);
  expect(stripPaths(many, 34, 16).bad).toBe('');
  expect(bars(stripPaths(many, 34, 16).ok)).toHaveLength(34);
  expect(stripWidth(34)).toBe(134.5);
});

test('a strip is described in words', () => {
  expect(describeStrip(results, 34)).toBe('last 4 results: 1 failed, 1 unknown, 2 passed');
  expect(describeStrip([], 34)).toBe('no results yet');
});
