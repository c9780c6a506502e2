import { AppError, errorText, type MembershipQuestion, type OrganizationRole, type Role } from '@quarterdeck/contract';
import type { Queryable } from '@quarterdeck/identity';
import type { Clock, Log } from '@quarterdeck/kit';
import { findMember, type KnownMember, keepMember, roleOfMember } from './membership-store.ts';

/** A word of the control plane is believed for as long as one of its tokens. */
const FRESH_MS = 60_000;
/** While the control plane does not answer, its last word holds for an hour. */
const LAST_MS = 60 * 60_000;
/** One that did not answer is asked again after this time at the soonest. */
const AGAIN_MS = 10_000;
const MAX_REMEMBERED = 10_000;

/**
 * The role that the owner of an API token has by the organisation; null: none, the owner is no member of it. Throws
 * `SIGN_IN_UNAVAILABLE` when that was not confirmed for too long.
 */
export type RoleOfOwner = (personId: string) => Promise<Role | null>;

export interface MembershipOptions {
  db: Queryable;
  clock: Pick<Clock, 'now'>;
  log: Log;
  issuer: string;
  organizationId: string;
  /** Asks the control plane. */
  ask: (question: MembershipQuestion) => Promise<OrganizationRole | null>;
}

/**
 * Makes what knows the place of token owners in the organisation. Nobody comes with a token of the control plane when a
 * program calls, so it is asked, once a minute for each owner at most (ADR 0022).
 */
export function createMembership({ db, clock, log, issuer, organizationId, ask }: MembershipOptions): RoleOfOwner {
  const asking = new Map<string, Promise<OrganizationRole | null | 'unknown'>>();
  const failedMs = new Map<string, number>();

  // A clock that was set back makes no word last longer.
  const ageOf = ({ confirmedMs }: KnownMember) => Math.abs(clock.now() - confirmedMs);

  async function confirm(personId: string, { externalId, proof }: KnownMember) {
    const asOfMs = clock.now();
    try {
      // Whoever looked before an answer of a moment ago was kept comes here after it.
      const newest = await findMember(db, personId);
      if (newest !== null && ageOf(newest) < FRESH_MS) return newest.role;
      const role = await ask({ org_id: organizationId, sub: externalId.slice(`${issuer}|`.length), proof });
      await keepMember(db, personId, { role, asOfMs });
      failedMs.delete(personId);
      return role;
    } catch (error) {
      log.warn({ error: errorText(error) }, 'the control plane did not tell whether the owner of a token is a member');
      if (failedMs.size >= MAX_REMEMBERED) failedMs.clear();
      failedMs.set(personId, clock.now());
      return 'unknown';
    }
  }

  /** One question at a time, and none right after one that failed. */
  function confirmOnce(personId: string, known: KnownMember) {
    if (clock.now() - (failedMs.get(personId) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return 'unknown';
    const found = asking.get(personId) ?? confirm(personId, known).finally(() => asking.delete(personId));
    asking.set(personId, found);
    return found;
  }

  return async (personId) => {
    const known = await findMember(db, personId);
    if (known === null || !known.externalId.startsWith(`${issuer}|`)) return null;
    const ageMs = ageOf(known);
    const answered = ageMs < FRESH_MS ? known.role : await confirmOnce(personId, known);
    const role = answered === 'unknown' ? known.role : answered;
    if (answered === 'unknown' && role !== null && ageMs > LAST_MS) throw new AppError('SIGN_IN_UNAVAILABLE');
    return role === null ? null : roleOfMember(role);
  };
}
