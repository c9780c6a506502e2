import type { Database } from '@quarterdeck/db';

/** Attempts are counted over an hour at most, and calls over a day; what is older counts for nothing. */
const COUNTED_MS = 24 * 60 * 60_000;
/** What happened stays written for a year. */
const AUDIT_MS = 365 * COUNTED_MS;

/** Removes what has ended: sessions, links of mails, pauses, attempts and counts that no limit looks at any more. */
export async function removeEnded({ pool }: Pick<Database, 'pool'>, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  const counted = new Date(nowMs - COUNTED_MS);
  await pool.query('delete from session where "expiresAt" < $1', [now]);
  await pool.query('delete from verification where "expiresAt" < $1', [now]);
  await pool.query('delete from identity_pauses where until < $1', [now]);
  await pool.query('delete from identity_attempts where at < $1', [counted]);
  await pool.query('delete from audit_log where at < $1', [new Date(nowMs - AUDIT_MS)]);
  await pool.query('delete from "rateLimit" where "lastRequest" < $1', [counted.getTime()]);
}
