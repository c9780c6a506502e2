import type { Database } from '@quarterdeck/db';
import type { PoolClient } from 'pg';

/** Channel on which nodes are told that there is a new event. */
export const LIVE_CHANNEL = 'qd_live';

/** Events older than this are trimmed; a client that was away longer must read everything again. */
const KEEP_MINUTES = 10;
const ORDER_LOCK = 0x71_64_6c_76;

/** One stored event; `payload` is JSON text on one line. */
export interface StoredEvent {
  id: number;
  name: string;
  payload: string;
}

type Queryable = Pick<PoolClient, 'query'> | Database['pool'];

/**
 * Writes an event and tells the nodes at commit. The lock is taken before the id and held until commit, so ids become
 * visible in their order and a reader that goes by the newest id misses none.
 */
export async function insertEvent(client: Queryable, name: string, payload: string): Promise<void> {
  await client.query({
    name: 'live-insert',
    text: `with ordered as materialized (select pg_advisory_xact_lock($1)),
                event as (insert into live_events (name, payload) select $2, $3::jsonb from ordered returning id)
           select pg_notify('${LIVE_CHANNEL}', id::text) from event`,
    values: [ORDER_LOCK, name, payload],
  });
}

/** Events after an id, oldest first, `limit` at most. */
export async function readEvents(client: Queryable, afterId: number, limit: number): Promise<StoredEvent[]> {
  const { rows } = await client.query<StoredEvent>({
    name: 'live-read',
    text: 'select id, name, payload::text as payload from live_events where id > $1 order by id limit $2',
    values: [afterId, limit],
  });
  return rows;
}

/** The oldest and the newest id that are held; 0 and 0 before the first event ever. */
export async function heldEvents(client: Queryable): Promise<{ oldest: number; newest: number }> {
  const { rows } = await client.query<{ oldest: number; newest: number }>({
    name: 'live-held',
    text: 'select coalesce(min(id), 0) as oldest, coalesce(max(id), 0) as newest from live_events',
  });
  return rows[0] ?? { oldest: 0, newest: 0 };
}

/** Removes old events. The newest always stays, so that it is known how far the ids have come. */
export async function trimEvents(client: Queryable): Promise<number> {
  const { rowCount } = await client.query({
    name: 'live-trim',
    text: `delete from live_events
           where created_at < now() - make_interval(mins => $1) and id < (select max(id) from live_events)`,
    values: [KEEP_MINUTES],
  });
  return rowCount ?? 0;
}
