import { expect, it } from 'vitest';
import { noise, pick, seededRandom } from './random.ts';

it('gives the same stream for the same seed and another for another', () => {
  const take = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
  expect(take(1)).toEqual(take(1));
  expect(take(1)).not.toEqual(take(2));
});

it('spreads evenly enough over [0, 1)', () => {
  const random = seededRandom(7);
  const buckets = new Array<number>(10).fill(0);
  for (let index = 0; index < 10_000; index += 1) {
    const value = random();
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThan(1);
    const bucket = Math.floor(value * 10);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  }
  for (const count of buckets) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

it('makes noise that depends on every key, also on large ones', () => {
  expect(noise(1, 2, 3)).toBe(noise(1, 2, 3));
  expect(noise(1, 2, 3)).not.toBe(noise(1, 2, 4));
  expect(noise(1, 1_700_000_000_000)).not.toBe(noise(1, 1_700_000_000_000 + 2 ** 32));
});

it('picks only from the list and refuses an empty one', () => {
  expect(['a', 'b']).toContain(pick(seededRandom(3), ['a', 'b']));
  expect(() => pick(seededRandom(3), [])).toThrow(RangeError);
});
