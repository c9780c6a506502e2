import type { NodeId } from '@quarterdeck/contract';
import type { Pool } from 'pg';
import type { Ahead } from './ahead-log.ts';

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** SQL of bringing the stored schedules up to what a node did while the database was away. */
export function createAwayStore(pool: Pool) {
  return {
    /**
     * Writes the newest slot of each canary into the ledger and moves its schedule on. A schedule that has another owner
     * by now, or that was replaced meanwhile (then its next slot is its anchor), stays as it is.
     */
    async settle(node: NodeId, ahead: readonly Ahead[]): Promise<void> {
      await pool.query(
        `with input as (
           select * from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[],
             $7::int[]) as i(canary_id, expected, slot, next_slot, next_due, missed)
         ), noted as (
           insert into canary_runs (canary_id, slot, node_id, started_at, lateness_ms)
           select canary_id, slot, $1, slot, 0 from input where slot is not null on conflict do nothing)
         update canary_schedules s set next_slot = i.next_slot, due_at = i.next_due, missed = s.missed + i.missed
         from input i where s.canary_id = i.canary_id and s.node_id = $1 and (s.next_slot = i.expected
           or s.next_slot > i.expected and s.next_slot < i.next_slot and s.next_slot > s.anchor)`,
        [
          node,
          ahead.map((entry) => entry.canaryId),
          ahead.map((entry) => iso(entry.expectedMs)),
          ahead.map((entry) => iso(entry.slotMs)),
          ahead.map((entry) => iso(entry.nextSlotMs)),
          ahead.map((entry) => iso(entry.nextDueMs)),
          ahead.map((entry) => entry.missed),
        ],
      );
    },

    /** Writes slots into the ledger, so that nobody runs them again. */
    async noteRuns(node: NodeId, ahead: readonly Ahead[]): Promise<void> {
      const run = ahead.filter((entry) => entry.slotMs !== null);
      await pool.query(
        `insert into canary_runs (canary_id, slot, node_id, started_at, lateness_ms)
         select canary_id, slot, $1, slot, 0 from unnest($2::uuid[], $3::timestamptz[]) as i(canary_id, slot)
         on conflict do nothing`,
        [node, run.map((entry) => entry.canaryId), run.map((entry) => iso(entry.slotMs))],
      );
    },
  };
}
export type AwayStore = ReturnType<typeof createAwayStore>;
