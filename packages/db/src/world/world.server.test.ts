import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { FULL_WORLD_SIZE, loadWorld, scaleWorld } from './index.ts';

const SIZE = scaleWorld(FULL_WORLD_SIZE, 0.002);
const NOW = Date.UTC(2026, 5, 1, 12);
let main: TestDatabase;
let other: TestDatabase;

const rows = async (text: string, of = main) => (await of.database.pool.query(text)).rows;
const number = async (text: string) => Number((await rows(text))[0]?.n);

beforeAll(async () => {
  [main, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  for (const { database } of [main, other]) {
    await database.pool.query(`insert into canaries (id, name, namespace, spec)
      values ('10000000-0000-0000-0000-000000000001', 'shop', 'default', '{}')`);
    await database.pool.query(`insert into checks (id, canary_id, type, name)
      select ('20000000-0000-0000-0000-00000000000' || n)::uuid, '10000000-0000-0000-0000-000000000001', 'http', 'check-' || n
      from generate_series(1, 4) n`);
  }
  const parts: string[] = [];
  await loadWorld(main.database.pool, SIZE, NOW, (part) => parts.push(part));
  await loadWorld(other.database.pool, SIZE, NOW);
  expect(parts).toEqual(['people', 'catalog', 'topology', 'incidents', 'operations']);
});
afterAll(() => Promise.all([main.drop(), other.drop()]));

test('is loaded once', async () => {
  await loadWorld(other.database.pool, SIZE, NOW + 1000);
  expect(await rows('select count(*)::int as n from config_items', other)).toEqual(
    await rows('select count(*)::int as n from config_items'),
  );
});

test('has about as many rows of each kind as its size says', async () => {
  const sizes: Record<string, number> = {
    config_items: SIZE.configItems,
    config_analysis: SIZE.configAnalysis,
    components: SIZE.components,
    incidents: SIZE.incidents,
    playbook_runs: SIZE.playbookRuns,
    job_history: SIZE.jobHistory,
    notification_send_history: SIZE.sentNotifications,
  };
  for (const [table, wanted] of Object.entries(sizes)) {
    const n = await number(`select count(*) as n from ${table}`);
    expect([table, n > wanted * 0.6 && n < wanted * 1.6 + 40]).toEqual([table, true]);
  }
  expect(await number(`select count(*) as n from config_changes where source in ('diff', 'kubernetes')`)).toBe(
    SIZE.configChanges,
  );
});

test('is the same each time', async () => {
  const texts = [
    'select id, name, type, tags, health, path, external_id, created_at, deleted_at from config_items order by id',
    'select id, config_id, change_type, created_at, severity from config_changes order by id limit 500',
    'select id, title, status, created_at from incidents order by id',
    'select id, status, playbook_id from playbook_runs order by id',
  ];
  for (const text of texts) expect(await rows(text)).toEqual(await rows(text, other));
});

test('paths name all ancestors, root first, and each parent is linked', async () => {
  expect(
    await number(`select count(*) as n from config_items c left join config_items p on p.id = c.parent_id
      where c.path is distinct from case when p.id is null then '' when p.path = '' then p.id::text else p.path || '.' || p.id end`),
  ).toBe(0);
  expect(
    await number(`select count(*) as n from config_items c where c.parent_id is not null and not exists (
      select from config_relationships r where r.config_id = c.parent_id and r.related_id = c.id and r.relation = 'hard')`),
  ).toBe(0);
});

test('happens in the past, leaves no news, and lets news come again', async () => {
  const late = await rows(`select 'change' as what from config_changes where created_at > now()
    union all select 'run' from playbook_runs where created_at > now()`);
  expect(late).toEqual([]);
  expect(await rows(`select distinct name from event_queue order by 1`)).toEqual([
    { name: 'notification.send' },
    { name: 'playbook.run' },
  ]);
  expect(await rows(`select payload ->> 'table' as t from live_events`)).toEqual([{ t: 'canaries' }]);
  await rows(`update config_items set health = 'unhealthy' where health = 'healthy' and type = 'Kubernetes::Cluster'`);
  expect(await number(`select count(*) as n from live_events`)).toBeGreaterThan(1);
  expect(await number(`select count(*) as n from event_queue where name = 'config.unhealthy'`)).toBeGreaterThan(0);
});

test('maintained counts are true', async () => {
  for (const relation of ['config_items', 'config_changes', 'job_history', 'playbook_runs', 'config_analysis']) {
    const [counted] = await rows(`select exact_count('${relation}') as n`);
    expect([relation, Number(counted.n)]).toEqual([relation, await number(`select count(*) as n from ${relation}`)]);
  }
  expect(await number(`select count(*) as n from config_item_counts where open_analysis <> '{}'`)).toBe(
    await number(`select count(distinct config_id) as n from config_analysis where status = 'open'`),
  );
});

test('a few things get most of the changes, and most items are healthy', async () => {
  const [{ top, all }] = await rows(`select max(n)::int as top, avg(n)::float8 as all from (
    select count(*) as n from config_changes group by config_id) c`);
  expect(top).toBeGreaterThan(3 * all);
  const [{ healthy }] = await rows(`select avg((health = 'healthy')::int)::float8 as healthy from config_items`);
  expect(healthy).toBeGreaterThan(0.85);
});
