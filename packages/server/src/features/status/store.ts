import type { Pool } from 'pg';

/** SQL of the server's status. */
export function createStatusStore(pool: Pool) {
  return {
    /** How many live checks have a schedule. */
    async checks(): Promise<number> {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from checks c join canary_schedules s on s.canary_id = c.canary_id
         where c.deleted_at is null and s.next_slot is not null`,
      );
      return rows[0]?.count ?? 0;
    },
  };
}
export type StatusStore = ReturnType<typeof createStatusStore>;
