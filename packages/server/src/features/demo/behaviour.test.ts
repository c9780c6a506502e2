import { describe, expect, it } from 'vitest';
import { type Behaviour, observe, statusOf } from './behaviour.ts';

const T0 = Date.UTC(2026, 0, 15, 12);
const steady: Behaviour = { seed: 5, baseMs: 40, kind: 'steady', sinceMs: T0 };

function rate(behaviour: Behaviour, fromMs: number, count: number, stepMs: number): number {
  let passed = 0;
  for (let index = 0; index < count; index += 1) passed += observe(behaviour, fromMs + index * stepMs).pass ? 1 : 0;
  return passed / count;
}

describe('observe', () => {
  it('finds the same thing at the same moment', () => {
    expect(observe(steady, T0)).toEqual(observe(steady, T0));
  });

  it('is mostly well when steady, and has outages over a month', () => {
    const over = rate(steady, T0 - 30 * 86_400_000, 8640, 300_000);
    expect(over).toBeGreaterThan(0.97);
    const outages = Array.from({ length: 20 }, (_, seed) =>
      rate({ ...steady, seed }, T0 - 30 * 86_400_000, 8640, 300_000),
    );
    expect(Math.min(...outages)).toBeLessThan(1);
  });

  it('fails from its moment on when failing', () => {
    const failing: Behaviour = { ...steady, kind: 'failing' };
    expect(rate(failing, T0, 200, 30_000)).toBe(0);
    expect(rate(failing, T0 - 7_200_000, 200, 30_000)).toBeGreaterThan(0.5);
  });

  it('comes and goes when flapping', () => {
    const passed = rate({ ...steady, kind: 'flapping' }, T0, 2000, 30_000);
    expect(passed).toBeGreaterThan(0.6);
    expect(passed).toBeLessThan(0.95);
  });

  it('is many times slower from its moment on when slow', () => {
    const slow: Behaviour = { ...steady, kind: 'slow' };
    const mean = (fromMs: number) =>
      Array.from({ length: 200 }, (_, index) => observe(slow, fromMs + index * 1000).durationMs).reduce(
        (a, b) => a + b,
      ) / 200;
    expect(mean(T0)).toBeGreaterThan(4 * mean(T0 - 3_600_000));
  });

  it('names the status of a failure in its text', () => {
    expect(statusOf({ pass: true, durationMs: 1, error: '' })).toBe(200);
    expect(statusOf({ pass: false, durationMs: 1, error: 'expected 502 to be 200..299' })).toBe(502);
  });
});
