import type { IdentityTraits } from '@quarterdeck/contract';
import type { IdentityContext } from '../context.ts';
import { newCode, newDigits } from '../crypto/secrets.ts';
import type { Queryable } from '../database.ts';
import { endCodesOf } from '../flows/code-store.ts';
import { keepCode } from '../flows/codes.ts';
import { flowPage } from '../flows/flow.ts';
import { addFlow } from '../flows/flow-store.ts';
import { addressMail, compose } from '../mail/texts.ts';
import { credentialKindsOf, removeCredentials } from '../methods/credential-store.ts';
import { setPassword } from '../methods/password/password.ts';
import {
  addIdentity,
  addWantedAddress,
  comparable,
  findIdentity,
  findIdentityByAddress,
  removeIdentity,
  type StoredIdentity,
  saveState,
  saveTraits,
  takeAddress,
} from '../people/identity-store.ts';
import { endSessions } from '../sessions/session-store.ts';
import { endSetupCodes, hasAdministrator, lockSetup } from '../setup/setup-store.ts';
import { limits } from '../throttle/throttle.ts';

/** No letters that read like another. */
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 24;

/** What an invitation holds: the link to show, and the code that is a second secret. */
export interface Invitation {
  identity: StoredIdentity;
  link: string;
  code: string;
}

/** What those who administer do with accounts; who may is decided before. All in the transaction given. */
export interface IdentityAdmin {
  /** Adds an account that signs in with a password; one is made when none is given. Null: the address is taken. */
  add(
    db: Queryable,
    traits: IdentityTraits,
    password?: string,
  ): Promise<{ identity: StoredIdentity; password: string } | null>;
  /** Adds the account that administers, once over all nodes. */
  addFirst(
    db: Queryable,
    traits: IdentityTraits,
    password?: string,
  ): Promise<{ identity: StoredIdentity; password: string } | 'administered' | 'taken'>;
  /** A new password, made here; all sessions, second factors and passkeys end. */
  resetPassword(db: Queryable, identity: StoredIdentity): Promise<string>;
  /**
   * Invites an address: an account without credentials, and a recovery flow that any browser may go on with. An address
   * that was invited before gets a new code; null: an account of the address signs in already.
   */
  invite(db: Queryable, traits: IdentityTraits, invitedBy: string): Promise<Invitation | null>;
  /** Counts an invitation of somebody. False: they sent as many today as one may (contract identity §6.7). */
  mayInvite(inviterId: string): Promise<boolean>;
  /** The account that signs in by an address. */
  findByAddress(db: Queryable, address: string): Promise<StoredIdentity | null>;
  /** The account of an id. */
  find(db: Queryable, identityId: string): Promise<StoredIdentity | null>;
  /**
   * Gives an account another address, which is yet to be verified; it signs in by it, and the old one is told. False: it
   * belongs to somebody else.
   */
  changeAddress(db: Queryable, identity: Pick<StoredIdentity, 'id' | 'traits'>, address: string): Promise<boolean>;
  /** Changes what an account says of itself, its address apart. */
  rename(db: Queryable, identity: Pick<StoredIdentity, 'id' | 'traits'>, traits: IdentityTraits): Promise<void>;
  /** Lets an account sign in, or ends all its sessions and keeps it out. */
  setActive(db: Queryable, identityId: string, isActive: boolean): Promise<void>;
  /** Removes an account with its credentials and sessions; its person stays for what refers to it. */
  remove(db: Queryable, identityId: string): Promise<void>;
}

/** Makes the acts of administration. */
export function createIdentityAdmin(context: IdentityContext): IdentityAdmin {
  const { settings, clock } = context;
  const add: IdentityAdmin['add'] = async (db, traits, password = newCode(PASSWORD_LENGTH, PASSWORD_ALPHABET)) => {
    const identity = await addIdentity(db, traits, { verified: true });
    if (identity === null) return null;
    await setPassword(context, db, identity, password);
    return { identity, password };
  };
  return {
    add,
    async addFirst(db, traits, password) {
      await lockSetup(db);
      if (await hasAdministrator(db)) return 'administered';
      const made = await add(db, traits, password);
      if (made === null) return 'taken';
      await context.grantAdmin(db, made.identity.id);
      await endSetupCodes(db);
      return made;
    },
    async resetPassword(db, identity) {
      const password = newCode(PASSWORD_LENGTH, PASSWORD_ALPHABET);
      for (const kind of ['totp', 'lookup_secret', 'webauthn', 'passkey'] as const) {
        await removeCredentials(db, identity.id, kind);
      }
      await setPassword(context, db, identity, password);
      await endSessions(db, identity.id, { except: null });
      return password;
    },
    async invite(db, traits, invitedBy) {
      const before = await findIdentityByAddress(db, traits.email);
      if (before !== null && !(await isPending(db, before))) return null;
      const identity = before ?? (await addIdentity(db, traits, { verified: false }));
      if (identity === null) return null;
      if (before !== null) {
        await saveTraits(db, identity.id, { ...traits, email: before.traits.email });
        await endCodesOf(db, identity.id, 'recovery');
      }
      const now = clock.now();
      const flow = await addFlow(db, {
        kind: 'recovery',
        state: 'sent_email',
        identityId: identity.id,
        csrfHash: null,
        requestUrl: new URL('/recovery', settings.consoleUrl).href,
        returnTo: null,
        aal: 1,
        refresh: false,
        form: { active: 'code' },
        secrets: {},
        issuedAt: new Date(now),
        expiresAt: new Date(now + settings.inviteLifespanS * 1000),
      });
      const code = newDigits(6);
      await keepCode(context, db, flow, identity, comparable(traits.email), code, settings.inviteLifespanS);
      const link = new URL(flowPage(flow), settings.consoleUrl).href;
      await context.mailer.queue(
        db,
        compose(settings, traits.email, {
          template: 'invitation',
          subject: 'You are invited',
          lines: [
            `${invitedBy} invites you. Open the link and give the code; then choose how you sign in.`,
            `Both work for ${Math.round(settings.inviteLifespanS / 3600)} hours.`,
          ],
          code,
          link,
        }),
      );
      return { identity, link, code };
    },
    mayInvite: async (inviterId) =>
      (await context.throttle.note(`invite ${inviterId}`, limits.invitesByPerson)) !== 'over',
    findByAddress: findIdentityByAddress,
    find: findIdentity,
    async changeAddress(db, identity, address) {
      if (!(await addWantedAddress(db, identity.id, address))) return false;
      await takeAddress(db, identity.id, address);
      await endCodesOf(db, identity.id, 'recovery');
      await context.mailer.queue(db, addressMail(settings, identity, comparable(address)));
      return true;
    },
    rename: (db, identity, traits) => saveTraits(db, identity.id, { ...traits, email: identity.traits.email }),
    async setActive(db, identityId, isActive) {
      await saveState(db, identityId, isActive ? 'active' : 'inactive');
      if (isActive) return;
      await endSessions(db, identityId, { except: null });
      await endCodesOf(db, identityId, 'recovery');
    },
    remove: removeIdentity,
  };
}

/** Whether an account was invited and has not chosen a way to sign in. */
async function isPending(db: Queryable, { id, state }: StoredIdentity): Promise<boolean> {
  return state === 'active' && (await credentialKindsOf(db, id)).size === 0;
}
