import type { CheckId, Labels } from '@quarterdeck/contract';
import type { Clock } from '@quarterdeck/kit';
import type { CustomTypesConfig, Pool } from 'pg';
import { createKeptRows, type RowsRead, type SummaryRows } from './kept-rows.ts';
import { type CheckHead, type StateColumns, stateText, summaryRow } from './summary-rows.ts';

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
const COLUMNS = `c.id, ${VERSION} as version, c.last_runtime, c.next_runtime, c.updated_at, s.passed, s.failed, s.last_pass,
  s.last_fail, c.status, c.last_transition_time, s.p95, s.p97, s.p99, c.deleted_at, c.silenced_at`;

/**
 * `COLUMNS`, what they are sorted by (neighbours are alike, which compresses better), the snapshot and the number of checks. All checks that are not deleted; or those whose check, canary or state was written by the transaction $1 or a later
 * one. A transaction that was still open when a snapshot was taken is not older than the xmin of that snapshot, so what
 * commits between two reads is in the second, or in both. One row without a check comes when there is none.
 */
const KEPT = `select r.*, (pg_snapshot_xmin(pg_current_snapshot())::xid)::text, k.live from
  (select count(*) as live from checks where deleted_at is null) k
  left join (select ${COLUMNS}, n.name as canary, c.canary_id, c.name ${FROM}
    where case when $1::xid is null then c.deleted_at is null
      else age(c.xmin) <= age($1::xid) or age(s.xmin) <= age($1::xid) or age(n.xmin) <= age($1::xid) end) r on true
  order by r.canary collate "C", r.canary_id, r.name collate "C"`;

/** An object in JSON, its braces cut off. Members that neighbours share come first. */
const HEADS = `select c.id, ${VERSION} as version, substr(head, 2, length(head) - 2) as text
  from checks c join canaries n on n.id = c.canary_id
  cross join lateral (select json_strip_nulls(json_build_object('type', c.type, 'severity', nullif(c.severity, ''),
    'labels', nullif(coalesce(n.labels, '{}') || coalesce(c.labels, '{}'), '{}'), 'icon', nullif(c.icon, ''),
    'agent_id', nullif(c.agent_id, '00000000-0000-0000-0000-000000000000'::uuid), 'owner', nullif(c.owner, ''),
    'canary_namespace', n.namespace, 'namespace', coalesce(c.namespace, n.namespace), 'canary_name', n.name,
    'canary_id', c.canary_id, 'created_at', date_trunc('second', c.created_at), 'id', c.id,
    'endpoint', nullif(c.endpoint, ''), 'name', c.name,
    'description', nullif(c.description, '')))::text as head) made
  where c.id = any($1::uuid[])`;

const ORDER = { name: 'c.name, c.id', '-name': 'c.name desc, c.id', none: 'c.canary_id, c.id' } as const;

/** Values as PostgreSQL writes them: making others of hundreds of thousands takes longer than to read them. */
const AS_WRITTEN = { getTypeParser: () => (text: string) => text } as unknown as CustomTypesConfig;

function* rowTexts(
  columns: readonly StateColumns[],
  heads: ReadonlyMap<CheckId, CheckHead>,
): Generator<string, void, undefined> {
  for (const row of columns) {
    const head = heads.get(row[0]);
    if (head) yield summaryRow(head, stateText(row));
  }
}

/** SQL of the summary and of the strips. */
export function createSummaryStore(pool: Pool, clock: Pick<Clock, 'monotonic'>) {
  let known = new Map<CheckId, CheckHead>();

  const written = async <Row extends unknown[]>(text: string, values: unknown[]): Promise<Row[]> => {
    const { rows } = await pool.query<Row>({ text, values, rowMode: 'array', types: AS_WRITTEN });
    return rows;
  };

  const states = (rest: string, values: unknown[]) =>
    written<StateColumns>(`select ${COLUMNS} ${FROM} ${rest}`, values);

  /** Heads that are not known, or in another version, are read. */
  const heads = async (columns: readonly StateColumns[]): Promise<ReadonlyMap<CheckId, CheckHead>> => {
    const current = known;
    const missing = columns.filter(([id, version]) => current.get(id)?.version !== version).map(([id]) => id);
    for (let from = 0; from < missing.length; from += HEADS_AT_ONCE) {
      const { rows } = await pool.query<CheckHead & { id: CheckId }>({
        text: HEADS,
        values: [missing.slice(from, from + HEADS_AT_ONCE)],
        types: AS_WRITTEN,
      });
      for (const { id, version, text } of rows) current.set(id, { version, text });
    }
    return current;
  };

  /** Forgets the heads of all checks but these. */
  const forgetOthers = (columns: readonly StateColumns[]) => {
    if (known.size <= columns.length) return;
    const ids = new Set(columns.map(([id]) => id));
    known = new Map([...known].filter(([id]) => ids.has(id)));
  };

  const read = async (since: string | null): Promise<RowsRead> => {
    const found = await written<StateColumns>(KEPT, [since]);
    const [snapshot, live] = found[0]?.slice(-2) ?? [];
    const rows = found.filter(([id]) => id !== null);
    if (since === null) forgetOthers(rows);
    return { snapshot: snapshot ?? '', live: Number(live), rows };
  };

  const everything = createKeptRows({ read, heads }, clock);

  return {
    /** The rows as JSON texts, made one by one as they are taken. Its cost does not depend on the length of the history. */
    async rows(filter: SummaryFilter): Promise<SummaryRows> {
      if (!filter.labels && !filter.deletedAfter && !filter.sortBy) return everything();
      const columns = await states(
        `where (c.deleted_at is null or c.deleted_at > $1::timestamptz)
           and ($2::jsonb is null or coalesce(n.labels, '{}') || coalesce(c.labels, '{}') @> $2::jsonb)
         order by ${ORDER[filter.sortBy ?? 'none']}`,
        [filter.deletedAfter, filter.labels === null ? null : JSON.stringify(filter.labels)],
      );
      return { count: columns.length, texts: rowTexts(columns, await heads(columns)) };
    },

    /** One row of the summary as JSON text; null when there is no such check. */
    async row(id: CheckId): Promise<string | null> {
      const columns = await states('where c.id = $1', [id]);
      const [row] = rowTexts(columns, await heads(columns));
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
