import type { Queryable } from '../database.ts';

/** Any number of nodes may start at once; whoever makes the first account holds this lock while it is made. */
const SETUP_LOCK = 'quarterdeck first account';

/** Whether an account that can sign in administers. */
export async function hasAdministrator(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `select exists (select from casbin_rule r join identities i on i.id::text = r.v0
       where r.ptype = 'g' and r.v1 = 'admin' and i.state = 'active') as found`,
  );
  return rows[0]?.found ?? false;
}

/** Waits until nobody else makes the first account, until the transaction ends. */
export async function lockSetup(db: Queryable): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [SETUP_LOCK]);
}

/** Adds a code; those that are too old go. */
export async function addSetupCode(db: Queryable, hash: Buffer, expiresAt: Date): Promise<void> {
  await db.query('delete from identity_setup_codes where expires_at < now()');
  await db.query('insert into identity_setup_codes (code_hash, expires_at) values ($1, $2)', [hash, expiresAt]);
}

/** Whether a code works still. */
export async function isSetupCode(db: Queryable, hash: Buffer, nowMs: number): Promise<boolean> {
  const { rowCount } = await db.query('select from identity_setup_codes where code_hash = $1 and expires_at > $2', [
    hash,
    new Date(nowMs),
  ]);
  return rowCount === 1;
}

/** Ends all codes: there is an administrator. */
export async function endSetupCodes(db: Queryable): Promise<void> {
  await db.query('delete from identity_setup_codes');
}
