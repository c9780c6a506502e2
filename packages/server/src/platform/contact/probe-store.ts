import type { Pool } from 'pg';

/** Resolves when the database answers; rejects as the pool does when it cannot be reached. */
export async function probeDatabase(pool: Pool): Promise<void> {
  await pool.query('select 1');
}
