import type { Pool } from 'pg';

/** The live properties that the database holds, by name. */
export async function readProperties(pool: Pick<Pool, 'query'>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ name: string; value: string }>({
    name: 'properties-list',
    text: 'select name, value from properties where deleted_at is null order by name',
  });
  return new Map(rows.map(({ name, value }) => [name, value]));
}
