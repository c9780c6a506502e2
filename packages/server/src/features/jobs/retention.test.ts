import { describe, expect, it } from 'vitest';
import { statusRow, textLimits } from '../scheduler/result-rows.ts';
import { resultOf } from '../scheduler/testing/fixtures.ts';
import { jobSettings, nextRun } from './job-settings.ts';
import { countProperty, durationProperty, retentionJobs } from './retention.ts';
import type { RetentionRule, RetentionStore } from './retention-store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const of = (name: string, value: string) => new Map([[name, value]]);

describe('what properties change', () => {
  it.each([
    ['7', 7],
    ['0', 30],
    ['-1', 30],
    ['1.5', 30],
    ['soon', 30],
  ])('a count of %s is %i', (value, count) => {
    expect(countProperty(of('n', value), 'n', 30)).toBe(count);
  });

  it('a duration above zero, else the default', () => {
    expect(durationProperty(new Map(), 'n', 7 * DAY)).toBe(7 * DAY);
    expect(durationProperty(of('n', '2d'), 'n', 7 * DAY)).toBe(2 * DAY);
    expect(durationProperty(of('n', '0s'), 'n', 7 * DAY)).toBe(7 * DAY);
    expect(durationProperty(of('n', 'long'), 'n', 7 * DAY)).toBe(7 * DAY);
  });

  it('limits of stored texts, with what is no limit left aside', () => {
    expect(textLimits(new Map())).toEqual({ message: 4096, error: 131_072 });
    expect(textLimits(of('canary.status.max.message', '10'))).toEqual({ message: 10, error: 131_072 });
    expect(textLimits(of('canary.status.max.error', 'x')).error).toBe(131_072);
    const result = resultOf('a', { message: 'm'.repeat(20), error: 'e'.repeat(20) });
    const row = statusRow({ checkId: 'a', result, nextRunMs: null }, { message: 10, error: 20 });
    expect([row.message, row.error]).toEqual(['mmmmmmm...', 'e'.repeat(20)]);
  });

  it('settings of a job, with what cannot be read named and left at its default', () => {
    expect(jobSettings('A', new Map())).toEqual({
      disabled: false,
      schedule: null,
      timeoutMs: null,
      history: true,
      singleton: true,
      runNow: false,
      keep: { success: 1, failed: 3 },
      problems: [],
    });
    const written = new Map([
      ['jobs.A.schedule', 'every now and then'],
      ['jobs.A.timeout', '0s'],
      ['jobs.A.retention.failed', 'all'],
      ['jobs.A.retention.success', '5'],
      ['jobs.B.disabled', 'true'],
    ]);
    const settings = jobSettings('A', written);
    expect(settings).toMatchObject({
      schedule: null,
      timeoutMs: null,
      keep: { success: 5, failed: 3 },
      disabled: false,
    });
    expect(settings.problems.map((problem) => problem.split(':')[0]).toSorted()).toEqual([
      'jobs.A.retention.failed',
      'jobs.A.schedule',
      'jobs.A.timeout',
    ]);
  });

  it('the next run of an interval, of a cron line, and of one that never comes', () => {
    const noon = Date.UTC(2026, 0, 1, 12);
    expect(nextRun(HOUR, null, noon)).toEqual({ delayMs: HOUR, freshMs: 0.9 * HOUR });
    expect(nextRun(HOUR, '15 13 * * *', noon)).toEqual({ delayMs: 1.25 * HOUR, freshMs: 0.9 * DAY });
    expect(nextRun(HOUR, '0 0 30 2 *', noon)).toBeNull();
  });
});

describe('jobs of retention', () => {
  function fixture(properties: Record<string, string>, fails: RetentionRule | null = null) {
    const asked: [RetentionRule | string, number][] = [];
    const store: RetentionStore = {
      remove: async (name, ageMs) => {
        asked.push([name, ageMs]);
        if (name === fails) throw new Error('in use');
        return 2;
      },
      closeAnalysis: async (ageMs) => asked.push(['close', ageMs]),
      markStale: async (ageMs) => asked.push(['stale', ageMs]),
      trimAgents: async (keep) => asked.push(['agents', keep]),
    };
    const jobs = retentionJobs(store, () => new Map(Object.entries(properties)));
    const run = (name: string) => jobs.find((job) => job.name === name)?.run();
    return { asked, jobs, run };
  }

  it('remove at the ages of the properties, each rule on its own', async () => {
    const { asked, run } = fixture({ 'canary.retention.age': '2d' }, 'checks');
    expect(await run('CleanupDeletedChecks')).toEqual({
      success: 2,
      errors: ['checks: in use'],
      details: { removed: { canaries: 2 } },
    });
    expect(asked).toEqual([
      ['checks', 7 * DAY],
      ['canaries', 2 * DAY],
    ]);
  });

  it('close insights before they remove them, and tidy the job history in three ways', async () => {
    const { asked, run } = fixture({ 'config_analysis.set_status_closed_days': '3' });
    await run('CleanupConfigAnalysis');
    await run('CleanupJobHistory');
    expect(asked).toEqual([
      ['close', 3 * DAY],
      ['configAnalysis', 60 * DAY],
      ['stale', 4 * HOUR],
      ['agents', 3],
      ['jobHistory', 30 * DAY],
    ]);
  });

  it('have names of their own and intervals of hours', () => {
    const { jobs } = fixture({});
    expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
    expect(jobs.every(({ everyMs }) => everyMs >= HOUR)).toBe(true);
  });
});
