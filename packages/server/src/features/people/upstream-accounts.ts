import { AppError } from '@quarterdeck/contract';
import { defaultIdentitySettings, limits, type Throttle } from '@quarterdeck/identity';
import type { UpstreamAdmin } from '../../platform/index.ts';
import { addInvited, findInvited, joinedAccounts, saveJoinedTraits } from './joined-store.ts';
import type { Accounts } from './service.ts';

export interface UpstreamAccountsOptions {
  admin: UpstreamAdmin;
  throttle: Pick<Throttle, 'note'>;
}

/**
 * The accounts of an identity service elsewhere whose administration can be reached. Each act is done here first, so that
 * what is refused here never reaches the service, and is rolled back here when the service refuses it.
 */
export function createUpstreamAccounts({ admin, throttle }: UpstreamAccountsOptions): Accounts {
  const recover = async (id: string) => {
    const found = await admin.recover(id, defaultIdentitySettings.inviteLifespanS);
    return found === null ? null : { identity: { id }, ...found, mailed: false as const };
  };
  return {
    ...joinedAccounts,
    mayInvite: async (inviterId) => (await throttle.note(`invite ${inviterId}`, limits.invitesByPerson)) !== 'over',
    async invite(db, traits) {
      const before = await findInvited(db, traits.email);
      if (before !== null) {
        await saveJoinedTraits(db, before, traits);
        const { name } = traits;
        await admin.change(before, { traits: name === undefined ? {} : { name } });
        const again = await recover(before);
        if (again !== null) return again;
        // It was removed there before its person came.
        await joinedAccounts.remove(db, before);
      }
      const id = await admin.add(traits);
      if (id === null) return null;
      const undo = () => admin.remove(id);
      try {
        await addInvited(db, id, traits);
        const made = await recover(id);
        if (made === null) throw new AppError('SIGN_IN_UNAVAILABLE');
        return { ...made, undo };
      } catch (error) {
        await undo().catch(() => undefined);
        throw error;
      }
    },
    async rename(db, { id, traits: { email } }, traits) {
      await saveJoinedTraits(db, id, { ...traits, email });
      const { name } = traits;
      if (name !== undefined && (await admin.change(id, { traits: { name } })) === 'gone') throw gone();
    },
    async changeAddress(db, { id, traits }, address) {
      const email = address.trim();
      await saveJoinedTraits(db, id, { ...traits, email });
      const changed = await admin.change(id, { traits: { email } });
      if (changed === 'gone') throw gone();
      return changed === 'done';
    },
    async setActive(db, id, isActive) {
      await joinedAccounts.setActive(db, id, isActive);
      await admin.change(id, { isActive });
      if (!isActive) await admin.endSessions(id);
    },
    async remove(db, id) {
      await joinedAccounts.remove(db, id);
      await admin.remove(id);
    },
  };
}

function gone(): AppError {
  return new AppError('PERSON_NOT_FOUND');
}
