import type { CheckId, Labels } from '@quarterdeck/contract';
import type { Pool } from 'pg';

/** What a summary is asked for (contract checks §3.6). */
export interface SummaryFilter {
  /** Contained in the labels of canary and check together. */
  labels: Labels | null;
  /** Checks that were deleted after this time are shown too. */
  deletedAfter: string | null;
  sortBy: 'name' | '-name' | null;
}

const at = (column: string) => `date_trunc('second', ${column})`;
const atMs = (column: string) => `date_trunc('milliseconds', ${column})`;

/**
 * One row of the summary. It reads the state of each check, never its history. Times are in whole seconds, as results
 * are; the transition keeps its milliseconds because rows are sorted by it.
 */
const ROW = `json_strip_nulls(json_build_object('id', c.id, 'canary_id', c.canary_id, 'canary_name', n.name,
  'canary_namespace', n.namespace,
  'agent_id', nullif(c.agent_id, '00000000-0000-0000-0000-000000000000'::uuid),
  'name', c.name, 'namespace', coalesce(c.namespace, n.namespace), 'type', c.type, 'status', c.status,
  'description', nullif(c.description, ''), 'icon', nullif(c.icon, ''), 'owner', nullif(c.owner, ''),
  'severity', nullif(c.severity, ''),
  'labels', nullif(coalesce(n.labels, '{}') || coalesce(c.labels, '{}'), '{}'),
  'uptime', json_build_object('passed', coalesce(s.passed, 0), 'failed', coalesce(s.failed, 0),
    'last_pass', ${at('s.last_pass')}, 'last_fail', ${at('s.last_fail')}),
  'latency', json_build_object('p99', s.p99, 'p97', s.p97, 'p95', s.p95,
    'rolling1h', coalesce(s.p95, 0)),
  'last_runtime', ${at('c.last_runtime')}, 'next_runtime', ${at('c.next_runtime')},
  'last_transition_time', ${atMs('c.last_transition_time')}, 'created_at', ${at('c.created_at')},
  'updated_at', ${at('c.updated_at')}, 'deleted_at', ${at('c.deleted_at')}, 'silenced_at', ${at('c.silenced_at')}))`;

const ORDER = { name: 'c.name, c.id', '-name': 'c.name desc, c.id', none: 'c.canary_id, c.id' } as const;

/** SQL of the summary and of the strips. */
export function createSummaryStore(pool: Pool) {
  return {
    /** The rows as the text of a JSON array. Its cost does not depend on the length of the history. */
    async rows(filter: SummaryFilter): Promise<string> {
      const { rows } = await pool.query<{ rows: string }>(
        `select coalesce('[' || string_agg(row, ',') || ']', '[]') as rows from (
           select ${ROW}::text as row
           from checks c join canaries n on n.id = c.canary_id left join check_states s on s.check_id = c.id
           where (c.deleted_at is null or c.deleted_at > $1::timestamptz)
             and ($2::jsonb is null or coalesce(n.labels, '{}') || coalesce(c.labels, '{}') @> $2::jsonb)
           order by ${ORDER[filter.sortBy ?? 'none']}) listed`,
        [filter.deletedAfter, filter.labels === null ? null : JSON.stringify(filter.labels)],
      );
      return rows[0]?.rows ?? '[]';
    },

    /** One row of the summary as JSON text; null when there is no such check. */
    async row(id: CheckId): Promise<string | null> {
      const { rows } = await pool.query<{ row: string }>(
        `select ${ROW}::text as row from checks c join canaries n on n.id = c.canary_id
         left join check_states s on s.check_id = c.id where c.id = $1`,
        [id],
      );
      return rows[0]?.row ?? null;
    },

    /** The newest results of each check, as they are stored (see `unpackRecent`). */
    async recent(ids: readonly CheckId[]): Promise<{ id: CheckId; at: number[]; value: number[] }[]> {
      const { rows } = await pool.query<{ id: CheckId; at: number[]; value: number[] }>({
        name: 'states-recent',
        text: `select check_id as id, recent_at as at, recent_value as value from check_states
               where check_id = any($1::uuid[])`,
        values: [ids],
      });
      return rows;
    },
  };
}
export type SummaryStore = ReturnType<typeof createSummaryStore>;
