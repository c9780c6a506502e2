import { silentLog } from '@quarterdeck/kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retentionAge, retentionDays } from './maintenance.ts';
import { createPropertyCache } from './properties.ts';
import { statusRow, textLimits } from './result-rows.ts';
import { resultOf } from './testing/fixtures.ts';

const DAY = 86_400_000;

describe('the cache of properties', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reads at start, then every five minutes, until it is stopped', async () => {
    let value = 0;
    const cache = createPropertyCache(async () => new Map([['n', String(++value)]]), silentLog);
    expect(cache.current().size).toBe(0);
    await cache.start();
    expect(cache.current().get('n')).toBe('1');
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
    expect(cache.current().get('n')).toBe('1');
    await vi.advanceTimersByTimeAsync(1);
    expect(cache.current().get('n')).toBe('2');
    cache.stop();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(value).toBe(2);
  });

  it('keeps what it has when it cannot read, and says so', async () => {
    const said: string[] = [];
    let fails = false;
    const read = async () => {
      if (fails) throw new Error('away');
      return new Map([['a', 'b']]);
    };
    const cache = createPropertyCache(read, { ...silentLog, warn: (_fields, text) => void said.push(text) });
    await cache.start();
    fails = true;
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect([cache.current().get('a'), said.length]).toEqual(['b', 1]);
    cache.stop();
  });

  it('starts empty when the first read fails', async () => {
    const cache = createPropertyCache(() => Promise.reject(new Error('away')), silentLog);
    await cache.start();
    expect(cache.current().size).toBe(0);
    cache.stop();
  });
});

describe('what properties change', () => {
  const of = (name: string, value: string) => new Map([[name, value]]);

  it.each([
    ['7', 7],
    ['0', 30],
    ['-1', 30],
    ['1.5', 30],
    ['soon', 30],
  ])('check.status.retention.days=%s keeps results for %i days', (value, days) => {
    expect(retentionDays(of('check.status.retention.days', value))).toBe(days);
  });

  it.each(['check.retention.age', 'canary.retention.age'] as const)('%s is a duration, 7 days by default', (name) => {
    expect(retentionAge(new Map(), name)).toBe(7 * DAY);
    expect(retentionAge(of(name, '2d'), name)).toBe(2 * DAY);
    expect(retentionAge(of(name, '0s'), name)).toBe(7 * DAY);
    expect(retentionAge(of(name, 'long'), name)).toBe(7 * DAY);
  });

  it('limits of stored texts, with what is no limit left aside', () => {
    expect(textLimits(new Map())).toEqual({ message: 4096, error: 131_072 });
    expect(textLimits(of('canary.status.max.message', '10'))).toEqual({ message: 10, error: 131_072 });
    expect(textLimits(of('canary.status.max.error', 'x')).error).toBe(131_072);
    const result = resultOf('a', { message: 'm'.repeat(20), error: 'e'.repeat(20) });
    const row = statusRow({ checkId: 'a', result, nextRunMs: null }, { message: 10, error: 20 });
    expect([row.message, row.error]).toEqual(['mmmmmmm...', 'e'.repeat(20)]);
  });
});
