import type { Database } from '@quarterdeck/db';

/** One row of `GET /api/properties` (contract http-calls §5). A `local` one cannot be changed. */
export interface PropertyRow {
  name: string;
  value: string;
  description: string;
  source: 'local' | 'db';
  type: string;
}

/** The properties that the database holds, by name. */
export async function listProperties(database: Pick<Database, 'pool'>): Promise<PropertyRow[]> {
  const { rows } = await database.pool.query<PropertyRow>({
    name: 'properties-list',
    text: `select name, value, '' as description, 'db' as source, '' as type
           from properties where deleted_at is null order by name`,
  });
  return rows;
}
