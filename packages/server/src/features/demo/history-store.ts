import type { CheckId } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { PoolClient } from 'pg';
import type { HistoryColumns } from './history.ts';

type Queryable = Pick<Database, 'pool'>['pool'] | PoolClient;

const EPOCH_PROPERTY = 'demo.epoch';

/** One stored check of a source: where its history goes. */
export interface StoredCheck {
  id: CheckId;
  canary: string;
  namespace: string;
  name: string;
}

/** Live checks of the canaries that have this source. */
export async function checksOf(pool: Queryable, source: string): Promise<StoredCheck[]> {
  const { rows } = await pool.query<StoredCheck>(
    `select k.id, c.name as canary, c.namespace, k.name from checks k join canaries c on c.id = k.canary_id
     where c.source = $1 and c.deleted_at is null and k.deleted_at is null`,
    [source],
  );
  return rows;
}

/** Makes the daily partitions of the last `days` days. */
export async function ensurePastPartitions(pool: Queryable, days: number): Promise<void> {
  await pool.query('select ensure_status_partitions(1, $1)', [days]);
}

/** Inserts the results of many checks in one statement. Results that are there already stay. */
export async function insertHistory(pool: Queryable, histories: ReadonlyMap<CheckId, HistoryColumns>): Promise<void> {
  const ids: string[] = [];
  const columns: HistoryColumns = { times: [], durationsMs: [], passed: [], errors: [] };
  for (const [id, history] of histories) {
    for (const [index, time] of history.times.entries()) {
      ids.push(id);
      columns.times.push(time);
      columns.durationsMs.push(history.durationsMs[index] ?? 0);
      columns.passed.push(history.passed[index] ?? false);
      columns.errors.push(history.errors[index] ?? null);
    }
  }
  await pool.query(
    `insert into check_statuses (check_id, time, created_at, duration, status, invalid, error)
     select id, to_timestamp(at), to_timestamp(at), duration, status, false, error
     from unnest($1::uuid[], $2::int8[], $3::int4[], $4::bool[], $5::text[]) as t (id, at, duration, status, error)
     on conflict do nothing`,
    [ids, columns.times, columns.durationsMs, columns.passed, columns.errors],
  );
}

/** Rolls the inserted history up and brings the checks' current state in line with it. */
export async function settleHistory(pool: Queryable, source: string, sinceSeconds: number): Promise<void> {
  await pool.query(`select roll_up_statuses('1h', to_timestamp($1), now())`, [sinceSeconds]);
  await pool.query(`select roll_up_statuses('1d', to_timestamp($1), now())`, [sinceSeconds]);
  await pool.query('select refresh_check_states()');
  await pool.query(
    `with last_results as (
       select k.id, r.at, r.value from checks k join canaries c on c.id = k.canary_id
       cross join lateral (
         select array_agg(extract(epoch from s.time)::int4 order by s.time) as at,
                array_agg(pack_result(s.duration, s.status, s.invalid) order by s.time) as value
         from (select * from check_statuses s where s.check_id = k.id order by s.time desc limit 40) s) r
       where c.source = $1)
     update check_states t set recent_at = r.at, recent_value = r.value
     from last_results r where t.check_id = r.id and r.at is not null`,
    [source],
  );
  const currentState = `
    select k.id, l.status, l.time, l.duration,
      (select min(s.time) from check_statuses s where s.check_id = k.id and s.time > coalesce(o.time, '-infinity')) as since
    from checks k join canaries c on c.id = k.canary_id
    cross join lateral (select s.status, s.time, s.duration from check_statuses s where s.check_id = k.id
      order by s.time desc limit 1) l
    left join lateral (select s.time from check_statuses s where s.check_id = k.id and s.status <> l.status
      order by s.time desc limit 1) o on true
    where c.source = $1`;
  // Twice: a changed status lets the table set the transition to now, which the second statement puts right.
  await pool.query(
    `update checks k set status = case when n.status then 'healthy' else 'unhealthy' end, last_runtime = n.time
     from (${currentState}) n where n.id = k.id`,
    [source],
  );
  await pool.query(`update checks k set last_transition_time = n.since from (${currentState}) n where n.id = k.id`, [
    source,
  ]);
}

/** When the world of this database was made, in epoch milliseconds; null when it has none. */
export async function readEpoch(pool: Queryable): Promise<number | null> {
  const { rows } = await pool.query<{ value: string }>('select value from properties where name = $1', [
    EPOCH_PROPERTY,
  ]);
  return rows[0] === undefined ? null : Number(rows[0].value);
}

/** Keeps when the world was made, so that what fails in it goes on failing after a restart. */
export async function writeEpoch(pool: Queryable, epochMs: number): Promise<void> {
  await pool.query(
    `insert into properties (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
    [EPOCH_PROPERTY, String(epochMs)],
  );
}
