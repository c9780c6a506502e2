import type { CheckId, Labels } from '@quarterdeck/contract';
import type { Pool } from 'pg';
import { type CheckHead, type StateColumns, summaryRow } from './summary-rows.ts';

/** What a summary is asked for (contract checks §3.6). */
export interface SummaryFilter {
  /** Contained in the labels of canary and check together. */
  labels: Labels | null;
  /** Checks that were deleted after this time are shown too. */
  deletedAfter: string | null;
  sortBy: 'name' | '-name' | null;
}

/** Heads of so many checks are read by one statement. */
const HEADS_AT_ONCE = 2000;

/**
 * Changes whenever the head of a check does. It is compared instead of read: making a text of the labels of 10,000 checks
 * costs more than all the rest.
 */
const VERSION = `hash_record_extended((c.name, c.namespace, c.type, c.description, c.icon, c.owner, c.severity,
  c.labels, c.created_at, c.endpoint, n.name, n.namespace, n.labels), 0)::text`;

const FROM = `from checks c join canaries n on n.id = c.canary_id left join check_states s on s.check_id = c.id`;

/** In the order of `StateColumns`. It reads the state of each check, never its history. */
const STATES = `select c.id, ${VERSION}, c.last_runtime, c.next_runtime, c.updated_at, s.passed, s.failed, s.last_pass,
  s.last_fail, c.status, c.last_transition_time, s.p95, s.p97, s.p99, c.deleted_at, c.silenced_at ${FROM}`;

/** Two JSON objects, their braces cut off. */
const HEADS = `select c.id, ${VERSION} as version,
  substr(before, 2, length(before) - 2) as before, substr(after, 2, length(after) - 2) as after
  from checks c join canaries n on n.id = c.canary_id
  cross join lateral (select
    json_strip_nulls(json_build_object('type', c.type, 'severity', nullif(c.severity, ''),
      'labels', nullif(coalesce(n.labels, '{}') || coalesce(c.labels, '{}'), '{}'), 'icon', nullif(c.icon, ''),
      'agent_id', nullif(c.agent_id, '00000000-0000-0000-0000-000000000000'::uuid),
      'created_at', date_trunc('second', c.created_at), 'canary_id', c.canary_id))::text as before,
    json_strip_nulls(json_build_object('canary_namespace', n.namespace, 'namespace', coalesce(c.namespace, n.namespace),
      'canary_name', n.name, 'id', c.id, 'owner', nullif(c.owner, ''), 'name', c.name,
      'endpoint', nullif(c.endpoint, ''), 'description', nullif(c.description, '')))::text as after) head
  where c.id = any($1::uuid[])`;

const ORDER = { name: 'c.name, c.id', '-name': 'c.name desc, c.id', none: 'c.canary_id, c.id' } as const;

/** Rows of a summary: about how many, and their texts, to be taken once. */
export interface SummaryRows {
  count: number;
  texts: Iterable<string>;
}

function* rowTexts(
  columns: readonly StateColumns[],
  heads: ReadonlyMap<CheckId, CheckHead>,
): Generator<string, void, undefined> {
  for (const row of columns) {
    const head = heads.get(row[0]);
    if (head) yield summaryRow(head, row);
  }
}

/** SQL of the summary and of the strips. */
export function createSummaryStore(pool: Pool) {
  let heads = new Map<CheckId, CheckHead>();

  const states = async (text: string, values: unknown[]): Promise<StateColumns[]> => {
    const { rows } = await pool.query<StateColumns>({ text, values, rowMode: 'array' });
    return rows;
  };

  /** Heads that are not known, or in another version, are read. */
  const readHeads = async (columns: readonly StateColumns[]): Promise<ReadonlyMap<CheckId, CheckHead>> => {
    const known = heads;
    const missing = columns.filter(([id, version]) => known.get(id)?.version !== version).map(([id]) => id);
    for (let from = 0; from < missing.length; from += HEADS_AT_ONCE) {
      const { rows } = await pool.query<CheckHead & { id: CheckId }>(HEADS, [
        missing.slice(from, from + HEADS_AT_ONCE),
      ]);
      for (const { id, version, before, after } of rows) known.set(id, { version, before, after });
    }
    return known;
  };

  return {
    /** The rows as JSON texts, made one by one as they are taken. Its cost does not depend on the length of the history. */
    async rows(filter: SummaryFilter): Promise<SummaryRows> {
      const columns = await states(
        `${STATES} where (c.deleted_at is null or c.deleted_at > $1::timestamptz)
           and ($2::jsonb is null or coalesce(n.labels, '{}') || coalesce(c.labels, '{}') @> $2::jsonb)
         order by ${ORDER[filter.sortBy ?? 'none']}`,
        [filter.deletedAfter, filter.labels === null ? null : JSON.stringify(filter.labels)],
      );
      const known = await readHeads(columns);
      if (filter.labels === null && heads.size > columns.length) {
        const ids = new Set(columns.map(([id]) => id));
        heads = new Map([...heads].filter(([id]) => ids.has(id)));
      }
      return { count: columns.length, texts: rowTexts(columns, known) };
    },

    /** One row of the summary as JSON text; null when there is no such check. */
    async row(id: CheckId): Promise<string | null> {
      const columns = await states(`${STATES} where c.id = $1`, [id]);
      const [row] = rowTexts(columns, await readHeads(columns));
      return row ?? null;
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
