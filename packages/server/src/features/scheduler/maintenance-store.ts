import { compactStatusPartitions } from '@quarterdeck/db';
import type { Log } from '@quarterdeck/kit';
import type { Pool } from 'pg';

/** How many checks are counted anew in one statement. */
const CHUNK = 500;

/** SQL of the product's own upkeep; the work itself is done by functions of the schema. */
export function createMaintenanceStore(pool: Pool, log: Log) {
  const count = async (text: string, values: unknown[] = []): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(text, values);
    return rows[0]?.count ?? 0;
  };
  return {
    /** Counts the last hour of every live check anew, in chunks so that no row is locked for long. */
    async refreshStates(): Promise<number> {
      let after = '00000000-0000-0000-0000-000000000000';
      let refreshed = 0;
      for (;;) {
        const { rows } = await pool.query<{ id: string }>(
          'select id from checks where id > $1 and deleted_at is null order by id limit $2',
          [after, CHUNK],
        );
        const last = rows.at(-1);
        if (!last) return refreshed;
        refreshed += await count('select refresh_check_states($1::uuid[]) as count', [rows.map((row) => row.id)]);
        if (rows.length < CHUNK) return refreshed;
        after = last.id;
      }
    },
    rollUpHours: () => count(`select roll_up_statuses('1h', now() - interval '3 hours', now()) as count`),
    rollUpDays: () => count(`select roll_up_statuses('1d', now() - interval '3 days', now()) as count`),
    compact: () => compactStatusPartitions(pool, log),
    ensurePartitions: () => count('select ensure_status_partitions(3) as count'),
    async retain(days: number): Promise<Record<string, number>> {
      const { rows } = await pool.query<{ kind: string; removed: number }>('select * from apply_retention($1)', [days]);
      return Object.fromEntries(rows.map((row) => [row.kind, row.removed]));
    },
    /** Removes for good what was deleted longer ago: checks, and canaries that have no checks any more. */
    async purge(checkAgeMs: number, canaryAgeMs: number): Promise<{ checks: number; canaries: number }> {
      const checks = await pool.query(`delete from checks where deleted_at < now() - $1 * interval '1 millisecond'`, [
        checkAgeMs,
      ]);
      const canaries = await pool.query(
        `delete from canaries n where n.deleted_at < now() - $1 * interval '1 millisecond'
           and not exists (select from checks c where c.canary_id = n.id)`,
        [canaryAgeMs],
      );
      return { checks: checks.rowCount ?? 0, canaries: canaries.rowCount ?? 0 };
    },
    async trimHistory(): Promise<number> {
      await pool.query(
        `update job_history set status = 'STALE' where status = 'RUNNING' and time_start < now() - interval '4 hours'`,
      );
      const { rowCount } = await pool.query(`delete from job_history where created_at < now() - interval '30 days'`);
      return rowCount ?? 0;
    },
  };
}
export type MaintenanceStore = ReturnType<typeof createMaintenanceStore>;
