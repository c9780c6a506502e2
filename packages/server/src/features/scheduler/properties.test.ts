import { describe, expect, it } from 'vitest';
import { retentionAge, retentionDays } from './maintenance.ts';
import { statusRow, textLimits } from './result-rows.ts';
import { resultOf } from './testing/fixtures.ts';

const DAY = 86_400_000;

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
