import { AsyncLocalStorage } from 'node:async_hooks';
import { userInfo } from 'node:os';
import { isUuid } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { FastifyRequest } from 'fastify';
import { nameActor } from './actor-store.ts';

/** Who acts, as the audit trail tells it. */
export interface Actor {
  /** Null: nobody who is signed in. */
  id: string | null;
  name: string;
  /** Address of the caller, or `command line`. */
  source: string;
  userAgent: string;
  /** The session that acts, where the trail tells sessions apart. */
  session?: string;
}

const acting = new AsyncLocalStorage<Actor | undefined>();

/** Who makes a request: who views as another, not the other. */
export function actorOf({ caller: known, ip, headers }: Pick<FastifyRequest, 'caller' | 'ip' | 'headers'>): Actor {
  const caller = known.viewing?.by ?? known;
  return {
    id: isUuid(caller.id) ? caller.id : null,
    name: caller.email === '' ? caller.name : caller.email,
    source: caller.source ?? ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, 512),
  };
}

/** Whoever works on this machine, as the audit trail tells it. */
export function commandLine(): Actor {
  return { id: null, name: userInfo().username, source: 'command line', userAgent: '' };
}

/** Who acts at the moment; undefined: nobody does. */
export function actingNow(): Actor | undefined {
  return acting.getStore();
}

/** Does work of which the audit trail says that this actor did it. */
export function runAs<T>(actor: Actor, work: () => T): T {
  return acting.run(actor, work);
}

/** Tables whose changes the database writes down (migration `0031-audit`). */
export const auditedTables: ReadonlySet<string> = new Set([
  'access_tokens',
  'casbin_rule',
  'identities',
  'permission_groups',
  'permissions',
  'properties',
  'team_members',
  'teams',
]);

/** Does work that changes none of {@link auditedTables}: single statements of it need no transaction to name the actor. */
export function runUnnamed<T>(work: () => T): T {
  return acting.run(undefined, work);
}

/** Whether somebody acts: a request that may change something is under way. */
export function isActing(): boolean {
  return acting.getStore() !== undefined;
}

/**
 * The database, whose transactions name whoever acts, so that the triggers of the audit trail know it. A change made
 * outside of a transaction is written down too, but by nobody.
 */
export function withActor(database: Database): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (client) => {
        const actor = acting.getStore();
        if (actor !== undefined) await nameActor(client, actor);
        return work(client);
      }),
  };
}
