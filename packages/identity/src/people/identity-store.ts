import type { Identity, IdentityTraits, VerifiableAddress } from '@quarterdeck/contract';
import type { Queryable } from '../database.ts';

/** An identity as it is stored, with its addresses. */
export interface StoredIdentity {
  id: string;
  state: 'active' | 'inactive';
  stateChangedAt: Date | null;
  traits: IdentityTraits;
  createdAt: Date;
  updatedAt: Date;
  addresses: StoredAddress[];
}

export interface StoredAddress {
  id: string;
  value: string;
  status: VerifiableAddress['status'];
  verified_at: string | null;
  created_at: string;
  updated_at: string;
}

interface IdentityRow {
  id: string;
  state: 'active' | 'inactive';
  state_changed_at: Date | null;
  traits: IdentityTraits;
  created_at: Date;
  updated_at: Date;
  addresses: StoredAddress[];
}

const SELECT = /* sql */ `
  select i.id, i.state, i.state_changed_at at time zone 'UTC' as state_changed_at, i.traits,
    i.created_at at time zone 'UTC' as created_at, i.updated_at at time zone 'UTC' as updated_at,
    coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'value', a.value, 'status', a.status,
      'verified_at', a.verified_at, 'created_at', a.created_at, 'updated_at', a.updated_at) order by a.created_at, a.id)
      from identity_addresses a where a.identity_id = i.id), '[]') as addresses
  from identities i`;

/** The form of an address that is compared: trimmed, in lower case. */
export function comparable(address: string): string {
  return address.trim().toLowerCase();
}

/** Reads an identity by its id. */
export async function findIdentity(db: Queryable, id: string): Promise<StoredIdentity | null> {
  const { rows } = await db.query<IdentityRow>(`${SELECT} where i.id = $1`, [id]);
  return rows[0] ? fromRow(rows[0]) : null;
}

/** Reads the identity that signs in by an address; one that waits to take the place of another does not count. */
export async function findIdentityByAddress(db: Queryable, address: string): Promise<StoredIdentity | null> {
  const { rows } = await db.query<IdentityRow>(
    `${SELECT} where i.id = (select a.identity_id from identity_addresses a where a.value = $1)
       and lower(btrim(i.traits ->> 'email')) = $1`,
    [comparable(address)],
  );
  return rows[0] ? fromRow(rows[0]) : null;
}

/** Adds an identity with its address. Null: the address belongs to another one. */
export async function addIdentity(
  db: Queryable,
  traits: IdentityTraits,
  options: { verified: boolean },
): Promise<StoredIdentity | null> {
  const { rows } = await db.query<{ id: string }>(
    `with taken as (select from identity_addresses where value = $2),
      made as (insert into identities (schema_id, traits, state) select 'default', $1::jsonb, 'active'
        where not exists (select from taken) returning id)
     insert into identity_addresses (identity_id, value, status, verified_at)
     select id, $2, case when $3 then 'completed' else 'pending' end, case when $3 then now() end from made
     on conflict do nothing returning identity_id as id`,
    [JSON.stringify(traits), comparable(traits.email), options.verified],
  );
  return rows[0] ? findIdentity(db, rows[0].id) : null;
}

/** Replaces what an identity says of itself; the address stays. */
export async function saveTraits(db: Queryable, id: string, traits: IdentityTraits): Promise<void> {
  await db.query('update identities set traits = $2 where id = $1', [id, JSON.stringify(traits)]);
}

/** Lets an identity sign in, or not. */
export async function saveState(db: Queryable, id: string, state: StoredIdentity['state']): Promise<void> {
  await db.query(
    `update identities set state = $2, state_changed_at = now() at time zone 'UTC' where id = $1 and state <> $2`,
    [id, state],
  );
}

/** Removes an identity with all that belongs to it; a trigger takes its roles, and marks its person as deleted. */
export async function removeIdentity(db: Queryable, id: string): Promise<void> {
  await db.query('delete from identities where id = $1', [id]);
}

/** Marks an address as proven. */
export async function verifyAddress(db: Queryable, address: string): Promise<void> {
  await db.query(
    `update identity_addresses set status = 'completed', verified_at = coalesce(verified_at, now()) where value = $1`,
    [comparable(address)],
  );
}

/** Notes the address that an identity wants to have instead. False: it belongs to somebody. */
export async function addWantedAddress(db: Queryable, identityId: string, address: string): Promise<boolean> {
  const { rows } = await db.query<{ identity_id: string }>(
    `insert into identity_addresses (identity_id, value, status) values ($1, $2, 'sent')
     on conflict (value) do update set status = identity_addresses.status returning identity_id`,
    [identityId, comparable(address)],
  );
  return rows[0]?.identity_id === identityId;
}

/** Gives an identity the proven address in place of what it had, where it signs in by it too. */
export async function takeAddress(db: Queryable, identityId: string, address: string): Promise<void> {
  const value = comparable(address);
  await db.query('delete from identity_addresses where identity_id = $1 and value <> $2', [identityId, value]);
  await db.query(`update identities set traits = jsonb_set(traits, '{email}', to_jsonb($2::text)) where id = $1`, [
    identityId,
    value,
  ]);
  await db.query(`update identity_credentials set identifier = $2 where identity_id = $1 and kind = 'password'`, [
    identityId,
    value,
  ]);
}

/** The identity as it is answered: no credentials. */
export function toIdentity(stored: StoredIdentity, schemaUrl: string): Identity {
  const address = ({ id, value, created_at, updated_at }: StoredAddress) => ({
    id,
    value,
    via: 'email' as const,
    created_at,
    updated_at,
  });
  return {
    id: stored.id,
    schema_id: 'default',
    schema_url: schemaUrl,
    state: stored.state,
    ...(stored.stateChangedAt === null ? {} : { state_changed_at: stored.stateChangedAt.toISOString() }),
    traits: stored.traits,
    verifiable_addresses: stored.addresses.map((one) => ({
      ...address(one),
      verified: one.verified_at !== null,
      status: one.status,
      ...(one.verified_at === null ? {} : { verified_at: one.verified_at }),
    })),
    recovery_addresses: stored.addresses.map(address),
    metadata_public: null,
    created_at: stored.createdAt.toISOString(),
    updated_at: stored.updatedAt.toISOString(),
  };
}

function fromRow(row: IdentityRow): StoredIdentity {
  return {
    id: row.id,
    state: row.state,
    stateChangedAt: row.state_changed_at === null ? null : new Date(row.state_changed_at),
    traits: row.traits,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    addresses: row.addresses,
  };
}
