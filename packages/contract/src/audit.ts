/** How an act about access went. */
export const auditResults = ['ok', 'failed', 'refused'] as const;
export type AuditResult = (typeof auditResults)[number];

/** One row of the audit trail: who did what, when, and from where (contract identity §6.13). */
export interface AuditRow {
  id: string;
  /** When it was done. */
  at: string;
  /** Null: nobody who is known. */
  actor_id: string | null;
  /** The address or name that the actor had then; empty for the server itself. */
  actor_name: string;
  /** The person whom the act concerns, beside whoever acted. */
  about_id: string | null;
  about_name: string | null;
  /** What was done, such as `sign_in` or `role.create`. */
  action: string;
  /** What it was done to, in words. */
  target: string;
  result: AuditResult;
  /** Address of the caller, or `command line`. */
  source: string;
  user_agent: string;
  details: Record<string, unknown>;
}

/** `GET /api/audit`: one page of the trail, newest first. */
export interface AuditPage {
  payload: AuditRow[];
  /** How many rows there are in all; counted up to {@link AUDIT_COUNT_LIMIT}. */
  total: number;
}

/** Rows are counted, and written into one export, up to this many. */
export const AUDIT_COUNT_LIMIT = 100_000;
