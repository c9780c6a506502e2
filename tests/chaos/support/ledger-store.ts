import { join } from 'node:path';
import { connectDatabase, type Database } from '@quarterdeck/db';
import { silentLog } from '@quarterdeck/kit';
import type { SeenResult } from './live-client.ts';

/** One run that was claimed: a slot of a canary. Times are milliseconds since the epoch. */
export interface LedgerRow {
  canary: string;
  slotMs: number;
  startedMs: number;
  finished: boolean;
  /** Name of the node that claimed it. */
  node: string;
}

/** Opens the embedded database of a product that runs on this data folder. */
export function openEmbedded(dataDir: string): Promise<Database> {
  const socketDir = join(dataDir, 'postgres', 'run');
  return connectDatabase({
    url: `postgresql://quarterdeck@/postgres?host=${encodeURIComponent(socketDir)}`,
    log: silentLog,
    poolSize: 2,
  });
}

/** What the tests read of a product's database. */
export function createLedgerStore({ pool }: Database) {
  return {
    /** All claimed slots, by canary and slot. */
    async runs(): Promise<LedgerRow[]> {
      const { rows } = await pool.query<LedgerRow>(
        `select c.name as canary, (extract(epoch from r.slot) * 1000)::float8 as "slotMs",
           (extract(epoch from r.started_at) * 1000)::float8 as "startedMs", r.finished_at is not null as finished,
           coalesce(n.name, '') as node
         from canary_runs r join canaries c on c.id = r.canary_id left join nodes n on n.id = r.node_id order by c.name, r.slot`,
      );
      return rows;
    },

    /** Those results of the given ones that are not stored. */
    async lost(seen: readonly SeenResult[]): Promise<SeenResult[]> {
      const { rows } = await pool.query<SeenResult>(
        `select i.id, i.last_runtime from json_to_recordset($1::json) as i(id uuid, last_runtime text)
         where not exists (select from check_statuses s where s.check_id = i.id and s.time = i.last_runtime::timestamptz)`,
        [JSON.stringify(seen)],
      );
      return rows;
    },

    /** Schedules by the name of the living node that owns them; those of nobody under the empty name. */
    async owners(): Promise<Map<string, number>> {
      const { rows } = await pool.query<{ name: string; count: number }>(
        `select coalesce(n.name, '') as name, count(*)::int as count
         from canary_schedules s left join nodes n on n.id = s.node_id and n.stopped_at is null group by 1`,
      );
      return new Map(rows.map((row) => [row.name, row.count]));
    },

    /** Schedules that are said to be running now, and the sums of what was missed and skipped. */
    async schedules(): Promise<{ owned: number; running: number; missed: number; skipped: number }> {
      const { rows } = await pool.query<{ owned: number; running: number; missed: number; skipped: number }>(
        `select count(node_id)::int as owned, count(running_node)::int as running, sum(missed)::int as missed,
           sum(skipped)::int as skipped from canary_schedules`,
      );
      return rows[0] ?? { owned: 0, running: 0, missed: 0, skipped: 0 };
    },

    /** Stored results of each check by its name: how many passed, failed, and could not be probed. */
    async results(): Promise<Map<string, { passed: number; failed: number; unknown: number; status: string | null }>> {
      const { rows } = await pool.query<{
        name: string;
        passed: number;
        failed: number;
        unknown: number;
        status: string | null;
      }>(
        `select c.name, c.status, count(*) filter (where s.status)::int as passed,
           count(*) filter (where not s.status)::int as failed,
           count(*) filter (where s.check_id is not null and s.status is null)::int as unknown
         from checks c left join check_statuses s on s.check_id = c.id where c.deleted_at is null group by c.id`,
      );
      return new Map(rows.map(({ name, ...counts }) => [name, counts]));
    },

    /** Names of the checks of which some result counts as passed or failed. */
    async counted(): Promise<string[]> {
      const { rows } = await pool.query<{ name: string }>(
        `select c.name from check_states s join checks c on c.id = s.check_id
         where s.passed > 0 or s.failed > 0 order by 1`,
      );
      return rows.map((row) => row.name);
    },

    /** Failed rows of the job history of a canary. */
    async failures(canary: string): Promise<number> {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from job_history j join canaries c on c.id::text = j.resource_id
         where c.name = $1 and j.status = 'FAILED'`,
        [canary],
      );
      return rows[0]?.count ?? 0;
    },
  };
}
export type LedgerStore = ReturnType<typeof createLedgerStore>;
