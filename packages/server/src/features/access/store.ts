import { type Role, roles } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { Queryable } from '@quarterdeck/identity';
import { LAST_ADMINISTRATOR } from '../../platform/index.ts';

/** Reads and replaces roles of people. */
export interface AccessStore {
  /** Whether someone of that id lives. */
  isPerson(id: string): Promise<boolean>;
  /** Names of the roles that are given to a subject directly. */
  roles(subject: string): Promise<string[]>;
  /**
   * Gives a person these roles of the specification and takes the others, in the transaction given. The database refuses
   * to take the role from the last administrator who can sign in ({@link LAST_ADMINISTRATOR}).
   */
  setRoles(db: Queryable, person: string, wanted: readonly Role[]): Promise<void>;
  /** The same in a transaction of its own. `last-admin`: the database refused, and nothing was done. */
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
    setRoles,
    async replaceRoles(person, wanted) {
      try {
        await database.transaction((db) => setRoles(db, person, wanted));
        return 'done';
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === LAST_ADMINISTRATOR) return 'last-admin';
        throw error;
      }
    },
  };
}

async function setRoles(db: Queryable, person: string, wanted: readonly Role[]): Promise<void> {
  await db.query("delete from casbin_rule where ptype = 'g' and v0 = $1 and v1 = any($2)", [
    person,
    roles.filter((role) => !wanted.includes(role)),
  ]);
  await db.query(
    `insert into casbin_rule (ptype, v0, v1) select 'g', $1::text, role from unnest($2::text[]) as role
     on conflict do nothing`,
    [person, wanted],
  );
}
