import type { Pool } from 'pg';

/** Rows removed by one statement, so that none is long and no lock is held for long. */
const BATCH = 5000;

/** A row is kept while something that outlives it points to it; the others of its kind go. */
interface Rule {
  table: string;
  /** Rows that are old enough; `$1` is the age in milliseconds. */
  old: string;
  /** Rows of other tables that keep it: `table.column`. */
  keptBy: readonly string[];
  /** Rows of other tables that go with it and have no cascade: `table.column`. */
  takes?: readonly string[];
  /** What tells its rows apart; `id` unless told. */
  key?: 'alias' | 'code_hash' | 'bucket' | 'ctid';
}

const AGE = `now() - $1 * interval '1 millisecond'`;

/** What is removed for good, by job (contract database §10). */
export const retentionRules = {
  checks: {
    table: 'checks',
    old: `t.deleted_at < ${AGE}`,
    keptBy: ['evidences.check_id', 'playbook_runs.check_id', 'artifacts.check_id'],
    takes: ['notification_group_resources.check_id'],
  },
  canaries: { table: 'canaries', old: `t.deleted_at < ${AGE}`, keptBy: ['checks.canary_id'] },
  components: {
    table: 'components',
    old: `t.deleted_at < ${AGE}`,
    keptBy: ['evidences.component_id', 'playbook_runs.component_id', 'components.parent_id'],
    takes: ['notification_group_resources.component_id'],
  },
  configItems: {
    table: 'config_items',
    old: `t.deleted_at < ${AGE}`,
    keptBy: ['evidences.config_id', 'playbook_runs.config_id', 'components.config_id', 'config_items.parent_id'],
    takes: [
      'config_access.config_id',
      'config_access_logs.config_id',
      'access_reviews.config_id',
      'notification_group_resources.config_id',
    ],
  },
  configChanges: { table: 'config_changes', old: `t.created_at < ${AGE}`, keptBy: ['evidences.config_change_id'] },
  configAnalysis: {
    table: 'config_analysis',
    old: `coalesce(t.last_observed, t.first_observed) < ${AGE}`,
    keptBy: ['evidences.config_analysis_id'],
  },
  scrapers: {
    table: 'config_scrapers',
    old: `t.deleted_at < ${AGE}`,
    keptBy: [
      'config_items.scraper_id',
      'config_access.scraper_id',
      'config_access_logs.scraper_id',
      'access_reviews.scraper_id',
      'external_users.scraper_id',
      'external_groups.scraper_id',
    ],
  },
  events: { table: 'event_queue', old: `t.created_at < ${AGE}`, keptBy: [] },
  sentNotifications: {
    table: 'notification_send_history',
    old: `t.created_at < ${AGE} and t.playbook_run_id is null`,
    keptBy: ['playbook_runs.notification_send_id', 'notification_send_history.parent_id'],
  },
  shortUrls: { table: 'short_urls', old: `t.expires_at < ${AGE}`, keptBy: [], key: 'alias' },
  jobHistory: { table: 'job_history', old: `t.created_at < ${AGE}`, keptBy: [] },
  sessions: { table: 'identity_sessions', old: `t.expires_at < ${AGE}`, keptBy: [] },
  // The codes of a flow go with it.
  flows: { table: 'identity_flows', old: `t.expires_at < ${AGE}`, keptBy: [] },
  codes: { table: 'identity_codes', old: `coalesce(t.used_at, t.expires_at) < ${AGE}`, keptBy: [] },
  setupCodes: { table: 'identity_setup_codes', old: `t.expires_at < ${AGE}`, keptBy: [], key: 'code_hash' },
  flowErrors: { table: 'identity_flow_errors', old: `t.created_at < ${AGE}`, keptBy: [] },
  attempts: { table: 'identity_attempts', old: `t.at < ${AGE}`, keptBy: [], key: 'ctid' },
  pauses: { table: 'identity_pauses', old: `t.until < ${AGE}`, keptBy: [], key: 'bucket' },
  mails: { table: 'mail_queue', old: `t.next_attempt_at is null and t.created_at < ${AGE}`, keptBy: [] },
  // The database itself keeps what is younger than that, whatever is asked.
  audit: { table: 'audit_log', old: `t.at < least(${AGE}, now() - interval '90 days')`, keptBy: [] },
} as const satisfies Record<string, Rule>;

export type RetentionRule = keyof typeof retentionRules;

function references(targets: readonly string[], self: string): string[] {
  return targets.map((target) => {
    const [table = '', column = ''] = target.split('.');
    return `select from ${table} r where r.${column} = ${self}`;
  });
}

function statement(rule: Rule): string {
  const kept = references(rule.keptBy, 't.id').map((found) => `and not exists (${found})`);
  const takes = (rule.takes ?? []).map((target, index) => {
    const [table = '', column = ''] = target.split('.');
    return `, taken${index} as (delete from ${table} r using gone g where r.${column} = g.id)`;
  });
  const key = rule.key ?? 'id';
  return `with gone as materialized (
    select t.${key} as id from ${rule.table} t where ${rule.old} ${kept.join(' ')} limit ${BATCH}
  )${takes.join('')}
  delete from ${rule.table} d using gone g where d.${key} = g.id`;
}

/** SQL of what is removed for good, and of what is closed because it was not seen for long. */
export function createRetentionStore(pool: Pick<Pool, 'query'>) {
  return {
    /** Removes in batches what is older than the age; answers how many. A row that others hang on goes after them. */
    async remove(name: RetentionRule, ageMs: number): Promise<number> {
      let removed = 0;
      for (;;) {
        const { rowCount } = await pool.query(statement(retentionRules[name]), [ageMs]);
        removed += rowCount ?? 0;
        if ((rowCount ?? 0) === 0) return removed;
      }
    },

    /** Closes open insights that were not seen for so long. */
    async closeAnalysis(ageMs: number): Promise<number> {
      const { rowCount } = await pool.query(
        `update config_analysis set status = 'closed' where status = 'open' and last_observed < ${AGE}`,
        [ageMs],
      );
      return rowCount ?? 0;
    },

    /** A job that began so long ago and did not end is stale: its node is gone. */
    async markStale(ageMs: number): Promise<number> {
      const { rowCount } = await pool.query(
        `update job_history set status = 'STALE' where status = 'RUNNING' and time_start < ${AGE}`,
        [ageMs],
      );
      return rowCount ?? 0;
    },

    /** Keeps so many rows of the job history for each agent, resource, job and status; our own rows are a ring already. */
    async trimAgents(keep: number): Promise<number> {
      const { rowCount } = await pool.query(
        `delete from job_history where id in (select id from (
           select id, row_number() over (partition by agent_id, resource_type, resource_id, name, status
             order by created_at desc, id desc) as place
           from job_history where agent_id <> '00000000-0000-0000-0000-000000000000') ranked where place > $1)`,
        [keep],
      );
      return rowCount ?? 0;
    },
  };
}
export type RetentionStore = ReturnType<typeof createRetentionStore>;
