import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
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

describe('what is over of the sign-in', () => {
  const HOUR = 3_600_000;
  const counts = async () => {
    const tables = ['sessions', 'flows', 'codes', 'setup_codes', 'flow_errors', 'attempts', 'pauses'];
    const found = await Promise.all(tables.map((table) => query(`select from identity_${table}`)));
    return Object.fromEntries(tables.map((table, n) => [table, found[n]?.length]));
  };
  const fill = (age: string) =>
    query(
      `with person as (
         insert into identities (schema_id, traits) values ('default', jsonb_build_object('email', gen_random_uuid())) returning id
       ), flow as (
         insert into identity_flows (kind, state, request_url, issued_at, expires_at, updated_at)
         select 'login', 'choose_method', '', at, at, at from (select now() - $1::interval) t (at) returning id
       ), session as (
         insert into identity_sessions (identity_id, token_hash, methods, issued_at, authenticated_at, expires_at, source, user_agent)
         select id, sha256(id::text::bytea), '[]', at, at, at, '', '' from person, (select now() - $1::interval) t (at)
       ), kept as (
         insert into identity_flows (kind, state, request_url, issued_at, expires_at, updated_at)
         select 'recovery', 'sent_email', '', now(), now() + interval '1 day', now() returning id
       ), code as (
         insert into identity_codes (flow_id, address, code_hash, expires_at, used_at)
         select id, 'a', '', now() + interval '1 hour', now() - $1::interval from kept
       ), setup as (
         insert into identity_setup_codes select sha256(id::text::bytea), now() - $1::interval from flow
       ), failed as (
         insert into identity_flow_errors (error, created_at) values ('{}', now() - $1::interval)
       ), tried as (
         insert into identity_attempts select 'one', now() - $1::interval from generate_series(1, 3)
       ) insert into identity_pauses select id::text, now() - $1::interval from flow`,
      [age],
    );

  it('goes after its time, and nothing that is still of use goes with it', async () => {
    await fill('26 hours');
    await fill('1 hour');
    for (const rule of ['sessions', 'flows', 'codes', 'setupCodes', 'flowErrors', 'attempts', 'pauses'] as const) {
      expect([rule, await store().remove(rule, 24 * HOUR)]).toEqual([rule, rule === 'attempts' ? 3 : 1]);
    }
    expect(await counts()).toEqual({
      sessions: 1,
      flows: 3,
      codes: 1,
      setup_codes: 1,
      flow_errors: 1,
      attempts: 3,
      pauses: 1,
    });
  });

  it('mails go once they were sent or given up, not while they wait', async () => {
    await query(`insert into mail_queue (recipient, template, subject, body_text, body_html, created_at, next_attempt_at)
      values ('a', '', 'sent', '', '', now() - interval '8 days', null),
        ('a', '', 'waits', '', '', now() - interval '8 days', now()), ('a', '', 'young', '', '', now(), null)`);
    expect(await store().remove('mails', 7 * DAY)).toBe(1);
    expect(await query('select subject from mail_queue order by subject')).toEqual([
      { subject: 'waits' },
      { subject: 'young' },
    ]);
  });

  it('the audit trail goes after its time, and never before 90 days', async () => {
    const before = await query('select from audit_log');
    await query(`insert into audit_log (at, actor_name, action, result)
      select now() - n * interval '1 day', '', 'x', 'ok' from unnest('{80,100,400}'::int[]) n`);
    expect(await store().remove('audit', 365 * DAY)).toBe(1);
    expect(await store().remove('audit', HOUR)).toBe(1);
    expect(await query('select from audit_log')).toHaveLength(before.length + 1);
  });
});
