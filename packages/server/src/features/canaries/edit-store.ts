import type { CanaryId, CheckId } from '@quarterdeck/contract';
import { NIL_AGENT_ID } from '@quarterdeck/contract';
import type { PoolClient } from 'pg';
import type { CheckRow } from './rows.ts';
import { UI_SOURCE } from './sources.ts';
import type { StoredCanary } from './store.ts';

/** A canary whose row was written through the API, and the schedule that it runs by until now. */
export interface EditedCanary extends Omit<StoredCanary, 'version' | 'checks'> {
  deleted: boolean;
  schedule: string | null;
}

/** Canaries of this server that belong to the console or the API; all of them for null. */
export async function editedCanaries(client: PoolClient, ids: readonly CanaryId[] | null): Promise<EditedCanary[]> {
  const { rows } = await client.query<EditedCanary>(
    `select n.id, n.name, n.namespace, n.labels, n.annotations, n.spec, n.source, n.deleted_at is not null as deleted,
       s.schedule
     from canaries n left join canary_schedules s on s.canary_id = n.id
     where n.agent_id = '${NIL_AGENT_ID}' and (n.source is null or n.source in ('', '${UI_SOURCE}'))
       and (n.id = any($1::uuid[]) or ($1::uuid[] is null and (n.deleted_at is null or s.canary_id is not null)))`,
    [ids],
  );
  return rows;
}

/** Those whose stored checks are not what their documents say; `checks` are those of the documents. */
export async function canariesWithOtherChecks(
  client: PoolClient,
  ids: readonly CanaryId[],
  checks: readonly (CheckRow & { canary_id: CanaryId })[],
): Promise<Set<CanaryId>> {
  const columns = 'canary_id, type, name, namespace, description, icon, endpoint, spec, labels, owner, severity';
  const { rows } = await client.query<{ canary_id: CanaryId }>(
    `with wanted as (
       select ${columns} from json_to_recordset($2::json) as w(canary_id uuid, type text, name text, namespace text,
         description text, icon text, endpoint text, spec jsonb, labels jsonb, owner text, severity text)
     ), held as (
       select ${columns} from checks
       where canary_id = any($1::uuid[]) and deleted_at is null and not coalesce(transformed, false)
     )
     select distinct canary_id from (
       (table wanted except table held) union all (table held except table wanted)) differing`,
    [ids, JSON.stringify(checks)],
  );
  return new Set(rows.map((row) => row.canary_id));
}

/** Ends the schedules of canaries that were deleted; answers the checks that went with them. */
export async function endDeleted(client: PoolClient, ids: readonly CanaryId[]): Promise<CheckId[]> {
  await client.query('delete from canary_schedules where canary_id = any($1::uuid[])', [ids]);
  const { rows } = await client.query<{ id: CheckId }>(
    `select c.id from checks c join canaries n on n.id = c.canary_id
     where n.id = any($1::uuid[]) and c.deleted_at = n.deleted_at`,
    [ids],
  );
  return rows.map((row) => row.id);
}

/** Tells nodes which canaries changed without another schedule. */
export async function tellNodes(client: PoolClient, notice: { channel: string; payload: string }): Promise<void> {
  await client.query('select pg_notify($1, $2)', [notice.channel, notice.payload]);
}
