import { type Role, roles } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';

/** Reads and replaces roles of people. */
export interface AccessStore {
  /** Whether someone of that id lives. */
  isPerson(id: string): Promise<boolean>;
  /** Names of the roles that are given to a subject directly. */
  roles(subject: string): Promise<string[]>;
  /**
   * Gives a person these roles of the specification and takes the others. `last-admin`: it would have taken the role
   * from the only administrator, and did nothing.
   */
  replaceRoles(person: string, wanted: readonly Role[]): Promise<'done' | 'last-admin'>;
}

/** Makes the store. */
export function createAccessStore(database: Pick<Database, 'pool' | 'transaction'>): AccessStore {
  const { pool } = database;
  return {
    async isPerson(id) {
      const { rowCount } = await pool.query('select from people where id = $1 and deleted_at is null', [id]);
      return rowCount === 1;
    },
    async roles(subject) {
      const { rows } = await pool.query<{ v1: string }>(
        "select distinct v1 from casbin_rule where ptype = 'g' and v0 = $1 order by v1",
        [subject],
      );
      return rows.map(({ v1 }) => v1);
    },
    replaceRoles: (person, wanted) =>
      database.transaction(async (client) => {
        // Two who take the role from each other at the same time must not both succeed.
        await client.query('lock table casbin_rule in share row exclusive mode');
        if (!wanted.includes('admin')) {
          const { rows } = await client.query<{ person: string }>(
            `select p.id::text as person from casbin_rule c join people p on p.id::text = c.v0 and p.deleted_at is null
             where c.ptype = 'g' and c.v1 = 'admin' group by p.id`,
          );
          if (rows.length === 1 && rows[0]?.person === person) return 'last-admin';
        }
        await client.query("delete from casbin_rule where ptype = 'g' and v0 = $1 and v1 = any($2)", [
          person,
          roles.filter((role) => !wanted.includes(role)),
        ]);
        await client.query(
          `insert into casbin_rule (ptype, v0, v1) select 'g', $1::text, role from unnest($2::text[]) as role
           where not exists (select from casbin_rule c where c.ptype = 'g' and c.v0 = $1::text and c.v1 = role)`,
          [person, wanted],
        );
        return 'done';
      }),
  };
}
