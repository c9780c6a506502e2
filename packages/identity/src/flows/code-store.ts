import type { Queryable } from '../database.ts';

/** Keeps the hash of a new code for a flow; those before it are of no use any more. */
export async function replaceCode(
  db: Queryable,
  code: { flowId: string; identityId: string | null; address: string; hash: Buffer; expiresAt: Date },
): Promise<void> {
  await db.query(
    `with gone as (delete from identity_codes where flow_id = $1)
     insert into identity_codes (flow_id, identity_id, address, code_hash, expires_at) values ($1, $2, $3, $4, $5)`,
    [code.flowId, code.identityId, code.address, code.hash, code.expiresAt],
  );
}

/**
 * Uses the code of a flow up when its hash is the one given: of two at once one succeeds. Null: it is wrong, used or too
 * old.
 */
export async function useCode(
  db: Queryable,
  flowId: string,
  hash: Buffer,
  nowMs: number,
): Promise<{ identityId: string; address: string } | null> {
  const { rows } = await db.query<{ identity_id: string | null; address: string }>(
    `update identity_codes set used_at = $3
     where flow_id = $1 and code_hash = $2 and used_at is null and expires_at > $3 returning identity_id, address`,
    [flowId, hash, new Date(nowMs)],
  );
  const [row] = rows;
  return row?.identity_id ? { identityId: row.identity_id, address: row.address } : null;
}

/** The codes of an identity's flows of a kind end: a new one was sent on another way. */
export async function endCodesOf(db: Queryable, identityId: string, kind: 'recovery' | 'verification'): Promise<void> {
  await db.query(
    `delete from identity_codes c using identity_flows f
     where f.id = c.flow_id and f.kind = $2 and c.identity_id = $1`,
    [identityId, kind],
  );
}
