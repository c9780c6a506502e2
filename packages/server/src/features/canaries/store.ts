import type { CanaryId, CheckId, Labels } from '@quarterdeck/contract';
import { NIL_AGENT_ID } from '@quarterdeck/contract';
import type { Pool, PoolClient } from 'pg';
import type { CanaryRowInput, CheckRow } from './rows.ts';

/** A stored canary that a document names, and whether the document says anything new. */
export interface MatchedCanary {
  index: number;
  id: CanaryId;
  deleted: boolean;
  same: boolean;
}

/** A canary row as it is loaded for a run. */
export interface StoredCanary {
  id: CanaryId;
  name: string;
  namespace: string;
  labels: Labels | null;
  annotations: Labels | null;
  spec: unknown;
  source: string | null;
  /** Changes with every change of the row. */
  version: string;
  checks: { id: CheckId; type: string; name: string }[];
}

/** A check row, as a pushed result needs it. */
export interface StoredCheck {
  id: CheckId;
  canary_id: CanaryId;
  type: string;
  name: string;
  labels: Labels | null;
  owner: string | null;
  severity: string | null;
  canary_name: string;
  canary_namespace: string;
}

/** What a canary's schedule begins with; times are ISO texts. */
export interface ScheduleRow {
  canary_id: CanaryId;
  schedule: string;
  anchor: string;
  next_slot: string;
  due_at: string;
}

/** Lets one transaction at a time apply documents, over all nodes: two nodes may read the same folder. */
export async function lockCanaries(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('quarterdeck.canaries'))`);
}

/** Finds the canaries that documents name: by uid, else by name, namespace and source; a live one before a deleted one. */
export async function matchCanaries(client: PoolClient, inputs: readonly CanaryRowInput[]): Promise<MatchedCanary[]> {
  const { rows } = await client.query<MatchedCanary>(
    `with input as (
       select * from json_to_recordset($1::json) as i(index int, id uuid, name text, namespace text, source text,
         labels jsonb, annotations jsonb, spec jsonb)
     ), found as (
       select i.*, c.id as found_id, c.deleted_at, c.spec as old_spec, c.labels as old_labels, c.annotations as old_notes,
         c.name as old_name, c.namespace as old_namespace, c.source as old_source
       from input i join canaries c on c.id = i.id
       union all
       select i.*, c.id, c.deleted_at, c.spec, c.labels, c.annotations, c.name, c.namespace, c.source
       from input i join canaries c on c.name = i.name and c.namespace = i.namespace and c.source = i.source
         and c.agent_id = '${NIL_AGENT_ID}'
       where i.id is null
     )
     select distinct on (index) index, found_id as id, deleted_at is not null as deleted,
       old_spec = spec and old_labels = labels and old_notes = annotations and old_name = name
         and old_namespace = namespace and old_source is not distinct from source as same
     from found order by index, deleted_at desc nulls first`,
    [JSON.stringify(inputs.map(({ checks: _, ...input }, index) => ({ ...input, index })))],
  );
  return rows.map((row) => ({ ...row, same: row.same === true }));
}

/** Writes canaries under the given ids; a deleted one comes back. */
export async function upsertCanaries(
  client: PoolClient,
  canaries: readonly (Omit<CanaryRowInput, 'checks'> & { id: string })[],
): Promise<void> {
  await client.query(
    `insert into canaries (id, name, namespace, labels, annotations, spec, source)
     select i.* from json_to_recordset($1::json) as i(id uuid, name text, namespace text, labels jsonb,
       annotations jsonb, spec jsonb, source text)
     on conflict (id) do update set name = excluded.name, namespace = excluded.namespace, labels = excluded.labels,
       annotations = excluded.annotations, spec = excluded.spec, source = excluded.source, deleted_at = null`,
    [JSON.stringify(canaries)],
  );
}

/** Writes the checks of canaries, brings deleted ones back, and removes those that the documents no longer have. */
export async function upsertChecks(
  client: PoolClient,
  canaryIds: readonly CanaryId[],
  checks: readonly (CheckRow & { id: string; canary_id: CanaryId })[],
): Promise<{ removed: CheckId[] }> {
  await client.query(
    `insert into checks (id, canary_id, type, name, namespace, description, icon, endpoint, spec, labels, owner,
       severity, transformed, status)
     select i.*, false, case when i.type = 'webhook' then 'healthy' end
     from json_to_recordset($1::json) as i(id uuid, canary_id uuid, type text, name text, namespace text,
       description text, icon text, endpoint text, spec jsonb, labels jsonb, owner text, severity text)
     on conflict (canary_id, type, name, agent_id) do update set namespace = excluded.namespace,
       description = excluded.description, icon = excluded.icon, endpoint = excluded.endpoint, spec = excluded.spec,
       labels = excluded.labels, owner = excluded.owner, severity = excluded.severity, transformed = false, deleted_at = null`,
    [JSON.stringify(checks)],
  );
  await client.query(
    `insert into check_statuses (check_id, time, duration, status, invalid)
     select c.id, date_trunc('second', now()), 0, true, false from checks c
     where c.canary_id = any($1::uuid[]) and c.type = 'webhook' and c.deleted_at is null and not coalesce(c.transformed, false)
       and not exists (select from check_statuses s where s.check_id = c.id)
     on conflict do nothing`,
    [canaryIds],
  );
  const { rows } = await client.query<{ id: CheckId }>(
    `with kept as (
       select * from json_to_recordset($2::json) as k(canary_id uuid, type text, name text))
     update checks c set deleted_at = now()
     where c.canary_id = any($1::uuid[]) and c.deleted_at is null and not coalesce(c.transformed, false)
       and not exists (select from kept k where k.canary_id = c.canary_id and k.type = c.type and k.name = c.name)
     returning c.id`,
    [canaryIds, JSON.stringify(checks.map(({ canary_id, type, name }) => ({ canary_id, type, name })))],
  );
  return { removed: rows.map((row) => row.id) };
}

/** Replaces the schedules of canaries: those not given have none from now on. Nodes are told on `channel`. */
export async function replaceSchedules(
  client: PoolClient,
  canaryIds: readonly CanaryId[],
  schedules: readonly ScheduleRow[],
  notice: { channel: string; payload: string },
): Promise<void> {
  await client.query(
    `delete from canary_schedules where canary_id = any($1::uuid[]) and not canary_id = any($2::uuid[])`,
    [canaryIds, schedules.map((row) => row.canary_id)],
  );
  await client.query(
    `insert into canary_schedules (canary_id, schedule, anchor, next_slot, due_at)
     select i.* from json_to_recordset($1::json) as i(canary_id uuid, schedule text, anchor timestamptz,
       next_slot timestamptz, due_at timestamptz)
     on conflict (canary_id) do update set schedule = excluded.schedule, anchor = excluded.anchor,
       next_slot = excluded.next_slot, due_at = excluded.due_at`,
    [JSON.stringify(schedules)],
  );
  await client.query('select pg_notify($1, $2)', [notice.channel, notice.payload]);
}

/** Removes canaries with their checks and schedules; answers the removed checks. */
export async function removeCanaries(
  client: PoolClient,
  canaryIds: readonly CanaryId[],
  notice: { channel: string; payload: string },
): Promise<CheckId[]> {
  const { rows } = await client.query<{ id: CheckId }>(
    'select id from checks where canary_id = any($1::uuid[]) and deleted_at is null',
    [canaryIds],
  );
  await client.query('update canaries set deleted_at = now() where id = any($1::uuid[]) and deleted_at is null', [
    canaryIds,
  ]);
  await client.query('delete from canary_schedules where canary_id = any($1::uuid[])', [canaryIds]);
  await client.query('select pg_notify($1, $2)', [notice.channel, notice.payload]);
  return rows.map((row) => row.id);
}

/** Notes that the schedule of a canary cannot be read (contract checks §3.1); the newest three are kept. */
export async function recordSyncFailures(
  client: PoolClient,
  failures: readonly { canaryId: CanaryId; error: string; host: string }[],
): Promise<void> {
  await client.query(
    `insert into job_history (name, resource_type, resource_id, status, success_count, error_count, details, hostname,
       duration_millis, time_start, time_end)
     select 'SyncCanary', 'canary', i.canary_id, 'FAILED', 0, 1, jsonb_build_object('errors', jsonb_build_array(i.error)),
       i.host, 0, now(), now()
     from json_to_recordset($1::json) as i(canary_id text, error text, host text)`,
    [JSON.stringify(failures.map(({ canaryId, error, host }) => ({ canary_id: canaryId, error, host })))],
  );
  await client.query(
    `delete from job_history where id in (select id from (
       select id, row_number() over (partition by resource_id order by created_at desc, id desc) as place
       from job_history where name = 'SyncCanary' and resource_id = any($1::text[])) ranked where place > 3)`,
    [failures.map((failure) => failure.canaryId)],
  );
}

/** Reads of canaries. */
export function createCanaryStore(pool: Pool) {
  return {
    /** Live canaries of this server, with the ids of their live checks. */
    async load(ids: readonly CanaryId[]): Promise<StoredCanary[]> {
      const { rows } = await pool.query<StoredCanary>({
        name: 'canaries-load',
        text: `select n.id, n.name, n.namespace, n.labels, n.annotations, n.spec, n.source, n.xmin::text as version,
                 coalesce((select json_agg(json_build_object('id', c.id, 'type', c.type, 'name', c.name))
                   from checks c where c.canary_id = n.id and c.deleted_at is null
                     and not coalesce(c.transformed, false)), '[]'::json) as checks
               from canaries n
               where n.id = any($1::uuid[]) and n.deleted_at is null and n.agent_id = '${NIL_AGENT_ID}'`,
        values: [ids],
      });
      return rows;
    },

    /** Versions of those that are live and of this server. */
    async versions(ids: readonly CanaryId[]): Promise<{ id: CanaryId; version: string }[]> {
      const { rows } = await pool.query<{ id: CanaryId; version: string }>({
        name: 'canary-versions',
        text: `select id, xmin::text as version from canaries
               where id = any($1::uuid[]) and deleted_at is null and agent_id = '${NIL_AGENT_ID}'`,
        values: [ids],
      });
      return rows;
    },

    /** Live canaries of this server whose source has one of the given texts, or any source. */
    async list(
      sources: readonly string[] | null,
    ): Promise<{ id: CanaryId; name: string; namespace: string; source: string | null }[]> {
      const { rows } = await pool.query<{ id: CanaryId; name: string; namespace: string; source: string | null }>(
        `select id, name, namespace, source from canaries
         where deleted_at is null and agent_id = '${NIL_AGENT_ID}' and ($1::text[] is null or source = any($1::text[]))`,
        [sources],
      );
      return rows;
    },

    /** Names and namespaces of the live checks with this id: which canary, and its check's name. */
    async findCheck(id: CheckId): Promise<{ canary_id: CanaryId; name: string } | null> {
      const { rows } = await pool.query<{ canary_id: CanaryId; name: string }>(
        'select canary_id, name from checks where id = $1 and deleted_at is null',
        [id],
      );
      return rows[0] ?? null;
    },

    /** What is stored of a check, deleted or not. */
    async checkRow(id: CheckId): Promise<StoredCheck | null> {
      const { rows } = await pool.query<StoredCheck>(
        `select c.id, c.canary_id, c.type, c.name, c.labels, c.owner, c.severity, n.name as canary_name,
           n.namespace as canary_namespace
         from checks c join canaries n on n.id = c.canary_id where c.id = $1`,
        [id],
      );
      return rows[0] ?? null;
    },

    /** Live canaries that have a webhook of this name. */
    async withWebhook(name: string): Promise<CanaryId[]> {
      const { rows } = await pool.query<{ canary_id: CanaryId }>(
        `select distinct c.canary_id from checks c join canaries n on n.id = c.canary_id
         where c.type = 'webhook' and c.name = $1 and c.deleted_at is null and n.deleted_at is null
           and not coalesce(c.transformed, false)`,
        [name],
      );
      return rows.map((row) => row.canary_id);
    },
  };
}
export type CanaryStore = ReturnType<typeof createCanaryStore>;
