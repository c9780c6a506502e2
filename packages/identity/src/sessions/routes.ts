import { isUuid } from '@quarterdeck/contract';
import { FlowError, sessionInactive } from '../flows/errors.ts';
import { serviceUrl } from '../flows/flow.ts';
import type { Answer } from '../http/answer.ts';
import type { Visit } from '../visit.ts';
import { endSessions, sessionsOf } from './session-store.ts';
import { owesSecondFactor, type Session, toSession } from './sessions.ts';

/** Whoever is signed in with all factors that the identity has. Throws `session_inactive`, `session_aal2_required`. */
export async function requireSession(visit: Visit, returnTo: string | null = null): Promise<Session> {
  const session = await visit.session();
  if (session === null) throw sessionInactive();
  if (owesSecondFactor(session)) {
    throw new FlowError(403, 'The second step is owed', {
      id: 'session_aal2_required',
      redirectTo: serviceUrl(visit.context, 'self-service/login/browser', { aal: 'aal2', return_to: returnTo }),
    });
  }
  return session;
}

/** `GET /sessions/whoami`. */
export async function whoAmI(visit: Visit): Promise<Answer> {
  const session = await requireSession(visit);
  return {
    status: 200,
    body: toSession(visit.context, session, session.identity),
    page: '/',
    headers: { 'x-kratos-authenticated-identity-id': session.identityId },
  };
}

/** `GET /sessions`: the other ones of whoever is signed in. */
export async function listSessions(visit: Visit): Promise<Answer> {
  const session = await requireSession(visit);
  const all = await sessionsOf(visit.context.db.pool, session.identityId, visit.context.clock.now());
  const others = all.filter(({ id }) => id !== session.id);
  return { status: 200, body: others.map((one) => toSession(visit.context, one, session.identity)), page: '/' };
}

/** `DELETE /sessions`: ends the other ones. */
export async function endOtherSessions(visit: Visit): Promise<Answer> {
  const session = await requireSession(visit);
  const count = await end(visit, session, { except: session.id });
  return { status: 200, body: { count }, page: '/' };
}

/** `DELETE /sessions/{id}`: ends one of the others. */
export async function endOneSession(visit: Visit, id: string): Promise<Answer> {
  const session = await requireSession(visit);
  if (!isUuid(id)) throw new FlowError(400, 'id: expected a UUID');
  if (id === session.id) throw new FlowError(400, 'The session in use is ended by signing out');
  if ((await end(visit, session, { only: id })) === 0) throw new FlowError(404, 'There is no such session');
  return { status: 204, body: null, page: '/' };
}

function end(visit: Visit, session: Session, which: Parameters<typeof endSessions>[2]): Promise<number> {
  return visit.context.db.transaction(async (db) => {
    const count = await endSessions(db, session.identityId, which);
    await visit.audit(db, {
      action: 'session.end',
      result: 'ok',
      actorId: session.identityId,
      actorName: session.identity.traits.email,
      details: { count },
    });
    return count;
  });
}
