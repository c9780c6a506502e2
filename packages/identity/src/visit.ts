import { type AuditEntry, writeAudit } from './audit/audit-store.ts';
import type { IdentityContext } from './context.ts';
import type { Queryable } from './database.ts';
import type { IdentityRequest } from './http/types.ts';
import { readSession, type Session } from './sessions/sessions.ts';

/** One request on its way: who it comes from, and the cookies that go back with the answer. */
export interface Visit {
  context: IdentityContext;
  request: IdentityRequest;
  /** Who is signed in here, if anyone; looked up once. */
  session(): Promise<Session | null>;
  /** The browser's secret against forged forms; a new one for a browser that has none. */
  csrfSecret(): string;
  /** Gives the browser another secret: its identity changes. */
  renewCsrf(): void;
  setCookie(cookie: string): void;
  cookies: readonly string[];
  /** Writes down what was done, by whom is signed in unless told. */
  audit(db: Queryable, entry: Pick<AuditEntry, 'action' | 'result'> & Partial<AuditEntry>): Promise<void>;
}

/** Begins a visit. */
export function beginVisit(context: IdentityContext, request: IdentityRequest): Visit {
  const cookies: string[] = [];
  let session: Promise<Session | null> | undefined;
  let secret = context.csrf.secretOf(request);
  const renewCsrf = () => {
    const renewed = context.csrf.renew();
    secret = renewed.secret;
    cookies.push(renewed.cookie);
  };
  return {
    context,
    request,
    session() {
      session ??= readSession(context, request);
      return session;
    },
    csrfSecret() {
      if (secret === undefined) renewCsrf();
      return secret ?? '';
    },
    renewCsrf,
    setCookie: (cookie) => cookies.push(cookie),
    cookies,
    audit: (db, entry) =>
      writeAudit(db, {
        actorId: null,
        actorName: '',
        source: request.source,
        userAgent: request.headers['user-agent'] ?? '',
        ...entry,
      }),
  };
}
