import { AppError, type Role } from '@quarterdeck/contract';
import { joinDatabase } from '@quarterdeck/db';
import { type StoredIdentity, writeAudit } from '@quarterdeck/identity';
import { silentLog, systemClock } from '@quarterdeck/kit';
import type { Config } from '../../config.ts';
import { type Actor, commandLine, runAs, withActor } from '../../platform/audit/actor.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { createSignIn } from '../../platform/sign-in/sign-in.ts';
import { createAccessStore } from './store.ts';

/** A new account, as an operator describes it. */
export interface NewAccount {
  email: string;
  firstName?: string;
  lastName?: string;
  roles: readonly Role[];
}

/** What operators do with accounts, beside a running server or without one. */
export interface Accounts {
  /** Adds an account and answers its password, which is told only here. Throws `PERSON_EXISTS`. */
  add(account: NewAccount): Promise<string>;
  /**
   * Gives an account a new password and ends its sessions and second factors; answers the password. Throws
   * `PERSON_NOT_FOUND`.
   */
  reset(email: string): Promise<string>;
  /** The roles of an account. Throws `PERSON_NOT_FOUND`. */
  roles(email: string): Promise<string[]>;
  /** Gives an account these roles and no others. Throws `PERSON_NOT_FOUND`, `LAST_ADMIN`. */
  setRoles(email: string, roles: readonly Role[]): Promise<void>;
  /** Closes the database, and ends its server where no other process runs it. */
  stop(): Promise<void>;
}

/** Opens the accounts of a self-hosted installation. Throws `CONFIG_INVALID` in another mode, and what the database throws. */
export async function openAccounts(config: Config): Promise<Accounts> {
  if (config.mode !== 'self-hosted') {
    throw wrong('QD_MODE', config.mode, 'self-hosted: there are no accounts in another mode');
  }
  if (config.identityUrl !== null) {
    throw wrong('QD_IDENTITY_URL', config.identityUrl, 'nothing: accounts are those of that service');
  }
  const { databaseUrl, dataDir } = config;
  const common = { log: silentLog, clock: systemClock };
  const opened = await joinDatabase({ ...(databaseUrl === null ? {} : { url: databaseUrl }), dataDir, ...common });
  const database = withActor(opened);
  const egress = createEgress({
    settings: { privateRanges: config.egressPrivate, allow: config.egressAllow, deny: config.egressDeny },
    clock: systemClock,
  });
  const actor = commandLine();
  const { admin } = createSignIn({ config, database, egress, ...common }).service;
  const access = createAccessStore(database);
  const find = async (email: string): Promise<StoredIdentity> => {
    const found = await admin.findByAddress(database.pool, email);
    if (found === null) throw new AppError('PERSON_NOT_FOUND', { message: `Nobody signs in as ${email}` });
    return found;
  };
  const setRoles = async (email: string, wanted: readonly Role[]): Promise<void> => {
    const { id } = await find(email);
    if ((await access.replaceRoles(id, wanted)) === 'last-admin') throw new AppError('LAST_ADMIN');
  };
  const accounts: Accounts = {
    async add({ email, firstName, lastName, roles }) {
      const name = { ...(firstName ? { first: firstName } : {}), ...(lastName ? { last: lastName } : {}) };
      return database.transaction(async (db) => {
        const made = await admin.add(db, { email, name });
        if (made === null) throw new AppError('PERSON_EXISTS');
        await access.setRoles(db, made.identity.id, roles);
        return made.password;
      });
    },
    async reset(email) {
      const identity = await find(email);
      return database.transaction(async (db) => {
        const password = await admin.resetPassword(db, identity);
        const { id: actorId, name: actorName, ...where } = actor;
        const about = { aboutId: identity.id, target: identity.traits.email, result: 'ok' } as const;
        await writeAudit(db, { actorId, actorName, ...where, action: 'account.reset', ...about });
        return password;
      });
    },
    roles: async (email) => access.roles((await find(email)).id),
    setRoles,
    stop: database.stop,
  };
  return actingAs(actor, accounts);
}

function wrong(name: string, value: string, expected: string): AppError {
  return new AppError('CONFIG_INVALID', {
    message: `${name} is "${value}": expected ${expected}`,
    details: { problems: [{ name, value, expected }] },
  });
}

function actingAs(actor: Actor, accounts: Accounts): Accounts {
  return {
    add: (account) => runAs(actor, () => accounts.add(account)),
    reset: (email) => runAs(actor, () => accounts.reset(email)),
    roles: accounts.roles,
    setRoles: (email, roles) => runAs(actor, () => accounts.setRoles(email, roles)),
    stop: accounts.stop,
  };
}
