import type { Pool } from 'pg';

/** The database's clock in milliseconds since the epoch. */
export async function readDatabaseClock(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  );
  return rows[0]?.now ?? Number.NaN;
}
