import { parseDuration } from '@quarterdeck/kit';
import type { ClaimStore } from './claim-store.ts';
import type { Job } from './jobs.ts';
import type { MaintenanceStore } from './maintenance-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RETENTION_DAYS = 30;
const RETENTION_AGE_MS = 7 * DAY;
/** What is written down of runs is kept for two days: only the newest slots can be claimed twice. */
const RUNS_KEPT_HOURS = 48;

/** The value of a property as a number of days; anything else is the default. */
export function retentionDays(properties: ReadonlyMap<string, string>): number {
  const days = Number(properties.get('check.status.retention.days'));
  return Number.isInteger(days) && days > 0 ? days : RETENTION_DAYS;
}

/** How long what was deleted is kept, in milliseconds; 7 days when the property is no duration above zero. */
export function retentionAge(
  properties: ReadonlyMap<string, string>,
  name: 'check.retention.age' | 'canary.retention.age',
): number {
  const age = parseDuration(properties.get(name) ?? '');
  return age !== null && age > 0 ? age : RETENTION_AGE_MS;
}

/** The product's own jobs, at the intervals of contract database §10. */
export function maintenanceJobs(
  store: MaintenanceStore,
  claims: Pick<ClaimStore, 'trimRuns'>,
  properties: () => ReadonlyMap<string, string>,
): Job[] {
  const counted = (name: string, everyMs: number, run: () => Promise<number>): Job => ({
    name,
    everyMs,
    run: async () => ({ success: await run(), details: {} }),
  });
  return [
    counted('EnsureStatusPartitions', 6 * HOUR, store.ensurePartitions),
    counted('RefreshCheckStatusSummary', MINUTE, store.refreshStates),
    counted('AggregateCheckStatus1h', HOUR, store.rollUpHours),
    counted('AggregateCheckStatus1d', DAY, store.rollUpDays),
    {
      name: 'DeleteOldCheckStatuses',
      everyMs: DAY,
      run: async () => {
        const removed = await store.retain(retentionDays(properties()));
        return { success: Object.values(removed).reduce((sum, count) => sum + count, 0), details: { removed } };
      },
    },
    {
      name: 'CleanupDeletedChecks',
      everyMs: 12 * HOUR,
      run: async () => {
        const removed = await store.purge(
          retentionAge(properties(), 'check.retention.age'),
          retentionAge(properties(), 'canary.retention.age'),
        );
        return { success: removed.checks + removed.canaries, details: { removed } };
      },
    },
    counted('CompactCheckStatuses', DAY, store.compact),
    counted('CleanupCanaryRuns', HOUR, () => claims.trimRuns(RUNS_KEPT_HOURS)),
    counted('CleanupJobHistory', DAY, store.trimHistory),
  ];
}
