import type { AuthenticationMethod } from '@quarterdeck/contract';
import { digest } from '../crypto/secrets.ts';
import type { Queryable } from '../database.ts';

/** A session as it is stored. */
export interface StoredSession {
  id: string;
  identityId: string;
  methods: AuthenticationMethod[];
  issuedAt: Date;
  authenticatedAt: Date;
  expiresAt: Date;
  source: string;
  userAgent: string;
}

interface SessionRow {
  id: string;
  identity_id: string;
  methods: AuthenticationMethod[];
  issued_at: Date;
  authenticated_at: Date;
  expires_at: Date;
  source: string;
  user_agent: string;
}

const COLUMNS = 'id, identity_id, methods, issued_at, authenticated_at, expires_at, source, user_agent';

/** Adds a session; only a hash of its token is kept. */
export async function addSession(
  db: Queryable,
  session: Omit<StoredSession, 'id'>,
  token: string,
): Promise<StoredSession> {
  const { rows } = await db.query<{ id: string }>(
    `insert into identity_sessions (identity_id, token_hash, methods, issued_at, authenticated_at,
       expires_at, source, user_agent)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      session.identityId,
      digest(token),
      JSON.stringify(session.methods),
      session.issuedAt,
      session.authenticatedAt,
      session.expiresAt,
      session.source,
      session.userAgent,
    ],
  );
  const [row] = rows;
  if (!row) throw new Error('the session was not added');
  return { ...session, id: row.id };
}

/** The living session of a token. */
export async function findSession(db: Queryable, token: string, nowMs: number): Promise<StoredSession | null> {
  const { rows } = await db.query<SessionRow>(
    `select ${COLUMNS} from identity_sessions where token_hash = $1 and expires_at > $2`,
    [digest(token), new Date(nowMs)],
  );
  return rows[0] ? fromRow(rows[0]) : null;
}

/** The living sessions of an identity, newest first. */
export async function sessionsOf(db: Queryable, identityId: string, nowMs: number): Promise<StoredSession[]> {
  const { rows } = await db.query<SessionRow>(
    `select ${COLUMNS} from identity_sessions where identity_id = $1 and expires_at > $2 order by issued_at desc, id`,
    [identityId, new Date(nowMs)],
  );
  return rows.map(fromRow);
}

/** Ends sessions of an identity: one, or all but one, or all. Answers how many. */
export async function endSessions(
  db: Queryable,
  identityId: string,
  which: { only: string } | { except: string | null },
): Promise<number> {
  const [condition, id] = 'only' in which ? ['id = $2', which.only] : ['id is distinct from $2', which.except];
  const { rowCount } = await db.query(`delete from identity_sessions where identity_id = $1 and ${condition}`, [
    identityId,
    id,
  ]);
  return rowCount ?? 0;
}

function fromRow(row: SessionRow): StoredSession {
  return {
    id: row.id,
    identityId: row.identity_id,
    methods: row.methods,
    issuedAt: new Date(row.issued_at),
    authenticatedAt: new Date(row.authenticated_at),
    expiresAt: new Date(row.expires_at),
    source: row.source,
    userAgent: row.user_agent,
  };
}
