import type { DeniedPermission } from '@quarterdeck/contract';
import type { Queryable } from '@quarterdeck/identity';

/** A living token with whom it acts as. */
export interface LivingToken {
  id: string;
  hash: string;
  person_id: string;
  person_name: string;
  person_email: string;
  owner: string;
  denied: DeniedPermission[];
  held: string[];
  /** Its use was not written down within the last minute. */
  is_due: boolean;
}

/** The token of an id that has not ended, and whose owner lives and may sign in. */
export async function findToken(db: Queryable, id: string, nowMs: number): Promise<LivingToken | null> {
  const { rows } = await db.query<LivingToken>({
    name: 'token by id',
    text: `select t.id, t.value as hash, p.id as person_id, p.name as person_name, coalesce(p.email, '') as person_email,
        o.id as owner, t.deny_permissions as denied, t.held,
        coalesce(t.last_used_at < $2::timestamptz - interval '1 minute', true) as is_due
      from access_tokens t
      join people p on p.id = t.person_id and p.deleted_at is null
      join people o on o.id = t.created_by and o.deleted_at is null
      where t.id = $1 and (t.expires_at is null or t.expires_at > $2)
        and not exists (select from identities i where i.id = o.id and i.state <> 'active')`,
    values: [id, new Date(nowMs)],
  });
  return rows[0] ?? null;
}

/** Writes down that a token was used, at most once a minute over all nodes. */
export async function touchToken(db: Queryable, id: string, nowMs: number): Promise<void> {
  await db.query(
    `update access_tokens set last_used_at = $2
     where id = $1 and coalesce(last_used_at < $2::timestamptz - interval '1 minute', true)`,
    [id, new Date(nowMs)],
  );
}
