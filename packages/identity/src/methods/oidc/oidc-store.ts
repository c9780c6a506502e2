import type { Queryable } from '../../database.ts';

/** A visit at a provider that is under way; of `cookie` and `state` only hashes, the rest sealed. */
export interface StoredDeparture {
  cookie: string;
  state: string;
  sealed: string;
}

/** Keeps the visit of a flow; one before it is void. */
export async function keepDeparture(db: Queryable, flowId: string, departure: StoredDeparture): Promise<void> {
  await db.query(`update identity_flows set secrets = secrets || jsonb_build_object('oidc', $2::jsonb) where id = $1`, [
    flowId,
    JSON.stringify(departure),
  ]);
}

/** Uses up the visit of a flow, for who has its cookie and its state: of two at once one gets it. */
export async function takeDeparture(
  db: Queryable,
  flowId: string,
  { cookie, state }: Pick<StoredDeparture, 'cookie' | 'state'>,
): Promise<string | null> {
  const { rows } = await db.query<{ sealed: string }>(
    `with found as (
       select id, secrets #>> '{oidc,sealed}' as sealed from identity_flows
       where id = $1 and secrets #>> '{oidc,cookie}' = $2 and secrets #>> '{oidc,state}' = $3 for update)
     update identity_flows f set secrets = f.secrets - 'oidc' from found where f.id = found.id returning found.sealed`,
    [flowId, cookie, state],
  );
  return rows[0]?.sealed ?? null;
}

/** An account at a provider that may be connected by whoever signs in as that identity. */
export interface Offer {
  identityId: string;
  provider: string;
  subject: string;
}

/** Keeps an offer in a login flow. */
export async function keepOffer(db: Queryable, flowId: string, offer: Offer): Promise<void> {
  await db.query(
    `update identity_flows set secrets = secrets || jsonb_build_object('offer', $2::jsonb) where id = $1`,
    [flowId, JSON.stringify(offer)],
  );
}
