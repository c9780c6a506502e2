import type { LastResult } from '@quarterdeck/checks';
import type { CheckId } from '@quarterdeck/contract';
import type { Pool } from 'pg';

/** Reads the newest stored result of a check, for `last_result()` of its expressions; null when it never ran. */
export async function readLastResult(pool: Pool, check: CheckId): Promise<LastResult | null> {
  const { rows } = await pool.query<{
    status: boolean | null;
    invalid: boolean | null;
    created_at: string;
    duration: number | null;
    message: string | null;
    error: string | null;
    details: LastResult['results'];
  }>({
    name: 'last-result',
    text: `select status, invalid, created_at, duration, message, error, details from check_statuses
           where check_id = $1 order by time desc limit 1`,
    values: [check],
  });
  const row = rows[0];
  if (!row) return null;
  return {
    status: row.status ?? '',
    invalid: row.invalid ?? false,
    createdAt: row.created_at,
    duration: row.duration ?? 0,
    message: row.message ?? '',
    error: row.error ?? '',
    results: row.details ?? {},
  };
}
