import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readNow, subscribeTick } from './ticker.ts';

const START = Date.parse('2026-11-21T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

test('one timer calls every listener, and all read the same time between two ticks', () => {
  const calls = [vi.fn(), vi.fn()];
  const stops = calls.map((call) => subscribeTick(call));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(999);
  expect(readNow()).toBe(START);
  vi.advanceTimersByTime(1);
  expect(readNow()).toBe(START + 1000);
  stops[0]?.();
  vi.advanceTimersByTime(1000);
  expect(calls.map((call) => call.mock.calls.length)).toEqual([1, 2]);
  stops[1]?.();
  expect(vi.getTimerCount()).toBe(0);
});

test('a clock that was set, forward or back, is read anew', () => {
  vi.setSystemTime(START + 60_000);
  expect(readNow()).toBe(START + 60_000);
  vi.setSystemTime(START - 3_600_000);
  expect(readNow()).toBe(START - 3_600_000);
});
