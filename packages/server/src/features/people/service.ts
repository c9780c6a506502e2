import { isDeepStrictEqual } from 'node:util';
import {
  AppError,
  type IdentityTraits,
  type InviteAnswer,
  isUuid,
  type PersonUpdate,
  type Role,
} from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { IdentityService, Queryable, StoredIdentity } from '@quarterdeck/identity';
import type { FastifyRequest } from 'fastify';
import { type Authz, type Caller, recordAudit, requirePrivileged } from '../../platform/index.ts';
import type { AccessService } from '../access/service.ts';
import { checkAddress, readInvite, readUpdate } from './bodies.ts';
import { endPerson } from './store.ts';

/** Who asks, as the audit trail tells it. */
type Asking = Pick<FastifyRequest, 'caller' | 'ip' | 'headers'>;

/**
 * What administrators do with people (contract identity §9.2, §9.5). Each act is one transaction; this node knows of it
 * at once, the others are told by the database. All throw `ACCOUNTS_ELSEWHERE` where people do not sign in here, and
 * `SESSION_REFRESH_REQUIRED` for what changes access after a sign-in that is not recent.
 */
export interface PeopleService {
  /** Invites an address, or invites it again. Throws `REQUEST_INVALID`, `PERSON_EXISTS`, `INVITE_LIMIT`. */
  invite(asking: Asking, body: unknown): Promise<InviteAnswer>;
  /** Changes a person. Throws `REQUEST_INVALID`, `PERSON_NOT_FOUND`, `PERSON_EXISTS`, `LAST_ADMIN`. */
  update(asking: Asking, body: unknown): Promise<IdentityTraits>;
  /** Removes an account with its sessions, roles and tokens. Throws `PERSON_NOT_FOUND`, `LAST_ADMIN`. */
  remove(asking: Asking, id: string): Promise<void>;
}

type Administration = IdentityService['admin'];
type Account = Pick<StoredIdentity, 'id' | 'state' | 'traits'>;

interface Invitation extends InviteAnswer {
  identity: Pick<StoredIdentity, 'id'>;
  /** Takes back what the transaction does not, when that fails. */
  undo?(): Promise<void>;
}

/** What is done with accounts, wherever they are kept. */
export interface Accounts extends Pick<Administration, 'mayInvite' | 'setActive' | 'remove'> {
  /** Null: somebody signs in by the address. */
  invite(db: Queryable, traits: IdentityTraits, invitedBy: string): Promise<Invitation | null>;
  find(db: Queryable, id: string): Promise<Account | null>;
  rename(db: Queryable, account: Account, traits: IdentityTraits): Promise<void>;
  changeAddress(db: Queryable, account: Account, address: string): Promise<boolean>;
}

export interface PeopleOptions {
  /** Null: nobody signs in here. */
  accounts: Accounts | null;
  database: Pick<Database, 'pool' | 'transaction'>;
  authz: Pick<Authz, 'decide' | 'reload'>;
  access: Pick<AccessService, 'setRoles' | 'rolesOf'>;
}

/** Makes the service. */
export function createPeopleService({ accounts: kept, database, authz, access }: PeopleOptions): PeopleService {
  const accounts = (): Accounts => {
    if (kept === null) throw new AppError('ACCOUNTS_ELSEWHERE');
    return kept;
  };
  /** Whoever gives roles, or could take an account over by its address, may change roles. */
  const requireRoleGiver = (caller: Caller): void => {
    requirePrivileged(caller);
    if (authz.decide(caller, RBAC, 'update').kind === 'all') return;
    throw new AppError('ACCESS_DENIED', { details: { ...RBAC, action: 'update' } });
  };

  return {
    async invite(asking, body) {
      const admin = accounts();
      const { email, role, firstName, lastName } = readInvite(body);
      const { caller } = asking;
      requireRoleGiver(caller);
      if (!(await admin.mayInvite(caller.id))) throw new AppError('INVITE_LIMIT');
      const traits = { email, name: { first: firstName, last: lastName } };
      let undo: Invitation['undo'];
      const answer = await database
        .transaction(async (db): Promise<InviteAnswer> => {
          const made = await unlessTaken(() => admin.invite(db, traits, caller.name));
          if (made === null) throw taken();
          undo = made.undo;
          const { identity, link, code, mailed } = made;
          await access.setRoles(db, identity.id, [role]);
          await recordAudit(db, asking, { action: 'invite', target: email, result: 'ok', aboutId: identity.id });
          return { link, code, ...(mailed === undefined ? {} : { mailed }) };
        })
        .catch(async (error: unknown) => {
          await undo?.().catch(() => undefined);
          throw error;
        });
      await authz.reload();
      return answer;
    },

    async update(asking, body) {
      const admin = accounts();
      const wanted = readUpdate(body);
      const traits = await database.transaction(async (db) => {
        const account = await admin.find(db, wanted.id);
        if (account === null) throw new AppError('PERSON_NOT_FOUND');
        if (wanted.active !== undefined && wanted.active !== (account.state === 'active')) {
          requirePrivileged(asking.caller);
          await admin.setActive(db, account.id, wanted.active);
        }
        if (wanted.role !== undefined && !isOnly(await access.rolesOf(account.id), wanted.role)) {
          requireRoleGiver(asking.caller);
          await access.setRoles(db, account.id, [wanted.role]);
        }
        const { email = account.traits.email } = wanted;
        if (email.toLowerCase() !== account.traits.email.toLowerCase()) {
          checkAddress(email);
          requireRoleGiver(asking.caller);
          if (!(await unlessTaken(() => admin.changeAddress(db, account, email)))) throw taken();
        }
        const moved = (await admin.find(db, account.id)) ?? account;
        const traits = renamed(moved.traits, wanted);
        if (!isDeepStrictEqual(traits, moved.traits)) await admin.rename(db, moved, traits);
        return traits;
      });
      await authz.reload();
      return traits;
    },

    async remove({ caller }, id) {
      const admin = accounts();
      requirePrivileged(caller);
      await database.transaction(async (db: Queryable) => {
        const account = isUuid(id) ? await admin.find(db, id) : null;
        if (account === null) throw new AppError('PERSON_NOT_FOUND');
        await admin.remove(db, account.id);
        await endPerson(db, account.id);
      });
      await authz.reload();
    },
  };
}

const RBAC = { object: 'rbac', resource: 'rbac' } as const;

/** What PostgreSQL answers to a second row of the same key: a person without an account has the address. */
const UNIQUE_VIOLATION = '23505';

async function unlessTaken<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return null;
    throw error;
  }
}

/** Worded by the contract (identity §9.5). */
function taken(): AppError {
  return new AppError('PERSON_EXISTS', { message: 'User already exists', details: { field: 'email' } });
}

function isOnly(roles: readonly string[], role: Role): boolean {
  return roles.length === 1 && roles[0] === role;
}

function renamed(traits: IdentityTraits, { firstName, lastName }: PersonUpdate): IdentityTraits {
  const first = firstName ?? traits.name?.first;
  const last = lastName ?? traits.name?.last;
  if (first === undefined && last === undefined) return traits;
  return {
    ...traits,
    name: { ...(first === undefined ? {} : { first }), ...(last === undefined ? {} : { last }) },
  };
}
