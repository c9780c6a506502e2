import type { NodeId } from '@quarterdeck/contract';
import type { Pool } from 'pg';
import { NODE_DEAD_AFTER } from './node-store.ts';

/** A slot that this node wants to run. Times are milliseconds since the epoch. */
export interface SlotClaim {
  canaryId: string;
  /** The stored next slot that the claim is about; when it is another by now, the claim fails. */
  expectedMs: number;
  slotMs: number;
  nextSlotMs: number | null;
  nextDueMs: number | null;
  missed: number;
  /** Its run before still goes on at this node: the slot is passed over and counted. */
  busy: boolean;
  /** The slot is dropped without being counted. */
  drop: boolean;
  /** When the slot was to start, jitter included. */
  dueMs: number;
}

/** What became of a claim. A claim that is not answered at all failed: the schedule changed or has another owner. */
export interface ClaimAnswer {
  canaryId: string;
  /** `run`: this node, and no other ever, runs the slot. `done`: the slot was run before. */
  outcome: 'run' | 'skipped' | 'dropped' | 'done';
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** SQL of claiming slots: at most one run per canary and slot, over all nodes and for ever. */
export function createClaimStore(pool: Pool) {
  return {
    /**
     * Claims slots in one statement, which is committed before any of the runs starts: the schedule moves on and the run is
     * written down, so that a node that is killed then leaves a run that is lost but never one that is made twice.
     */
    async claim(node: NodeId, claims: readonly SlotClaim[], nowMs: number): Promise<ClaimAnswer[]> {
      const { rows } = await pool.query<ClaimAnswer>({
        name: 'slots-claim',
        text: CLAIM,
        values: [
          node,
          iso(nowMs),
          claims.map((claim) => claim.canaryId),
          claims.map((claim) => iso(claim.expectedMs)),
          claims.map((claim) => iso(claim.slotMs)),
          claims.map((claim) => iso(claim.nextSlotMs)),
          claims.map((claim) => iso(claim.nextDueMs)),
          claims.map((claim) => claim.missed),
          claims.map((claim) => claim.busy),
          claims.map((claim) => claim.drop),
          claims.map((claim) => Math.max(0, Math.round(nowMs - claim.dueMs))),
        ],
      });
      return rows;
    },

    /** Removes what is written down of runs older than this many hours. */
    async trimRuns(hours: number): Promise<number> {
      const { rowCount } = await pool.query(
        `delete from canary_runs where started_at < now() - $1 * interval '1 hour'`,
        [hours],
      );
      return rowCount ?? 0;
    },
  };
}
export type ClaimStore = ReturnType<typeof createClaimStore>;

const CLAIM = `
with input as (
  select * from unnest($3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[],
    $8::int[], $9::bool[], $10::bool[], $11::int[])
    as i(canary_id, expected, slot, next_slot, next_due, missed, busy, dropped, lateness_ms)
), due as (
  select i.*, i.busy or coalesce(s.running_node <> $1 and exists (
      select from nodes n where n.id = s.running_node
        and n.heartbeat_at > now() - interval '${NODE_DEAD_AFTER}'), false) as skip
  from canary_schedules s join input i on i.canary_id = s.canary_id
  where s.node_id = $1 and s.next_slot = i.expected
  for update of s skip locked
), runs as (
  insert into canary_runs (canary_id, slot, node_id, started_at, lateness_ms)
  select canary_id, slot, $1, $2::timestamptz, lateness_ms from due where not skip and not dropped
  on conflict do nothing returning canary_id
), moved as (
  update canary_schedules s set next_slot = d.next_slot, due_at = d.next_due, missed = s.missed + d.missed,
    skipped = s.skipped + (d.skip and not d.dropped)::int,
    running_node = case when r.canary_id is null then s.running_node else $1 end,
    running_since = case when r.canary_id is null then s.running_since else $2::timestamptz end
  from due d left join runs r on r.canary_id = d.canary_id
  where s.canary_id = d.canary_id
)
select d.canary_id as "canaryId",
  case when r.canary_id is not null then 'run' when d.dropped then 'dropped' when d.skip then 'skipped' else 'done' end
    as outcome
from due d left join runs r on r.canary_id = d.canary_id`;
