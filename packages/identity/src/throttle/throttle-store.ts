import type { Queryable } from '../database.ts';

/** When the pause of any of the buckets ends, in epoch milliseconds, or null. */
export async function pausedUntil(db: Queryable, buckets: readonly string[], nowMs: number): Promise<number | null> {
  const { rows } = await db.query<{ until: Date | null }>(
    'select max(until) as until from identity_pauses where bucket = any($1) and until > $2',
    [buckets, new Date(nowMs)],
  );
  const until = rows[0]?.until ?? null;
  return until === null ? null : new Date(until).getTime();
}

/** Notes one attempt in a bucket, and answers how many there were in the window, this one included. */
export async function noteAttempt(db: Queryable, bucket: string, nowMs: number, windowS: number): Promise<number> {
  await db.query('insert into identity_attempts (bucket, at) values ($1, $2)', [bucket, new Date(nowMs)]);
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from identity_attempts where bucket = $1 and at > $2',
    [bucket, new Date(nowMs - windowS * 1000)],
  );
  return rows[0]?.count ?? 0;
}

/** Pauses a bucket and forgets its attempts. */
export async function pauseBucket(db: Queryable, bucket: string, untilMs: number): Promise<void> {
  await db.query(
    `with gone as (delete from identity_attempts where bucket = $1)
     insert into identity_pauses (bucket, until) values ($1, $2)
     on conflict (bucket) do update set until = greatest(identity_pauses.until, excluded.until)`,
    [bucket, new Date(untilMs)],
  );
}

/** Forgets the attempts of buckets: someone succeeded. */
export async function forgetAttempts(db: Queryable, buckets: readonly string[]): Promise<void> {
  await db.query('delete from identity_attempts where bucket = any($1)', [buckets]);
}
