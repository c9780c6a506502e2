import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let main: TestDatabase;
const query = async (text: string, values: unknown[] = []) => (await main.database.pool.query(text, values)).rows;
const told = async () =>
  (await query("select payload from live_events where name = 'rows.changed' order by id")).map((row) => row.payload);

beforeAll(async () => {
  main = await createTestDatabase();
});
beforeEach(() => query('delete from properties; delete from config_items; delete from canaries; truncate live_events'));
afterAll(() => main.drop());

const addProperty = (name: string) => query('insert into properties (name, value) values ($1, $2)', [name, 'v']);
const addItems = (count: number) =>
  query(
    `insert into config_items (config_class, type, name) select 'Pod', 'Kubernetes::Pod', 'pod-' || n
     from generate_series(1, $1::int) n`,
    [count],
  );

test('an insert, an update and a delete are told with the key of the row', async () => {
  await addProperty('a');
  await query("update properties set value = 'w' where name = 'a'");
  await query("delete from properties where name = 'a'");
  expect(await told()).toEqual([
    { table: 'properties', kind: 'insert', ids: ['a'] },
    { table: 'properties', kind: 'update', ids: ['a'] },
    { table: 'properties', kind: 'delete', ids: ['a'] },
  ]);
});

test('a transaction is told at its commit, once for each table and kind, and never when it is rolled back', async () => {
  await main.database.transaction(async (client) => {
    for (const name of ['a', 'b', 'c']) {
      await client.query('insert into properties (name, value) values ($1, $2)', [name, 'v']);
    }
    expect(await told()).toEqual([]);
  });
  expect(await told()).toEqual([{ table: 'properties', kind: 'insert', ids: ['a', 'b', 'c'] }]);
  const rolledBack = main.database.transaction(async (client) => {
    await client.query("insert into properties (name, value) values ('d', 'v')");
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await told()).toHaveLength(1);
  expect(await query('select * from row_changes')).toEqual([]);
});

test('many rows are told without naming them', async () => {
  await addItems(101);
  const items = (await told()).filter(({ table }) => table === 'config_items');
  expect(items).toEqual([{ table: 'config_items', kind: 'insert', ids: null }]);
});

test('a change of nothing, or of what is no news, is not told', async () => {
  await addItems(2);
  await query('truncate live_events');
  await query('update config_items set name = name');
  await query('update config_items set last_scraped_time = now()');
  await query("update config_items set name = 'x' where name = 'nothing has this name'");
  expect(await told()).toEqual([]);
  await query("update config_items set status = 'Running' where name = 'pod-1'");
  const [item] = await query("select id from config_items where name = 'pod-1'");
  expect((await told()).filter(({ table }) => table === 'config_items')).toEqual([
    { table: 'config_items', kind: 'update', ids: [item.id] },
  ]);
});

test('events of transactions that overlap become visible in the order of their ids', async () => {
  const seen: number[] = [];
  const stop = await main.database.listen('qd_live', (payload) => seen.push(Number(payload)));
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      main.database.transaction(async (client) => {
        await client.query('insert into properties (name, value) values ($1, $2)', [`p${index}`, 'v']);
        await client.query('select pg_sleep($1)', [(index % 4) / 100]);
      }),
    ),
  );
  await expect.poll(() => seen.length).toBe(20);
  expect(seen).toEqual(seen.toSorted((left, right) => left - right));
  await stop();
});

test('results of checks are not told row by row: they have events of their own', async () => {
  await query(`insert into canaries (name, namespace, spec) values ('c', 'default', '{}')`);
  await query(`insert into checks (canary_id, type, name) select id, 'http', 'a' from canaries`);
  await query('truncate live_events');
  await query(`update checks set status = 'healthy', last_runtime = now()`);
  expect(await told()).toEqual([]);
});
