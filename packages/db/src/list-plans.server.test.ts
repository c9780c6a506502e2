import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { countStatement, listCalls, pageStatement } from './testing/list-calls.ts';
import { LARGE_TABLES, loadMiddleWorld, worldId } from './testing/middle-world.ts';
import { readsOf } from './testing/plans.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await loadMiddleWorld(test.database.pool);
}, 180_000);
afterAll(() => test.drop());

const answerOf = async (statement: string): Promise<unknown> =>
  Object.values((await test.database.pool.query<Record<string, unknown>>(statement)).rows[0] ?? {})[0];

describe('a page of a list reads a bounded number of rows', () => {
  it.each(listCalls)('$name', async (call) => {
    const bound = call.reads ?? 1000;
    const reads = await readsOf(test.database.pool, pageStatement(call), LARGE_TABLES);
    expect(
      reads.scanned.filter(({ rows }) => rows > 2000),
      reads.plan,
    ).toEqual([]);
    expect(reads.rows, reads.plan).toBeLessThanOrEqual(bound);
  });
});

describe('an exact count of some rows reads little more than these', () => {
  it.each(listCalls.filter(({ countReads }) => countReads !== undefined))('$name', async (call) => {
    const counted = Number(await answerOf(countStatement(call)));
    const reads = await readsOf(test.database.pool, countStatement(call), LARGE_TABLES);
    expect(reads.scanned, reads.plan).toEqual([]);
    expect(reads.rows, reads.plan).toBeLessThanOrEqual(counted + (call.countReads ?? 0));
  });
});

describe('the world behind the plans', () => {
  it('has rows where the lists look', async () => {
    const empty: string[] = [];
    for (const call of listCalls) if (Number(await answerOf(countStatement(call))) === 0) empty.push(call.name);
    // No item of the world has a location or a view, and no change has the id that is asked for.
    expect(empty).toEqual(['one change', 'views_summary', 'get_parents_by_location']);
  });

  it('shows a plan that reads a large table from end to end', async () => {
    const reads = await readsOf(
      test.database.pool,
      'select count(*) from config_items where icon is null',
      LARGE_TABLES,
    );
    expect(reads.scanned).toEqual([{ table: 'config_items', rows: 50_000 }]);
    expect(reads.rows).toBe(50_000);
  });

  it('finds the items whose name begins so by an index, in any kind of plan, whatever the case', async () => {
    const begin = `select id from config_items where deleted_at is null
      and lower(name collate "C") >= $1 and lower(name collate "C") < $2`;
    const { pool } = test.database;
    const expected = await pool.query(
      `select id from config_items where deleted_at is null and name ilike 'shop-item-12%'`,
    );
    expect(expected.rows.length).toBeGreaterThan(100);
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      const client = await pool.connect();
      try {
        await client.query(`set plan_cache_mode = ${mode}`);
        await client.query(`prepare begin_${mode} (text, text) as ${begin}`);
        const statement = `execute begin_${mode} ('shop-item-12', 'shop-item-13')`;
        const reads = await readsOf(client, statement, LARGE_TABLES);
        expect(reads.scanned, reads.plan).toEqual([]);
        expect(reads.rows, reads.plan).toBeLessThanOrEqual(expected.rows.length + 10);
        const { rows } = await client.query<{ id: string }>(statement);
        expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(expected.rows.map(({ id }) => id)));
      } finally {
        client.release(true);
      }
    }
  });

  it('finds related items without reading all relationships', async () => {
    const nearby = `select * from related_configs_recursive('${worldId('config', 701)}', 'all', false, 2)`;
    const level = `select r.related_id from unnest(array['${worldId('config', 701)}'::uuid]) f(node)
      join config_relationships r on r.config_id = f.node where r.deleted_at is null`;
    const reads = await readsOf(test.database.pool, level, LARGE_TABLES);
    expect(reads.scanned).toEqual([]);
    expect(reads.rows).toBeLessThan(20);
    const found = (await test.database.pool.query(nearby)).rows;
    expect(found.length).toBeGreaterThan(10);
    const config = await readsOf(test.database.pool, nearby, LARGE_TABLES);
    expect(config.scanned, config.plan).toEqual([]);
  });
});
