import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { STAY_MS, whenStaying } from './staying.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('calls back once what stays, each after its own moment', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  whenStaying(first);
  vi.advanceTimersByTime(STAY_MS / 2);
  whenStaying(second);
  vi.advanceTimersByTime(STAY_MS / 2);
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).not.toHaveBeenCalled();
  vi.advanceTimersByTime(STAY_MS);
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(1);
});

it('does not call back what left, and goes on with the others', () => {
  const [gone, stays] = [vi.fn(), vi.fn()];
  const leave = whenStaying(gone);
  whenStaying(stays);
  leave();
  vi.advanceTimersByTime(2 * STAY_MS);
  expect(gone).not.toHaveBeenCalled();
  expect(stays).toHaveBeenCalledTimes(1);
});

it('shares one timer', () => {
  for (let i = 0; i < 50; i += 1) whenStaying(() => undefined);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2 * STAY_MS);
  expect(vi.getTimerCount()).toBe(0);
});
