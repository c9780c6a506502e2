import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, errorText } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import type pg from 'pg';
import { type Migration, migrations as ourMigrations } from './migrations/index.ts';

/** Any constant will do as long as no other program uses it in the same database. */
const ADVISORY_LOCK = 7_218_841_337;
const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_ATTEMPTS = 30;

/** The checksum recorded beside an applied migration. */
export function migrationChecksum(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex');
}

/**
 * Brings the database up to the last known migration and resolves with how many were applied. Safe to call from many
 * nodes at once: an advisory lock lets one work while the others wait. Each migration is one transaction that waits at
 * most one second for a table lock and then tries again, so that running nodes are never blocked for longer.
 *
 * @throws AppError MIGRATION_FAILED: `details.reason` is `newer` (the database was made by a later version), `changed`
 * (an applied migration differs from ours), or `sql`.
 */
export async function migrate(
  pool: pg.Pool,
  log: Log,
  migrations: readonly Migration[] = ourMigrations,
): Promise<number> {
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const pending = await findPending(client, migrations);
    for (const migration of pending) await apply(client, migration, log);
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK]);
    failed = false;
    return pending.length;
  } finally {
    // A failed client is closed, which also frees the advisory lock.
    client.release(failed);
  }
}

async function findPending(client: pg.ClientBase, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(`create table if not exists schema_migrations (
    number int4 primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from schema_migrations order by number',
  );
  const applied = new Map(rows.map((row) => [row.number, row]));
  const last = rows.at(-1);
  if (last && last.number > (migrations.at(-1)?.number ?? 0)) {
    throw new AppError('MIGRATION_FAILED', {
      message: `The database is newer than this program: it has migration ${last.number} (${last.name}). Start the version that made it, or a later one.`,
      details: { reason: 'newer', number: last.number, name: last.name },
    });
  }
  return migrations.filter((migration) => {
    const row = applied.get(migration.number);
    if (row && row.checksum !== migrationChecksum(migration)) {
      throw new AppError('MIGRATION_FAILED', {
        message: `Migration ${migration.number} (${migration.name}) differs from the one that this database was made with.`,
        details: { reason: 'changed', number: migration.number, name: migration.name },
      });
    }
    return !row;
  });
}

async function apply(client: pg.ClientBase, migration: Migration, log: Log): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query("set local lock_timeout = '1s'");
      await client.query(migration.sql);
      await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
        migration.number,
        migration.name,
        migrationChecksum(migration),
      ]);
      await client.query('commit');
      log.info({ number: migration.number, name: migration.name }, 'migration applied');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (isLockTimeout(error) && attempt < LOCK_ATTEMPTS) {
        await delay(200);
        continue;
      }
      throw new AppError('MIGRATION_FAILED', {
        message: `Migration ${migration.number} (${migration.name}) failed: ${errorText(error)}`,
        details: { reason: 'sql', number: migration.number, name: migration.name },
        cause: error,
      });
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}
