import type { Queryable } from '../../database.ts';

/** Marks one code as used, unless it is: of two at once exactly one succeeds. */
export async function useBackupCode(db: Queryable, identityId: string, index: number, at: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update identity_credentials set config = jsonb_set(config, array['codes', $2::text, 'used_at'], to_jsonb($3::text))
     where identity_id = $1 and kind = 'lookup_secret' and config #>> array['codes', $2::text, 'used_at'] is null`,
    [identityId, index, at],
  );
  return rowCount === 1;
}
