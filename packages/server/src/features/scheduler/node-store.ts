import type { NodeId } from '@quarterdeck/contract';
import type { Pool } from 'pg';
import { announcement, SCHEDULE_CHANNEL } from './channel.ts';

/** A row of `canary_schedules` that a node owns; times are milliseconds since the epoch. */
export interface OwnedSchedule {
  canaryId: string;
  schedule: string;
  anchorMs: number;
  slotMs: number;
  dueMs: number;
}

/** A node is dead when it has not shown itself for this long. */
export const NODE_DEAD_AFTER = '6 seconds';

const OWNED = `s.canary_id as "canaryId", s.schedule,
  (extract(epoch from s.anchor) * 1000)::float8 as "anchorMs",
  (extract(epoch from s.next_slot) * 1000)::float8 as "slotMs",
  (extract(epoch from coalesce(s.due_at, s.next_slot)) * 1000)::float8 as "dueMs"`;
const ALIVE = `(select id from nodes where stopped_at is null and heartbeat_at > now() - interval '${NODE_DEAD_AFTER}')`;

/** SQL of the node registry and of who owns which schedule. Who is alive is judged by the database's clock alone. */
export function createNodeStore(pool: Pool) {
  return {
    /** Adds this node. */
    async register(node: { id: NodeId; name: string; address: string | null; version: string }): Promise<void> {
      await pool.query('insert into nodes (id, name, address, version) values ($1, $2, $3, $4)', [
        node.id,
        node.name,
        node.address,
        node.version,
      ]);
    },

    /** Shows that this node lives; forgets nodes that ended a day ago. */
    async heartbeat(id: NodeId): Promise<void> {
      await pool.query(
        `with gone as (delete from nodes where id <> $1 and heartbeat_at < now() - interval '1 day')
         update nodes set heartbeat_at = now() where id = $1`,
        [id],
      );
    },

    /**
     * How many schedules this node owns, how many it should own at most, how many have no living owner, and how many
     * nodes live.
     */
    async share(id: NodeId): Promise<{ owned: number; share: number; orphaned: number; living: number }> {
      const { rows } = await pool.query<{ owned: number; share: number; orphaned: number; living: number }>(
        `select (select count(*) from ${ALIVE} as n)::int as living, count(*) filter (where node_id = $1)::int as owned,
           ceil(count(*)::numeric / greatest(1, (select count(*) from nodes
             where stopped_at is null and heartbeat_at > now() - interval '${NODE_DEAD_AFTER}')))::int as share,
           count(*) filter (where node_id is null or node_id not in ${ALIVE})::int as orphaned
         from canary_schedules where next_slot is not null`,
        [id],
      );
      return rows[0] ?? { owned: 0, share: 0, orphaned: 0, living: 0 };
    },

    /** Takes over up to `limit` schedules without a living owner. */
    async claim(id: NodeId, limit: number): Promise<OwnedSchedule[]> {
      const { rows } = await pool.query<OwnedSchedule>(
        `update canary_schedules s set node_id = $1 where canary_id in (
           select canary_id from canary_schedules
           where next_slot is not null and (node_id is null or node_id not in ${ALIVE})
           order by due_at limit $2 for update skip locked)
         returning ${OWNED}`,
        [id, limit],
      );
      return rows;
    },

    /** Gives up `count` schedules, those that are due last; answers their canaries. */
    async release(id: NodeId, count: number): Promise<string[]> {
      const { rows } = await pool.query<{ canary_id: string }>(
        `update canary_schedules set node_id = null where canary_id in (
           select canary_id from canary_schedules where node_id = $1
           order by due_at desc limit $2 for update skip locked)
         returning canary_id`,
        [id, count],
      );
      return rows.map((row) => row.canary_id);
    },

    /** The schedules of these canaries that this node owns. */
    async owned(id: NodeId, canaryIds: readonly string[]): Promise<OwnedSchedule[]> {
      const { rows } = await pool.query<OwnedSchedule>({
        name: 'schedules-owned',
        text: `select ${OWNED} from canary_schedules s
               where s.node_id = $1 and s.next_slot is not null and s.canary_id = any($2::uuid[])`,
        values: [id, canaryIds],
      });
      return rows;
    },

    /** One page of all that this node owns, by canary id. */
    async ownedPage(id: NodeId, after: string, limit: number): Promise<OwnedSchedule[]> {
      const { rows } = await pool.query<OwnedSchedule>(
        `select ${OWNED} from canary_schedules s
         where s.node_id = $1 and s.next_slot is not null and s.canary_id > $2 order by s.canary_id limit $3`,
        [id, after, limit],
      );
      return rows;
    },

    /** Moves the `@every` schedules of this node by a jump of its wall clock. */
    async shift(id: NodeId, jumpMs: number): Promise<void> {
      await pool.query(
        `update canary_schedules set anchor = anchor + $2 * interval '1 millisecond',
           next_slot = next_slot + $2 * interval '1 millisecond', due_at = due_at + $2 * interval '1 millisecond'
         where node_id = $1 and schedule like '@every%'`,
        [id, jumpMs],
      );
    },

    /**
     * Hands all schedules back and takes part in the sharing no more, so that the others take all of them at once. Its
     * runs under way stay its own until it leaves.
     */
    async handBack(id: NodeId): Promise<void> {
      await pool.query(
        `with freed as (update canary_schedules set node_id = null where node_id = $1)
         update nodes set stopped_at = now() where id = $1`,
        [id],
      );
    },

    /** Forgets all other nodes: where no other process can use the database they have ended. */
    async forgetOthers(id: NodeId): Promise<void> {
      await pool.query('delete from nodes where id <> $1', [id]);
    },

    /** Ends this node: what it was running is no longer running. */
    async leave(id: NodeId): Promise<void> {
      await pool.query(
        `with freed as (update canary_schedules set running_node = null, running_since = null where running_node = $1)
         update nodes set stopped_at = now() where id = $1`,
        [id],
      );
    },

    /** Tells all nodes that schedules changed; null means any of them. */
    async announce(canaryIds: readonly string[] | null): Promise<void> {
      await pool.query('select pg_notify($1, $2)', [SCHEDULE_CHANNEL, announcement(canaryIds)]);
    },
  };
}
export type NodeStore = ReturnType<typeof createNodeStore>;
