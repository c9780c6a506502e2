import type { Answer } from '../http/answer.ts';
import { logoutToken, readLogoutToken } from '../sessions/logout-token.ts';
import { endSessions } from '../sessions/session-store.ts';
import { sessionCookie } from '../sessions/sessions.ts';
import type { Visit } from '../visit.ts';
import { FlowError, sessionInactive } from './errors.ts';
import { readReturnTo, serviceUrl } from './flow.ts';

/** `GET /self-service/logout/browser`: the address that signs out, for whoever is signed in (contract identity §5.6). */
export async function createLogout(visit: Visit): Promise<Answer> {
  const session = await visit.session();
  if (session === null) throw sessionInactive();
  const returnTo = readReturnTo(visit);
  const token = logoutToken(visit.context.cipher.hashKey, session.id);
  const url = serviceUrl(visit.context, 'self-service/logout', { token, return_to: returnTo });
  return { status: 200, body: { logout_url: url, logout_token: token }, page: '/' };
}

/** `GET /self-service/logout`: ends the session, and only then looks where to go. */
export async function submitLogout(visit: Visit): Promise<Answer> {
  const { context, request } = visit;
  const token = request.query.get('token');
  if (token === null || token === '') throw new FlowError(400, 'token: expected the token of a logout flow');
  const session = await visit.session();
  if (session === null) throw sessionInactive();
  if (readLogoutToken(context.cipher.hashKey, token) !== session.id) {
    throw new FlowError(403, 'The token is of another session');
  }
  await context.db.transaction(async (db) => {
    await endSessions(db, session.identityId, { only: session.id });
    await visit.audit(db, {
      action: 'sign_out',
      result: 'ok',
      actorId: session.identityId,
      actorName: session.identity.traits.email,
    });
  });
  visit.setCookie(sessionCookie(context, '', 0));
  visit.renewCsrf();
  const returnTo = readReturnTo(visit);
  return { status: 204, body: null, page: returnTo ?? '/login' };
}
