import type { Queryable } from '@quarterdeck/identity';
import type { Actor } from './actor.ts';

/** Names whoever acts for the rest of a transaction, so that the triggers of the audit trail know it. */
export async function nameActor(db: Queryable, actor: Actor): Promise<void> {
  await db.query("select set_config('quarterdeck.actor', $1, true)", [JSON.stringify(actor)]);
}
