import type { OrganizationRole } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';

/** Somebody of the demonstration. */
export interface DemoPerson {
  name: string;
  email: string;
  passwordHash: string;
}

/** Makes an account whose address counts as proven, or gives the one there is a new password. Answers its id. */
export async function keepDemoPerson(
  { transaction }: Pick<Database, 'transaction'>,
  person: DemoPerson,
): Promise<string> {
  return transaction(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into "user" (name, email, "emailVerified") values ($1, $2, true)
       on conflict (email) do update set "emailVerified" = true returning id`,
      [person.name, person.email],
    );
    const id = rows[0]?.id ?? '';
    await client.query(`delete from account where "userId" = $1 and "providerId" = 'credential'`, [id]);
    await client.query(
      `insert into account ("accountId", "providerId", "userId", password, "updatedAt")
       values ($1::text, 'credential', $1::uuid, $2, now())`,
      [id, person.passwordHash],
    );
    return id;
  });
}

/** Makes an organisation with these members. Answers its id. */
export async function keepDemoOrganization(
  { transaction }: Pick<Database, 'transaction'>,
  { name, slug, members }: { name: string; slug: string; members: ReadonlyMap<string, OrganizationRole> },
): Promise<string> {
  return transaction(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into organization (name, slug, "createdAt") values ($1, $2, now())
       on conflict (slug) do update set name = excluded.name returning id`,
      [name, slug],
    );
    const id = rows[0]?.id ?? '';
    for (const [userId, role] of members) {
      await client.query(
        `insert into member ("organizationId", "userId", role, "createdAt") values ($1, $2, $3, now())
         on conflict ("organizationId", "userId") do nothing`,
        [id, userId, role],
      );
    }
    return id;
  });
}
