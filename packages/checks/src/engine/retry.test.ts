import { expect, test } from 'vitest';
import { retryPlan } from './retry.ts';

const ONCE = { delayMs: 0, intervalMs: 1000, maxRetries: 0, timeoutMs: Number.POSITIVE_INFINITY };

test('no policy, a policy without bounds and one that is disabled mean one attempt', () => {
  expect(retryPlan(undefined)).toEqual(ONCE);
  expect(retryPlan({})).toEqual(ONCE);
  expect(retryPlan({ disabled: true, delay: '1m' })).toEqual(ONCE);
  expect(retryPlan({ interval: '5s' })).toEqual({ ...ONCE, intervalMs: 5000 });
});

test('durations are read with days; what cannot be read does not count', () => {
  expect(retryPlan({ maxRetries: 3, delay: '1d', interval: '2s', timeout: '1m' })).toEqual({
    delayMs: 86_400_000,
    intervalMs: 2000,
    maxRetries: 3,
    timeoutMs: 60_000,
  });
  expect(retryPlan({ maxRetries: 1, delay: 'soon', interval: '-1s', timeout: '' })).toEqual({ ...ONCE, maxRetries: 1 });
});

test('a time limit alone bounds the attempts', () => {
  expect(retryPlan({ timeout: '10s' })).toMatchObject({ maxRetries: Number.POSITIVE_INFINITY, timeoutMs: 10_000 });
  expect(retryPlan({ maxRetries: -2 })).toMatchObject({ maxRetries: 0 });
});
