import { AppError } from '@quarterdeck/contract';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { type Migration, migrations } from './migrations/index.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

const first: Migration = { number: 1, name: 'first', sql: 'create table one (id int)' };
const second: Migration = { number: 2, name: 'second', sql: 'create table two (id int); insert into two values (1)' };
let test: TestDatabase;
let database: Database;

async function failure(list: Migration[]): Promise<AppError> {
  const error = await migrate(database.pool, silentLog, list).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`no AppError but ${error}`);
  return error;
}

beforeAll(async () => {
  test = await createTestDatabase();
  database = test.database;
});
afterAll(() => test.drop());
beforeEach(() => database.pool.query('drop schema public cascade; create schema public'));

describe('migrate', () => {
  it('applies what is missing, once', async () => {
    expect(await migrate(database.pool, silentLog, [first])).toBe(1);
    expect(await migrate(database.pool, silentLog, [first, second])).toBe(1);
    expect(await migrate(database.pool, silentLog, [first, second])).toBe(0);
    const { rows } = await database.pool.query(
      'select number, name, length(checksum) = 64 as hashed from schema_migrations',
    );
    expect(rows).toEqual([
      { number: 1, name: 'first', hashed: true },
      { number: 2, name: 'second', hashed: true },
    ]);
  });

  it('lets one of several nodes work while the others wait', async () => {
    const other = await connectDatabase({ url: test.url, log: silentLog });
    const counts = await Promise.all([database, other, database].map(({ pool }) => migrate(pool, silentLog)));
    await other.stop();
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, migrations.length]);
  });

  it('refuses a database that was made from another text', async () => {
    await migrate(database.pool, silentLog, [first]);
    const error = await failure([{ ...first, sql: 'create table other (id int)' }]);
    expect(error).toMatchObject({ code: 'MIGRATION_FAILED', details: { reason: 'changed', number: 1 } });
  });

  it('refuses a newer database', async () => {
    await migrate(database.pool, silentLog, [first, second]);
    expect(await failure([first])).toMatchObject({ code: 'MIGRATION_FAILED', details: { reason: 'newer', number: 2 } });
  });

  it('leaves nothing of a migration that fails, and can go on later', async () => {
    const bad = { ...second, sql: 'create table two (id int); select 1 / 0' };
    expect(await failure([first, bad])).toMatchObject({
      code: 'MIGRATION_FAILED',
      details: { reason: 'sql', number: 2 },
    });
    expect(await migrate(database.pool, silentLog, [first, second])).toBe(1);
  });

  it('waits for a table that is in use and does not hold others up', async () => {
    await migrate(database.pool, silentLog, [first]);
    const client = await database.pool.connect();
    await client.query('begin; lock table one in access exclusive mode');
    const altering = migrate(database.pool, silentLog, [
      first,
      { number: 2, name: 'alter', sql: 'alter table one add x int' },
    ]);
    const { rows } = await client.query('select pg_sleep(1.3)');
    await client.query('commit');
    client.release();
    expect(rows).toHaveLength(1);
    expect(await altering).toBe(1);
  });
});

describe('migrations', () => {
  it('count from 1 without gaps', () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
  });
});
