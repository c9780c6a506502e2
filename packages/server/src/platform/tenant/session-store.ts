import type { Queryable } from '@quarterdeck/identity';

/** A session of the control plane, as the first token of it tells. */
export interface FirstSeen {
  session: string;
  personId: string;
  email: string;
  /** Who signed the person in: the control plane's address. */
  provider: string;
  source: string;
  userAgent: string;
}

/**
 * Writes a sign-in into the audit trail, once for each session over all nodes, whatever the number of its tokens and calls
 * (index `audit_log_hosted_session_key`).
 */
export async function noteSignIn(
  db: Queryable,
  { session, personId, email, provider, source, userAgent }: FirstSeen,
): Promise<void> {
  await db.query(
    `insert into audit_log (actor_id, actor_name, action, result, source, user_agent, details)
     values ($1, $2, 'sign_in', 'ok', $3, $4, $5)
     on conflict ((details ->> 'hosted_session')) where action = 'sign_in' and details ? 'hosted_session' do nothing`,
    [personId, email, source, userAgent.slice(0, 512), { method: 'hosted', provider, hosted_session: session }],
  );
}
