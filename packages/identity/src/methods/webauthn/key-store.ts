import type { Queryable } from '../../database.ts';
import type { KeyKind } from './keys.ts';

/**
 * Raises the counter of a key. False: it did not go up, so a copy of the key may exist (WebAuthn §6.1.1). Keys that do
 * not count stay at 0.
 */
export async function raiseCounter(
  db: Queryable,
  kind: KeyKind,
  identifier: string,
  counter: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update identity_credentials set config = jsonb_set(config, '{counter}', to_jsonb($3::bigint))
     where kind = $1 and identifier = $2
       and ((config ->> 'counter')::bigint < $3 or ($3 = 0 and (config ->> 'counter')::bigint = 0))`,
    [kind, identifier, counter],
  );
  return rowCount === 1;
}
