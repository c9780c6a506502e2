/** One row of `GET /api/properties` (contract http-calls §5). A `local` one comes from a file and cannot be changed. */
export interface PropertyRow {
  name: string;
  value: string;
  description: string;
  source: 'local' | 'db';
  type: string;
}

/** What is known of a property that the server reads. `*` in a name stands for one part. */
export interface KnownProperty {
  name: string;
  type: 'bool' | 'int' | 'duration' | 'schedule' | 'string';
  description: string;
}

const known = (name: string, type: KnownProperty['type'], description: string): KnownProperty => ({
  name,
  type,
  description,
});

/** Properties that the server reads, other than feature flags (contract checks §1.11, notifications-and-access §8.3-8.4). */
export const knownProperties: readonly KnownProperty[] = /* @__PURE__ */ [
  known('check.*.disabled', 'bool', 'Stops every schedule; `check.disabled.<type>` stops checks of one type'),
  known('check.disabled.*', 'bool', 'Skips checks of this type'),
  known('check.status.retention.days', 'int', 'How many days results are kept; hours thrice, days nine times as long'),
  known('check.retention.age', 'duration', 'How long deleted checks are kept'),
  known('canary.retention.age', 'duration', 'How long deleted canaries are kept'),
  known('canary.status.max.message', 'int', 'Longest message of a result, in characters'),
  known('canary.status.max.error', 'int', 'Longest error of a result, in characters'),
  known('component.retention.period', 'duration', 'How long deleted components are kept'),
  known('config.retention.period', 'duration', 'How long deleted configuration items are kept'),
  known('config.changes.retention.period', 'duration', 'How long changes are kept that are no evidence'),
  known('config_analysis.set_status_closed_days', 'int', 'An insight that was not seen for so many days is closed'),
  known('config_analysis.retention.period', 'duration', 'How long insights are kept that are no evidence'),
  known('event_queue.maxAge', 'duration', 'How long events are kept that nothing took up'),
  known('notification.history.maxAge', 'duration', 'How long sent notifications are kept'),
  known(
    'identity.retention.period',
    'duration',
    'How long what is over of the sign-in is kept: sessions, forms, codes, tries',
  ),
  known('access_token.default_expiry', 'string', 'How long an API token lives that says nothing of it: 30d, or never'),
  known('mail.retention.period', 'duration', 'How long mails are kept that were sent or given up'),
  known('audit.retention.period', 'duration', 'How long the audit trail is kept; never less than 90 days'),
  known('job.history.maxAge', 'duration', 'How long the history of jobs is kept'),
  known('job.history.running.maxAge', 'duration', 'A job that runs for longer is told as stale'),
  known('job.history.agentItemsToRetain', 'int', 'Rows of the job history kept for each agent, job and status'),
  known('job.jitter.disable', 'bool', 'Starts every slot at its exact time'),
  known('jobs.*.schedule', 'schedule', 'When the job runs: a cron line or `@every`'),
  known('jobs.*.timeout', 'duration', 'A run of the job that lasts longer counts as failed'),
  known('jobs.*.history', 'bool', '`false` writes no history of the job'),
  known('jobs.*.singleton', 'bool', '`false` lets every node run the job'),
  known('jobs.*.runNow', 'bool', 'Runs the job at each start of a node, however fresh it is'),
  known('jobs.*.disabled', 'bool', 'The job never runs'),
  known('jobs.*.retention.success', 'int', 'Successful runs of the job that are kept'),
  known('jobs.*.retention.failed', 'int', 'Failed runs of the job that are kept'),
  known('rls.enable', 'bool', 'Guests see only what their permissions name by agents and tags'),
];

/** What is known of a property by its name; null for a feature flag or a name that the server does not read. */
export function knownProperty(name: string): KnownProperty | null {
  for (const property of knownProperties) {
    const [before = '', after] = property.name.split('*');
    if (after === undefined ? name === before : fits(name, before, after)) return property;
  }
  return null;
}

function fits(name: string, before: string, after: string): boolean {
  return name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after);
}
