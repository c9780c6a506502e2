import { factorMail } from '../mail/texts.ts';
import type { StoredIdentity } from '../people/identity-store.ts';
import { endSessions } from '../sessions/session-store.ts';
import { type Session, sessionCookie } from '../sessions/sessions.ts';
import { limits } from '../throttle/throttle.ts';
import type { Visit } from '../visit.ts';
import { FlowError } from './errors.ts';
import { type StoredFlow, saveFlow } from './flow-store.ts';

const shortBucket = (identityId: string): string => `second step soon ${identityId}`;
const longBucket = (identityId: string): string => `second step ${identityId}`;

/** Throws 429 while the second step of an identity is paused: all its kinds together (contract identity §6.7). */
export function admitSecondStep({ context }: Visit, identity: StoredIdentity): Promise<void> {
  return context.throttle.admit([longBucket(identity.id)]);
}

/** A second step was right: what failed before does not count any more. */
export function forgetSecondStep({ context }: Visit, identity: StoredIdentity): Promise<void> {
  return context.throttle.forget([shortBucket(identity.id), longBucket(identity.id)]);
}

/**
 * Counts a second step that was wrong. After a few of them the form is void and the first step is undone (throws
 * `session_inactive`); after many the step is paused, and its owner told.
 */
export async function countSecondStep(
  visit: Visit,
  flow: StoredFlow,
  identity: StoredIdentity,
  session: Session | null,
): Promise<void> {
  const { context } = visit;
  const soon = await context.throttle.note(shortBucket(identity.id), limits.secondFactorShort);
  const late = await context.throttle.note(longBucket(identity.id), limits.secondFactorLong);
  await visit.audit(context.db.pool, {
    action: 'sign_in.second_factor',
    result: 'failed',
    actorId: identity.id,
    actorName: identity.traits.email,
    details: { paused: late !== 'open' },
  });
  if (late !== 'open') {
    await context.mailer.queue(context.db.pool, factorMail(context.settings, identity, { kind: 'second-step-paused' }));
  }
  if (soon === 'open' && late === 'open') return;
  await context.throttle.forget([shortBucket(identity.id)]);
  await context.db.transaction(async (db) => {
    const now = context.clock.now();
    await saveFlow(db, { ...flow, doneAt: new Date(now) }, now);
    if (session !== null) await endSessions(db, identity.id, { only: session.id });
  });
  visit.setCookie(sessionCookie(context, '', 0));
  throw new FlowError(401, 'Too many wrong codes; please sign in again', { id: 'session_inactive', page: '/login' });
}
