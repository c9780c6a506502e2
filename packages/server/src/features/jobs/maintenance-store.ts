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
    /** Counts the last hour of every live check anew, in chunks so that no row is locked for long; gives those that changed. */
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
    /** Counts anew the items whose changes or insights moved since the last time. */
    refreshConfigSummaries: () => count('select refresh_config_summaries() as count'),
    recountConfigSummaries: () => count('select refresh_config_summaries(true) as count'),
    refreshLabels: () => count('select refresh_label_pairs() as count'),
    recountLabels: () => count('select refresh_label_pairs(true) as count'),
    foldCounts: () => count('select fold_row_tallies() + fold_row_counts() as count'),
    async retain(days: number): Promise<Record<string, number>> {
      const { rows } = await pool.query<{ kind: string; removed: number }>('select * from apply_retention($1)', [days]);
      return Object.fromEntries(rows.map((row) => [row.kind, row.removed]));
    },
  };
}
export type MaintenanceStore = ReturnType<typeof createMaintenanceStore>;
