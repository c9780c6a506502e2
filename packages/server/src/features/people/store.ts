import type { Queryable } from '@quarterdeck/identity';

/** Takes a person out of teams, roles and tokens; what the person made stays, and with it the row. */
export async function endPerson(db: Queryable, id: string): Promise<void> {
  await db.query('select delete_person($1)', [id]);
}
