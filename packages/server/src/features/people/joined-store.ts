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
