import { errorText } from '@quarterdeck/contract';
import { parseDuration } from '@quarterdeck/kit';
import type { JobOutcome } from './job-store.ts';
import type { Job } from './jobs.ts';
import type { RetentionRule, RetentionStore } from './retention-store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Properties = () => ReadonlyMap<string, string>;

/** The value of a property as a duration above zero in milliseconds; anything else is the default. */
export function durationProperty(properties: ReadonlyMap<string, string>, name: string, otherwiseMs: number): number {
  const age = parseDuration(properties.get(name) ?? '');
  return age !== null && age > 0 ? age : otherwiseMs;
}

/** The value of a property as a whole number above zero; anything else is the default. */
export function countProperty(properties: ReadonlyMap<string, string>, name: string, otherwise: number): number {
  const value = Number(properties.get(name));
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}

/** What a job of retention removes, and the property that tells the age of it. */
interface Removal {
  rule: RetentionRule;
  property: string;
  otherwiseMs: number;
}

/** Jobs that only remove: what each removes, in this order. */
const REMOVALS: readonly [job: string, everyMs: number, rule: RetentionRule, property: string, otherwiseMs: number][] =
  [
    ['CleanupDeletedChecks', 12 * HOUR, 'checks', 'check.retention.age', 7 * DAY],
    ['CleanupDeletedChecks', 12 * HOUR, 'canaries', 'canary.retention.age', 7 * DAY],
    ['CleanupComponents', DAY, 'components', 'component.retention.period', 7 * DAY],
    ['CleanupConfigItems', DAY, 'configItems', 'config.retention.period', 7 * DAY],
    ['CleanupConfigChanges', DAY, 'configChanges', 'config.changes.retention.period', 60 * DAY],
    ['CleanupConfigScrapers', DAY, 'scrapers', 'config.retention.period', 7 * DAY],
    ['CleanupEventQueue', DAY, 'events', 'event_queue.maxAge', 30 * DAY],
    ['CleanupNotificationSendHistory', DAY, 'sentNotifications', 'notification.history.maxAge', 30 * DAY],
    ['CleanupShortURLs', DAY, 'shortUrls', 'shorturl.retention.period', DAY],
    ['CleanupSignIn', HOUR, 'sessions', 'identity.retention.period', DAY],
    ['CleanupSignIn', HOUR, 'flows', 'identity.retention.period', DAY],
    ['CleanupSignIn', HOUR, 'codes', 'identity.retention.period', DAY],
    ['CleanupSignIn', HOUR, 'setupCodes', 'identity.retention.period', DAY],
    ['CleanupSignIn', HOUR, 'flowErrors', 'identity.retention.period', DAY],
    ['CleanupSignIn', HOUR, 'attempts', 'identity.retention.period', DAY],
    ['CleanupSignIn', HOUR, 'pauses', 'identity.retention.period', DAY],
    ['CleanupMails', DAY, 'mails', 'mail.retention.period', 7 * DAY],
    ['CleanupAudit', DAY, 'audit', 'audit.retention.period', 365 * DAY],
  ];

/** Removes by rules, each on its own: one that fails does not stop the others. */
async function removeAll(
  store: Pick<RetentionStore, 'remove'>,
  removals: readonly Removal[],
  properties: ReadonlyMap<string, string>,
): Promise<JobOutcome> {
  const removed: Record<string, number> = {};
  const errors: string[] = [];
  for (const { rule, property, otherwiseMs } of removals) {
    try {
      removed[rule] = await store.remove(rule, durationProperty(properties, property, otherwiseMs));
    } catch (error) {
      errors.push(`${rule}: ${errorText(error)}`);
    }
  }
  return { success: Object.values(removed).reduce((sum, count) => sum + count, 0), errors, details: { removed } };
}

/** Jobs that remove what is over, at the ages of contract database §10. */
export function retentionJobs(store: RetentionStore, properties: Properties): Job[] {
  return [
    ...[...Map.groupBy(REMOVALS, ([name]) => name)].map(([name, rows]) => {
      const removals = rows.map(([, , rule, property, otherwiseMs]) => ({ rule, property, otherwiseMs }));
      const everyMs = Math.min(...rows.map(([, every]) => every));
      return { name, everyMs, run: () => removeAll(store, removals, properties()) };
    }),
    {
      name: 'CleanupConfigAnalysis',
      everyMs: DAY,
      run: async () => {
        const closeMs = countProperty(properties(), 'config_analysis.set_status_closed_days', 7) * DAY;
        const closed = await store.closeAnalysis(closeMs);
        const kept = {
          rule: 'configAnalysis',
          property: 'config_analysis.retention.period',
          otherwiseMs: 60 * DAY,
        } as const;
        const outcome = await removeAll(store, [kept], properties());
        return { ...outcome, success: outcome.success + closed, details: { ...outcome.details, closed } };
      },
    },
    {
      name: 'CleanupJobHistory',
      everyMs: DAY,
      run: async () => {
        const current = properties();
        const stale = await store.markStale(durationProperty(current, 'job.history.running.maxAge', 4 * HOUR));
        const agents = await store.trimAgents(countProperty(current, 'job.history.agentItemsToRetain', 3));
        const old = { rule: 'jobHistory', property: 'job.history.maxAge', otherwiseMs: 30 * DAY } as const;
        const outcome = await removeAll(store, [old], current);
        return {
          ...outcome,
          success: outcome.success + stale + agents,
          details: { ...outcome.details, stale, agents },
        };
      },
    },
  ];
}
