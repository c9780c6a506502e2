import type { Queryable } from '../../database.ts';
import type { KeyKind } from './keys.ts';

/** Keeps a challenge in a flow in place of the one that was seen there. False: another one came first. */
export async function replaceChallenge(
  db: Queryable,
  flowId: string,
  kind: KeyKind,
  seen: string | null,
  challenge: object,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update identity_flows set secrets = secrets || jsonb_build_object($2::text, $4::jsonb)
     where id = $1 and secrets #>> array[$2, 'challenge'] is not distinct from $3`,
    [flowId, kind, seen, JSON.stringify(challenge)],
  );
  return rowCount === 1;
}

/** Removes a challenge from its flow. False: it is not there any more. */
export async function removeChallenge(
  db: Queryable,
  flowId: string,
  kind: KeyKind,
  challenge: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update identity_flows set secrets = secrets - $2::text where id = $1 and secrets #>> array[$2, 'challenge'] = $3`,
    [flowId, kind, challenge],
  );
  return rowCount === 1;
}
