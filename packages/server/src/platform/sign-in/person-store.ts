import type { Queryable } from '@quarterdeck/identity';

/** Who an identity is here. */
export interface Person {
  id: string;
  name: string;
  email: string;
}

/** The living person of an identity. */
export async function findPerson(db: Queryable, id: string): Promise<Person | null> {
  const { rows } = await db.query<Person>({
    name: 'sign-in person',
    text: `select id, name, coalesce(email, '') as email from people where id = $1 and deleted_at is null`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Gives a person the role of an administrator. */
export async function grantAdmin(db: Queryable, id: string): Promise<void> {
  await db.query(
    `insert into casbin_rule (ptype, v0, v1) select 'g', $1::text, 'admin'
     where not exists (select from casbin_rule where ptype = 'g' and v0 = $1::text and v1 = 'admin')`,
    [id],
  );
}
