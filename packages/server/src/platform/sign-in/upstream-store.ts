import type { Queryable } from '@quarterdeck/identity';
import type { Person } from './person-store.ts';

/** What is known here of an identity of the upstream. */
export interface KnownIdentity {
  id: string;
  traits: { email?: string; name?: unknown };
}

/**
 * Makes the person of an identity that signed in, or changes it to what the upstream tells; by the id alone, never by an
 * address. `signedInAt`: RFC 3339. False: it was removed or made inactive here.
 */
export async function joinPerson(db: Queryable, { id, traits }: KnownIdentity, signedInAt: string): Promise<boolean> {
  const told = JSON.stringify(traits);
  const { rows } = await db.query<{ is_out: boolean; is_current: boolean; is_noted: boolean }>(
    `select p.deleted_at is not null or coalesce(i.state <> 'active', false) as is_out,
       coalesce(i.traits = $2::jsonb and i.schema_id = 'upstream', false) as is_current,
       coalesce(p.last_login >= $3, false) as is_noted
     from people p left join identities i on i.id = p.id where p.id = $1`,
    [id, told, signedInAt],
  );
  const [known] = rows;
  if (known?.is_out) return false;
  if (!known?.is_current) await saveJoined(db, id, told);
  if (!known?.is_noted) {
    await db.query('update people set last_login = greatest(last_login, $2) where id = $1', [id, signedInAt]);
  }
  return true;
}

async function saveJoined(db: Queryable, id: string, traits: string): Promise<void> {
  await db.query(
    `insert into identities (id, schema_id, traits) values ($1, 'upstream', $2)
     on conflict (id) do update set traits = excluded.traits, schema_id = excluded.schema_id`,
    [id, traits],
  );
}

/** The living person of an identity that may sign in. */
export async function findJoined(db: Queryable, id: string): Promise<Person | null> {
  const { rows } = await db.query<Person>({
    name: 'joined person',
    text: `select p.id, p.name, coalesce(p.email, '') as email from people p join identities i on i.id = p.id
      where p.id = $1 and p.deleted_at is null and i.state = 'active'`,
    values: [id],
  });
  return rows[0] ?? null;
}

const ADMINISTRATORS = /* sql */ `select from casbin_rule g join people p on p.id::text = g.v0 and p.deleted_at is null
  where g.ptype = 'g' and g.v1 = 'admin'`;

/** Whether somebody who lives administers. */
export async function isAdministered(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query(`${ADMINISTRATORS} limit 1`);
  return rowCount === 1;
}

/** Makes someone the first administrator: nobody else is one who lives. */
export async function grantFirstAdmin(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into casbin_rule (ptype, v0, v1) select 'g', $1::text, 'admin'
     where not exists (${ADMINISTRATORS})`,
    [id],
  );
  return rowCount === 1;
}

/** Tells all nodes that sessions changed. */
export async function tellSessionsChanged(db: Queryable, channel: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [channel, '']);
}
