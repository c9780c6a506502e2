import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './index.ts';

describe('createTestDatabase', () => {
  let one: TestDatabase;
  let two: TestDatabase;
  beforeAll(async () => {
    [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });
  afterAll(async () => {
    await one.drop();
    await two.drop();
  });

  it('gives each caller a migrated database of its own', async () => {
    await one.database.pool.query("insert into canaries (name, namespace, spec) values ('a', 'default', '{}')");
    const counts = await Promise.all(
      [one, two].map(({ database }) => database.pool.query('select count(*) as n from canaries')),
    );
    expect(counts.map(({ rows }) => rows[0].n)).toEqual([1, 0]);
  });

  it('removes the database', async () => {
    const gone = await createTestDatabase();
    await gone.drop();
    const { rows } = await one.database.pool.query('select 1 from pg_database where datname = $1', [
      new URL(gone.url.replace('@/', '@host/')).pathname.slice(1),
    ]);
    expect(rows).toEqual([]);
  });
});
