import { AppError, type IdentityTraits } from '@quarterdeck/contract';
import type { Queryable } from '@quarterdeck/identity';
import type { Accounts } from './service.ts';

interface AccountRow {
  id: string;
  state: 'active' | 'inactive';
  traits: IdentityTraits;
}

/**
 * The accounts of people whom an identity service elsewhere knows: here they are kept out, let in and removed. Names,
 * addresses and invitations are that service's; asking for those throws `ACCOUNTS_ELSEWHERE`.
 */
export const joinedAccounts: Accounts = {
  async find(db, id) {
    const { rows } = await db.query<AccountRow>('select id, state, traits from identities where id = $1', [id]);
    return rows[0] ?? null;
  },
  async setActive(db, id, isActive) {
    await db.query(
      `update identities set state = $2, state_changed_at = now() at time zone 'UTC' where id = $1 and state <> $2`,
      [id, isActive ? 'active' : 'inactive'],
    );
  },
  async remove(db: Queryable, id) {
    await db.query('delete from identities where id = $1', [id]);
  },
  mayInvite: async () => elsewhere(),
  invite: async () => elsewhere(),
  rename: async () => elsewhere(),
  changeAddress: async () => elsewhere(),
};

function elsewhere(): never {
  throw new AppError('ACCOUNTS_ELSEWHERE');
}

/** The identity of the service elsewhere that was invited by an address and has not come yet. */
export async function findInvited(db: Queryable, address: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from identities where schema_id = 'invited' and state = 'active' and lower(traits ->> 'email') = lower($1)`,
    [address],
  );
  return rows[0]?.id ?? null;
}

/** Notes an identity of the service elsewhere before it comes for the first time, and with it makes the person. */
export async function addInvited(db: Queryable, id: string, traits: IdentityTraits): Promise<void> {
  await db.query(`insert into identities (id, schema_id, traits) values ($1, 'invited', $2)`, [id, traits]);
}

/** Notes what an identity of the service elsewhere says of itself from now on. */
export async function saveJoinedTraits(db: Queryable, id: string, traits: IdentityTraits): Promise<void> {
  await db.query('update identities set traits = $2 where id = $1', [id, traits]);
}
