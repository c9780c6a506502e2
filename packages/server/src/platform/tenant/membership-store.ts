import type { OrganizationRole, Role } from '@quarterdeck/contract';
import type { Queryable } from '@quarterdeck/identity';

/** What the control plane said last about a person. */
export interface KnownMember {
  /** Issuer and subject. */
  externalId: string;
  /** Null: no member any more. */
  role: OrganizationRole | null;
  proof: string;
  /** As of when it is so. */
  confirmedMs: number;
}

/** What a word of the control plane tells about a person: by a token, or when it was asked. */
export interface MembershipWord {
  role: OrganizationRole | null;
  /** Left as it is when absent. */
  proof?: string;
  asOfMs: number;
}

/** A word that says nothing new is written down after this time: each call through the control plane brings one. */
const SAME_MS = 30_000;

/** What is known of a person who came from the control plane; null for all others, and for who was removed here. */
export async function findMember(db: Queryable, personId: string): Promise<KnownMember | null> {
  const { rows } = await db.query<KnownMember>({
    name: 'hosted member',
    text: `select p.external_id as "externalId", m.role, m.proof,
        floor(extract(epoch from m.confirmed_at) * 1000)::float8 as "confirmedMs"
      from hosted_members m join people p on p.id = m.person_id and p.deleted_at is null where m.person_id = $1`,
    values: [personId],
  });
  return rows[0] ?? null;
}

/** Keeps the later word: a token that was made before the control plane was asked changes nothing. */
export async function keepMember(
  db: Queryable,
  personId: string,
  { role, proof, asOfMs }: MembershipWord,
): Promise<void> {
  const values = [personId, role, proof ?? null, new Date(asOfMs)];
  // Looked at first: an upsert that changes nothing locks its row all the same, which is a write.
  const { rowCount } = await db.query({
    name: 'hosted member told already',
    text: `select from hosted_members m where m.person_id = $1 and (m.confirmed_at > $4
      or m.role is not distinct from $2 and m.proof = coalesce($3, m.proof)
        and m.confirmed_at >= $4::timestamptz - $5 * interval '1 millisecond')`,
    values: [...values, SAME_MS],
  });
  if (rowCount !== 0) return;
  await db.query(
    `insert into hosted_members as m (person_id, role, proof, confirmed_at) values ($1, $2, coalesce($3, ''), $4)
     on conflict (person_id) do update
     set role = excluded.role, proof = coalesce($3, m.proof), confirmed_at = excluded.confirmed_at
     where m.confirmed_at <= excluded.confirmed_at`,
    values,
  );
}

/** What somebody may in the backend by their place in the organisation (contract identity §8.4). */
export function roleOfMember(role: OrganizationRole): Role {
  const roles: Record<OrganizationRole, Role> = { owner: 'admin', admin: 'admin', guest: 'guest', member: 'viewer' };
  return roles[role];
}

/** The roles that a person has by the organisation, as of the last word; none where nobody comes from a control plane. */
export async function givenRoles(db: Queryable, personId: string): Promise<Role[]> {
  const role = (await findMember(db, personId))?.role ?? null;
  return role === null ? [] : [roleOfMember(role)];
}
