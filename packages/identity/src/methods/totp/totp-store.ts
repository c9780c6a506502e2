import type { Queryable } from '../../database.ts';

/** Takes a time step for an identity: false when it, or a later one, was taken before (two at once: one wins). */
export async function takeStep(db: Queryable, identityId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update identity_credentials set config = jsonb_set(config, '{lastStep}', to_jsonb($2::bigint))
     where identity_id = $1 and kind = 'totp' and (config ->> 'lastStep')::bigint < $2`,
    [identityId, step],
  );
  return rowCount === 1;
}
