import type { Queryable } from '../database.ts';

/** What is written down about access (contract identity §6.13). Never a password, code, token or cookie. */
export interface AuditEntry {
  /** Who acted; null when nobody is known by it. */
  actorId: string | null;
  actorName: string;
  /** The person whom the act concerns, beside whoever acted. */
  aboutId?: string | null;
  /** What was done, such as `sign_in`, `password.change`, `role.update`. */
  action: string;
  target?: string;
  result: 'ok' | 'failed' | 'refused';
  source: string;
  userAgent: string;
  details?: Record<string, unknown>;
}

/** Adds to the audit trail; nothing there is ever changed. */
export async function writeAudit(db: Queryable, entry: AuditEntry): Promise<void> {
  await db.query(
    `insert into audit_log (actor_id, actor_name, about_id, action, target, result, source, user_agent, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      entry.actorId,
      entry.actorName,
      entry.aboutId ?? null,
      entry.action,
      entry.target ?? '',
      entry.result,
      entry.source,
      entry.userAgent.slice(0, 512),
      JSON.stringify(entry.details ?? {}),
    ],
  );
}
