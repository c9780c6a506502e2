import type { Database } from '@quarterdeck/db';
import { keepMember, type MembershipWord } from './membership-store.ts';

/** Who the control plane says someone is. */
export interface KnownFrom {
  /** Issuer and subject: what a person is found by, never the address. */
  externalId: string;
  name: string;
  email: string;
  picture: string | null;
  /** The person's place in the organisation, which is kept apart from roles that are given here. */
  membership: MembershipWord;
}

/**
 * The person of someone whom the control plane knows: made at first sight, and kept in step. Null: an administrator here
 * removed the person. An address that somebody else has is left out.
 */
export async function keepPerson(
  database: Pick<Database, 'transaction'>,
  { externalId, name, email, picture, membership }: KnownFrom,
): Promise<string | null> {
  return database.transaction(async (client) => {
    // Two calls of someone new must not make two persons.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [externalId]);
    const { rows } = await client.query<{ id: string; deleted: boolean }>(
      'select id, deleted_at is not null as deleted from people where external_id = $1',
      [externalId],
    );
    const found = rows[0];
    if (found?.deleted) return null;
    const values = [externalId, name, email, picture];
    const free = `case when exists (
      select from people o where o.email = $3 and o.deleted_at is null and o.external_id is distinct from $1
    ) then null else $3 end`;
    if (found === undefined) {
      const made = await client.query<{ id: string }>(
        `insert into people (external_id, name, email, avatar) values ($1, $2, ${free}, $4) returning id`,
        values,
      );
      const id = made.rows[0]?.id ?? null;
      if (id !== null) await keepMember(client, id, membership);
      return id;
    }
    await keepMember(client, found.id, membership);
    await client.query(
      `update people set name = $2, email = ${free}, avatar = $4
       where external_id = $1 and (name, email, avatar) is distinct from ($2, ${free}, $4)`,
      values,
    );
    return found.id;
  });
}
