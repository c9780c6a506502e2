import type { Job } from './jobs.ts';
import type { MaintenanceStore } from './maintenance-store.ts';
import { countProperty } from './retention.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RETENTION_DAYS = 30;
/** What is written down of runs is kept for two days: only the newest slots can be claimed twice. */
const RUNS_KEPT_HOURS = 48;

/** Upkeep of results and of what is known of runs, at the intervals of contract database §10. */
export function maintenanceJobs(
  store: MaintenanceStore,
  /** Removes what is written down of runs older than so many hours. */
  trimRuns: (hours: number) => Promise<number>,
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
        const removed = await store.retain(countProperty(properties(), 'check.status.retention.days', RETENTION_DAYS));
        return { success: Object.values(removed).reduce((sum, count) => sum + count, 0), details: { removed } };
      },
    },
    counted('CompactCheckStatuses', DAY, store.compact),
    { ...counted('RefreshConfigSummaries', 10 * SECOND, store.refreshConfigSummaries), quiet: true },
    counted('RecountConfigSummaries', DAY, store.recountConfigSummaries),
    counted('RefreshLabels', 5 * MINUTE, store.refreshLabels),
    counted('RecountLabels', DAY, store.recountLabels),
    { ...counted('FoldCounts', 10 * SECOND, store.foldCounts), quiet: true },
    counted('CleanupCanaryRuns', HOUR, () => trimRuns(RUNS_KEPT_HOURS)),
  ];
}
