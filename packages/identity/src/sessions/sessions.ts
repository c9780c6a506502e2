import type { AssuranceLevel, AuthenticationMethod, IdentitySession } from '@quarterdeck/contract';
import type { IdentityContext } from '../context.ts';
import { newSecret } from '../crypto/secrets.ts';
import type { Queryable } from '../database.ts';
import { readCookie, writeCookie } from '../http/cookies.ts';
import type { IdentityRequest } from '../http/types.ts';
import { type CredentialKind, credentialKindsOf } from '../methods/credential-store.ts';
import type { ProvenBy } from '../methods/types.ts';
import { findIdentity, type StoredIdentity, toIdentity } from '../people/identity-store.ts';
import { addSession, endSessions, findSession, type StoredSession } from './session-store.ts';

/** Name of the cookie, as the protocol has it. */
const SESSION_COOKIE = 'ory_kratos_session';

/** Kinds of credentials that make a second step. */
const SECOND_FACTORS: ReadonlySet<CredentialKind> = new Set(['totp', 'webauthn', 'lookup_secret']);

/** A living session with its identity. */
export interface Session extends StoredSession {
  identity: StoredIdentity;
  kinds: ReadonlySet<CredentialKind>;
}

/** Who is signed in at this browser: an active identity with a living session; otherwise null. */
export async function readSession(
  { db, clock }: Pick<IdentityContext, 'db' | 'clock'>,
  request: Pick<IdentityRequest, 'headers'>,
): Promise<Session | null> {
  const token = readCookie(request, SESSION_COOKIE);
  if (token === undefined || token === '') return null;
  const session = await findSession(db.pool, token, clock.now());
  if (session === null) return null;
  const identity = await findIdentity(db.pool, session.identityId);
  if (identity === null || identity.state !== 'active') return null;
  return { ...session, identity, kinds: await credentialKindsOf(db.pool, identity.id) };
}

/** How strongly a session is proven. */
export function levelOf(session: Pick<StoredSession, 'methods'>): AssuranceLevel {
  return session.methods.some(({ aal }) => aal === 'aal2') ? 'aal2' : 'aal1';
}

/** Whether the identity has a second factor that the session has not proven. */
export function owesSecondFactor({ kinds, methods }: Pick<Session, 'kinds' | 'methods'>): boolean {
  return levelOf({ methods }) === 'aal1' && hasSecondFactor(kinds);
}

/** Whether any of the kinds makes a second step. */
export function hasSecondFactor(kinds: ReadonlySet<CredentialKind>): boolean {
  return [...kinds].some((kind) => SECOND_FACTORS.has(kind));
}

/** Whether credentials may be changed: the last sign-in is not long ago. */
export function isPrivileged(context: IdentityContext, session: StoredSession): boolean {
  return context.clock.now() < session.authenticatedAt.getTime() + context.settings.privilegedS * 1000;
}

/**
 * Begins a session, or goes on with the one that a step was added to, under a new token: the old one is dead at once, and
 * a value that the browser brought is never adopted.
 */
export async function startSession(
  context: IdentityContext,
  db: Queryable,
  input: {
    identityId: string;
    proven: ProvenBy;
    step: 1 | 2;
    /** The session whose proofs count further. */
    before: StoredSession | null;
    request: Pick<IdentityRequest, 'headers' | 'source'>;
  },
): Promise<{ session: StoredSession; cookie: string }> {
  const { identityId, proven, step, before, request } = input;
  const now = new Date(context.clock.now());
  const method: AuthenticationMethod = {
    ...proven,
    aal: step === 2 ? 'aal2' : 'aal1',
    completed_at: now.toISOString(),
  };
  const kept = before?.identityId === identityId ? before : null;
  if (before) await endSessions(db, before.identityId, { only: before.id });
  const expiresAt = kept?.expiresAt ?? new Date(now.getTime() + context.settings.sessionLifespanS * 1000);
  const token = newSecret();
  const session = await addSession(
    db,
    {
      identityId,
      methods: [...(kept?.methods ?? []).filter((one) => one.method !== method.method), method],
      issuedAt: kept?.issuedAt ?? now,
      authenticatedAt: now,
      expiresAt,
      source: request.source,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    },
    token,
  );
  return { session, cookie: sessionCookie(context, token, Math.floor((expiresAt.getTime() - now.getTime()) / 1000)) };
}

/** The cookie of a session; with an age of 0 the one that ends it. */
export function sessionCookie({ settings }: Pick<IdentityContext, 'settings'>, token: string, maxAge: number): string {
  return writeCookie(SESSION_COOKIE, token, { maxAge, secure: settings.consoleUrl.protocol === 'https:' });
}

/** The session as it is answered; without its identity while a second factor is owed. */
export function toSession(
  context: IdentityContext,
  session: StoredSession,
  identity: StoredIdentity | null,
): IdentitySession {
  return {
    id: session.id,
    active: true,
    issued_at: session.issuedAt.toISOString(),
    authenticated_at: session.authenticatedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    authenticator_assurance_level: levelOf(session),
    authentication_methods: session.methods,
    devices: [{ id: session.id, ip_address: session.source, user_agent: session.userAgent, location: '' }],
    identity: identity === null ? null : toIdentity(identity, schemaUrl(context)),
  };
}

/** Where the schema of identities would be read. */
export function schemaUrl({ settings }: Pick<IdentityContext, 'settings'>): string {
  return new URL('schemas/default', settings.baseUrl).href;
}
