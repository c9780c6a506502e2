import { expect, it } from 'vitest';
import { percentile, summarise, timeEach } from './statistics.ts';

it('takes the smallest value with a sufficient share', () => {
  const values = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(summarise(values.toReversed())).toEqual({ n: 100, p50: 50, p95: 95, p99: 99, max: 100 });
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

it('measures only the rounds after the warm-up', async () => {
  const rounds: number[] = [];
  const times = await timeEach(3, 2, async (round) => rounds.push(round));
  expect(rounds).toEqual([-2, -1, 0, 1, 2]);
  expect(times).toHaveLength(3);
});
