import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRetentionStore, type RetentionRule, retentionRules } from './retention-store.ts';

const DAY = 86_400_000;
let main: TestDatabase;
beforeAll(async () => {
  main = await createTestDatabase();
});
beforeEach(() =>
  query('delete from evidences; delete from components; delete from config_items; delete from job_history'),
);
afterAll(() => main.drop());

const query = async (text: string, values: unknown[] = []) => (await main.database.pool.query(text, values)).rows;
const store = () => createRetentionStore(main.database.pool);
const names = async (table: string) => (await query(`select name from ${table} order by name`)).map(({ name }) => name);

const addItem = async (name: string, deletedDays: number | null, parent: string | null = null): Promise<string> => {
  const [row] = await query(
    `insert into config_items (config_class, type, name, deleted_at, parent_id)
     values ('Pod', 'Kubernetes::Pod', $1, now() - $2 * interval '1 day', $3) returning id`,
    [name, deletedDays, parent],
  );
  return row.id;
};

async function addEvidence(column: string, id: string): Promise<void> {
  await query(
    `with person as (select id from people limit 1), incident as (
       insert into incidents (title, created_by, severity, description, type, status)
       select 't', id, 'low', '', 'availability', 'open' from person returning id, created_by
     ), hypothesis as (
       insert into hypotheses (created_by, incident_id, type, title, status)
       select created_by, id, 'root', 'h', 'possible' from incident returning id, created_by
     )
     insert into evidences (description, hypothesis_id, created_by, type, ${column})
     select '', id, created_by, 'config', $1 from hypothesis`,
    [id],
  );
}

test.each(Object.keys(retentionRules) as RetentionRule[])('%s: the statement runs on the schema', async (name) => {
  expect(await store().remove(name, 7 * DAY)).toBe(0);
});

test('deleted items go when they are old, leaves first, but not what is evidence or has live children', async () => {
  const root = await addItem('root', 9);
  const child = await addItem('child', 9, root);
  await addItem('grandchild', 9, child);
  await addItem('recent', 3);
  await addItem('live', null);
  const parent = await addItem('parent of live', 9);
  await addItem('live child', null, parent);
  await addEvidence('config_id', await addItem('evidence', 9));
  expect(await store().remove('configItems', 7 * DAY)).toBe(3);
  expect(await names('config_items')).toEqual(['evidence', 'live', 'live child', 'parent of live', 'recent']);
});

test('what hangs on an item goes with it', async () => {
  const id = await addItem('old', 9);
  await query(`insert into config_changes (config_id, change_type) values ($1, 'diff')`, [id]);
  await query(`insert into config_analysis (config_id, analyzer) values ($1, 'a')`, [id]);
  expect(await store().remove('configItems', 7 * DAY)).toBe(1);
  expect(await query('select id from config_changes where config_id = $1', [id])).toEqual([]);
});

test('changes and insights go by age unless they are evidence; insights are closed before', async () => {
  const id = await addItem('live', null);
  await query(
    `insert into config_changes (config_id, change_type, created_at)
     select $1, 'diff', now() - n * interval '30 days' from generate_series(0, 3) n`,
    [id],
  );
  const [oldest] = await query('select id from config_changes where config_id = $1 order by created_at limit 1', [id]);
  await addEvidence('config_change_id', oldest.id);
  expect(await store().remove('configChanges', 45 * DAY)).toBe(1);
  await query(
    `insert into config_analysis (config_id, analyzer, last_observed)
     select $1, 'a', now() - n * interval '10 days' from generate_series(0, 2) n`,
    [id],
  );
  expect(await store().closeAnalysis(7 * DAY)).toBe(2);
  expect(await store().remove('configAnalysis', 15 * DAY)).toBe(1);
});

test('a deleted check that an artifact or a run points to is kept, and its canary with it', async () => {
  await query(`insert into canaries (name, namespace, spec, deleted_at)
    select n, 'default', '{}', now() - interval '9 days' from unnest('{a,b}'::text[]) n`);
  await query(`insert into checks (canary_id, type, name, deleted_at)
    select id, 'http', name, now() - interval '9 days' from canaries`);
  await query(`insert into artifacts (check_id, path, filename, size, checksum)
    select id, 'p', 'f', 1, 'c' from checks where name = 'a'`);
  expect(await store().remove('checks', 7 * DAY)).toBe(1);
  expect(await store().remove('canaries', 7 * DAY)).toBe(1);
  expect(await names('canaries')).toEqual(['a']);
});

test('runs that never ended are stale, and of agents only the newest rows of a kind are kept', async () => {
  await query(`insert into agents (name) values ('edge')`);
  await query(`insert into job_history (name, status, time_start) values
    ('Sync', 'RUNNING', now() - interval '5 hours'), ('Sync', 'RUNNING', now() - interval '1 hour')`);
  expect(await store().markStale(4 * 3_600_000)).toBe(1);
  await query(`insert into job_history (agent_id, name, status, created_at)
    select a.id, 'Push', s, now() - n * interval '1 minute'
    from agents a, generate_series(1, 5) n, unnest('{SUCCESS,FAILED}'::text[]) s where a.name = 'edge'`);
  expect(await store().trimAgents(3)).toBe(4);
  expect(await query(`select count(*)::int as count from job_history where status = 'STALE'`)).toEqual([{ count: 1 }]);
});
