import { timingSafeEqual } from 'node:crypto';
import type { Role } from '@quarterdeck/contract';
import { AppError, errorText } from '@quarterdeck/contract';
import type { Queryable } from '@quarterdeck/identity';
import type { Clock, Log } from '@quarterdeck/kit';
import type { Caller } from '../http/types.ts';
import type { RoleOfOwner } from '../tenant/membership.ts';
import { givenRoles } from '../tenant/membership-store.ts';
import { findToken, type LivingToken, touchToken } from './token-store.ts';
import { readToken } from './token-text.ts';

/** What telling tokens apart needs. */
export interface ByTokenOptions {
  db: Queryable;
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** What owners are in the organisation, in hosted mode; absent where all their roles are given here. */
  roleOfOwner?: RoleOfOwner | undefined;
}

/**
 * For whom a token acts. Nothing is kept between requests: a token that was deleted ends at once on
 * every node. In hosted mode it is suspended while its owner is no member. Throws `UNAUTHENTICATED`, the same whatever is
 * wrong with it, and what {@link RoleOfOwner} throws.
 */
export async function identifyByToken({ db, clock, log, roleOfOwner }: ByTokenOptions, text: string): Promise<Caller> {
  const proof = readToken(text);
  const token = proof === null ? null : await findToken(db, proof.id, clock.now());
  if (proof === null || token === null || !isSame(proof.hash, token.hash)) {
    throw refusal();
  }
  const given = await roleOfOwner?.(token.owner);
  if (given === null) throw refusal();
  if (token.is_due) {
    touchToken(db, token.id, clock.now()).catch((error: unknown) =>
      log.warn({ error: errorText(error) }, 'the use of a token was not written down'),
    );
  }
  return callerOf(token, given === undefined ? [] : [given]);
}

/** A living token as who calls by it; null: there is none of that id. No proof of it is asked for: not to let anybody in. */
export async function callerOfToken(
  { db, clock }: Pick<ByTokenOptions, 'db' | 'clock'>,
  id: string,
): Promise<Caller | null> {
  const token = await findToken(db, id, clock.now());
  return token && callerOf(token, await givenRoles(db, token.owner));
}

function refusal(): AppError {
  return new AppError('UNAUTHENTICATED', { message: 'The token is not valid' });
}

/** `given`: what the owner has by the organisation. */
function callerOf(token: LivingToken, given: readonly Role[]): Caller {
  const { id, owner, held, denied } = token;
  return {
    id: token.person_id,
    name: token.person_name,
    email: token.person_email,
    roles: given,
    isPrivileged: false,
    token: { id, owner, held, denied },
  };
}

function isSame(given: string, stored: string): boolean {
  return given.length === stored.length && timingSafeEqual(Buffer.from(given), Buffer.from(stored));
}
