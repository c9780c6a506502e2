import type { CanaryId, CheckId, CheckPatch, NodeId } from '@quarterdeck/contract';
import type { PoolClient } from 'pg';
import type { CheckChange, StatusRow } from './result-rows.ts';
import { storableJson } from './result-rows.ts';

/** A check that a result made: of a transformation, or one that the document does not name. */
export interface MadeCheck {
  id: CheckId;
  canary_id: CanaryId;
  type: string;
  name: string;
  namespace: string | null;
  description: string | null;
  icon: string | null;
  endpoint: string | null;
  spec: unknown;
  labels: Record<string, string>;
  owner: string | null;
  severity: string | null;
  transformed: boolean;
}

/** A finished run. */
export interface FinishedRun {
  canaryId: CanaryId;
  slotMs: number;
  endMs: number;
}

/** A row of `job_history` about a canary. Times are milliseconds since the epoch. */
export interface CanaryFailure {
  canaryId: CanaryId;
  errors: readonly string[];
  success: number;
  startMs: number;
  endMs: number;
  host: string;
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Makes checks, or finds them by canary, type and name and brings them up to date. Deleted canaries get none. */
export async function upsertMadeChecks(client: PoolClient, checks: readonly MadeCheck[]): Promise<MadeCheck[]> {
  const { rows } = await client.query<MadeCheck>(
    `insert into checks (id, canary_id, type, name, namespace, description, icon, endpoint, spec, labels, owner, severity,
       transformed)
     select i.id, i.canary_id, i.type, i.name, i.namespace, i.description, i.icon, i.endpoint, i.spec, i.labels,
       i.owner, i.severity, i.transformed
     from json_to_recordset($1::json) as i(id uuid, canary_id uuid, type text, name text, namespace text,
       description text, icon text, endpoint text, spec jsonb, labels jsonb, owner text, severity text,
       transformed boolean)
     join canaries c on c.id = i.canary_id and c.deleted_at is null
     order by i.canary_id, i.type, i.name
     on conflict (canary_id, type, name, agent_id) do update set namespace = excluded.namespace,
       description = excluded.description, icon = excluded.icon, endpoint = excluded.endpoint, spec = excluded.spec,
       transformed = excluded.transformed, deleted_at = null
     returning id, canary_id, type, name`,
    [storableJson(checks)],
  );
  return rows;
}

/** Which of these results are stored already, as `<check id> <milliseconds since the epoch>`. */
export async function storedResults(
  client: PoolClient,
  keys: readonly Pick<StatusRow, 'check_id' | 'time'>[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>({
    name: 'results-stored',
    text: `select s.check_id || ' ' || (extract(epoch from s.time) * 1000)::int8 as key
           from unnest($1::uuid[], $2::timestamptz[]) as k(check_id, time)
           join check_statuses s on s.check_id = k.check_id and s.time = k.time
           where s.time between $3 and $4`,
    values: [
      keys.map((key) => key.check_id),
      keys.map((key) => key.time),
      keys.reduce((least, { time }) => (time < least ? time : least), keys[0]?.time ?? 'infinity'),
      keys.reduce((most, { time }) => (time > most ? time : most), keys[0]?.time ?? '-infinity'),
    ],
  });
  return new Set(rows.map((row) => row.key));
}

/** Writes statuses, the checks' current state and their strips in one statement; answers what consoles need to know. */
export async function writeResults(
  client: PoolClient,
  statuses: readonly StatusRow[],
  changes: readonly CheckChange[],
): Promise<CheckPatch[]> {
  const { rows } = await client.query<{ patch: CheckPatch }>({
    name: 'results-write',
    text: WRITE,
    values: [storableJson(statuses), storableJson(changes)],
  });
  return rows.map((row) => row.patch);
}

const WRITE = `
with status as (
  select * from json_to_recordset($1::json) as r(check_id uuid, time timestamptz, duration int4, status boolean,
    invalid boolean, message text, error text, severity text, details jsonb)
), change as (
  select p.* from json_to_recordset($2::json) as p(check_id uuid, status text, last_runtime timestamptz,
    next_runtime timestamptz, labels jsonb, owner text, severity text, recent_at int4[], recent_value int4[],
    passed int4, failed int4, duration int4, last_pass timestamptz, last_fail timestamptz)
), live as (
  select c.id from checks c join change p on p.check_id = c.id where c.deleted_at is null
  order by c.id for no key update of c
), kept as (
  insert into check_statuses (check_id, time, duration, status, invalid, message, error, severity, details)
  select s.check_id, s.time, s.duration, s.status, s.invalid, s.message, s.error, s.severity, s.details
  from status s join live l on l.id = s.check_id
  on conflict do nothing
), updated as (
  update checks c set status = p.status, last_runtime = greatest(c.last_runtime, p.last_runtime),
    next_runtime = coalesce(p.next_runtime, c.next_runtime), labels = p.labels, owner = p.owner, severity = p.severity
  from change p join live l on l.id = p.check_id where c.id = p.check_id
  returning c.id, c.status, c.last_runtime, c.next_runtime, c.last_transition_time, c.updated_at
), state as (
  insert into check_states as s (check_id, recent_at, recent_value, passed, failed, p50, p95, p97, p99, mean,
    last_check, last_pass, last_fail)
  select p.check_id, p.recent_at, p.recent_value, p.passed, p.failed, p.duration, p.duration, p.duration, p.duration,
    p.duration, p.last_runtime, p.last_pass, p.last_fail
  from change p join live l on l.id = p.check_id order by p.check_id
  on conflict (check_id) do update set
    recent_at = append_recent(s.recent_at, excluded.recent_at),
    recent_value = append_recent(s.recent_value, excluded.recent_value),
    passed = excluded.passed + case when s.last_check > now() - interval '1 hour' then s.passed else 0 end,
    failed = excluded.failed + case when s.last_check > now() - interval '1 hour' then s.failed else 0 end,
    p50 = coalesce(s.p50, excluded.p50), p95 = coalesce(s.p95, excluded.p95), p97 = coalesce(s.p97, excluded.p97),
    p99 = coalesce(s.p99, excluded.p99), mean = coalesce(s.mean, excluded.mean),
    last_check = greatest(s.last_check, excluded.last_check),
    last_pass = greatest(s.last_pass, excluded.last_pass),
    last_fail = greatest(s.last_fail, excluded.last_fail)
  returning s.*
)
select json_strip_nulls(json_build_object('id', u.id, 'status', u.status,
  'uptime', json_build_object('passed', s.passed, 'failed', s.failed, 'last_pass', s.last_pass, 'last_fail', s.last_fail),
  'latency', json_build_object('p99', s.p99, 'p97', s.p97, 'p95', s.p95, 'p50', s.p50, 'avg', s.mean,
    'rolling1h', coalesce(s.p95, 0)),
  'last_runtime', u.last_runtime, 'next_runtime', u.next_runtime, 'last_transition_time', u.last_transition_time,
  'updated_at', u.updated_at,
  'recent', json_build_array(s.recent_at[cardinality(s.recent_at)],
    s.recent_value[cardinality(s.recent_value)] / 4, s.recent_value[cardinality(s.recent_value)] % 4))) as patch
from updated u join state s on s.check_id = u.id`;

/**
 * Removes transformed checks that a canary no longer produces, after a last status as their delete strategy says
 * (contract checks §1.7). Webhook checks stay. Answers the removed ones.
 */
export async function removeUnproduced(
  client: PoolClient,
  canaries: readonly { canary_id: CanaryId; produced: readonly CheckId[] }[],
): Promise<CheckId[]> {
  const { rows } = await client.query<{ id: CheckId }>(
    `with input as (select * from json_to_recordset($1::json) as i(canary_id uuid, produced uuid[])
     ), gone as (
       update checks c set deleted_at = now(), status = case c.spec ->> 'transformDeleteStrategy'
           when 'MarkHealthy' then 'healthy' when 'MarkUnhealthy' then 'unhealthy' else c.status end
       from input i where c.canary_id = i.canary_id and c.transformed and c.type <> 'webhook' and c.deleted_at is null
         and c.id <> all (i.produced)
       returning c.id, c.spec ->> 'transformDeleteStrategy' as strategy
     ), last as (
       insert into check_statuses (check_id, time, duration, status, invalid, message)
       select id, date_trunc('second', now()), 0, strategy = 'MarkHealthy', false, 'no longer produced by its transformation'
       from gone where strategy in ('MarkHealthy', 'MarkUnhealthy') on conflict do nothing)
     select id from gone`,
    [JSON.stringify(canaries)],
  );
  return rows.map((row) => row.id);
}

/** Removes checks at the time that their transformation gave. */
export async function deleteChecks(
  client: PoolClient,
  checks: readonly { id: CheckId; deleted_at: string }[],
): Promise<void> {
  await client.query(
    `update checks c set deleted_at = i.deleted_at
     from json_to_recordset($1::json) as i(id uuid, deleted_at timestamptz) where c.id = i.id`,
    [JSON.stringify(checks)],
  );
}

/** Writes down the end of runs, and frees their canaries for the next one. */
export async function finishRuns(client: PoolClient, node: NodeId, runs: readonly FinishedRun[]): Promise<void> {
  await client.query({
    name: 'runs-finish',
    text: `with ended as (
             select * from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) as e(canary_id, slot, finished_at)
           ), noted as (
             update canary_runs r set finished_at = e.finished_at from ended e
             where r.canary_id = e.canary_id and r.slot = e.slot)
           update canary_schedules s set running_node = null, running_since = null, last_finished_at = e.finished_at
           from ended e where s.canary_id = e.canary_id and s.running_node = $1`,
    values: [
      node,
      runs.map((run) => run.canaryId),
      runs.map((run) => iso(run.slotMs)),
      runs.map((run) => iso(run.endMs)),
    ],
  });
}

/** Keeps the failures of canaries, the newest three of each (contract checks §3.3). */
export async function recordFailures(client: PoolClient, failures: readonly CanaryFailure[]): Promise<void> {
  const rows = failures.map((failure) => ({
    name: 'Canary',
    resource_type: 'canary',
    resource_id: failure.canaryId,
    status: failure.success > 0 ? 'WARNING' : 'FAILED',
    success_count: failure.success,
    error_count: failure.errors.length,
    details: { errors: failure.errors },
    hostname: failure.host,
    duration_millis: Math.round(failure.endMs - failure.startMs),
    time_start: iso(failure.startMs),
    time_end: iso(failure.endMs),
  }));
  await client.query(
    `insert into job_history (name, resource_type, resource_id, status, success_count, error_count, details, hostname,
       duration_millis, time_start, time_end)
     select * from json_to_recordset($1::json) as i(name text, resource_type text, resource_id text, status text,
       success_count int4, error_count int4, details jsonb, hostname text, duration_millis int4,
       time_start timestamptz, time_end timestamptz)`,
    [storableJson(rows)],
  );
  await client.query(
    `delete from job_history where id in (
       select id from (
         select id, row_number() over (partition by resource_id order by created_at desc, id desc) as place
         from job_history where name = 'Canary' and resource_id = any($1::text[])) ranked
       where place > 3)`,
    [rows.map((row) => row.resource_id)],
  );
}
