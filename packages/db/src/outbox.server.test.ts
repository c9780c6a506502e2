import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { LOCAL, type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let db: Rows;
let canary: string;

/** What a channel was told while `act` ran, in order. */
async function heard(channel: string, act: () => Promise<unknown>): Promise<string[]> {
  const said: string[] = [];
  const stop = await test.database.listen(channel, (payload) => void said.push(payload));
  const done = vi.fn<(payload: string) => void>();
  const stopDone = await test.database.listen('the_end', done);
  await act();
  await db.all("select pg_notify('the_end', '')");
  await vi.waitFor(() => expect(done).toHaveBeenCalled());
  await stop();
  await stopDone();
  return said;
}
const addCheck = (columns: Row = {}): Promise<Row & { id: string }> =>
  db.add('checks', { canary_id: canary, type: 'http', name: randomUUID(), ...columns });

beforeAll(async () => {
  test = await createTestDatabase();
  db = rowsOf(test.database);
  canary = (await db.add('canaries', { name: 'c', namespace: 'default', spec: {} })).id;
});
beforeEach(() => db.forget());
afterAll(() => test.drop());

describe('the outbox', () => {
  it('holds an event once and starts a waiting one anew', async () => {
    await db.all(`select queue_events('x.done', array['{"id": 1}', '{"id": 2}', '{"id": 1}']::jsonb[])`);
    await db.all(
      `update event_queue set attempts = 3, last_attempt = now(), created_at = 'epoch', error = 'e', priority = 5`,
    );
    await db.all(`select queue_events('x.done', array['{"id": 1}']::jsonb[])`);
    expect(
      await db.all(`select properties, attempts, last_attempt is null as fresh, created_at > 'epoch' as renewed, error, priority
        from event_queue order by properties`),
    ).toEqual([
      { properties: { id: 1 }, attempts: 0, fresh: true, renewed: true, error: 'e', priority: 5 },
      { properties: { id: 2 }, attempts: 3, fresh: false, renewed: false, error: 'e', priority: 5 },
    ]);
    await expect(
      db.all(`insert into event_queue (name, properties) values ('x.done', '{"id": 1}')`),
    ).rejects.toMatchObject({
      code: '23505',
    });
  });

  it('announces the names of what comes', async () => {
    expect(
      await heard('event_queue_updates', async () => {
        await db.all(`select queue_events('a.done', array['{"id": 1}', '{"id": 2}']::jsonb[])`);
        await db.all(`insert into event_queue (name) values ('b.done')`);
      }),
    ).toEqual(['a.done', 'b.done']);
  });
});

describe('checks', () => {
  it.each([
    ['healthy', 'unhealthy', 'check.failed'],
    ['unhealthy', 'healthy', 'check.passed'],
    [null, 'healthy', 'check.passed'],
    ['healthy', 'healthy', undefined],
    ['healthy', 'unknown', undefined],
    ['healthy', null, undefined],
  ])('that turn from %s to %s tell %s', async (before, after, name) => {
    const { id } = await addCheck({ status: before });
    expect(await db.events('')).toEqual([]);
    const { last_runtime } = await db.set('checks', id, { status: after, last_runtime: '2020-01-02T03:04:05Z' });
    expect(await db.events('')).toEqual(name ? [[name, { id, last_runtime }]] : []);
  });
});

describe('playbooks', () => {
  const spec = (approval?: unknown): Row => (approval === undefined ? {} : { approval });
  const addPlaybook = (columns: Row = {}): Promise<Row & { id: string }> =>
    db.add('playbooks', { name: randomUUID(), spec: {}, source: 'UI', ...columns });

  it.each([
    [{ type: 'any' }, { type: 'all' }, true],
    [{ type: 'any' }, { type: 'any' }, false],
    [undefined, { type: 'all' }, false],
    [{ type: 'any' }, undefined, false],
  ])('with approval changed from %j to %j tell it: %s', async (before, after, told) => {
    const { id } = await addPlaybook({ spec: spec(before) });
    expect(await heard('playbook_updated', () => db.set('playbooks', id, { spec: spec(after) }))).toEqual([id]);
    expect(await db.events('')).toEqual(told ? [['playbook.spec.approval.updated', { id }]] : []);
  });

  it('tell of runs that wait for someone to take them', async () => {
    const { id: playbook_id } = await addPlaybook();
    const run = await db.add('playbook_runs', { playbook_id, status: 'running' });
    expect(run).toMatchObject({ timeout: 1_800_000_000_000, spec: {}, agent_id: LOCAL });
    expect(await heard('playbook_run_updates', () => db.add('playbook_runs', { playbook_id }))).toEqual(['']);
    expect(
      await heard('playbook_run_updates', async () => {
        await db.set('playbook_runs', run.id, { status: 'waiting' });
        await db.set('playbook_runs', run.id, { status: 'scheduled' });
        await db.set('playbook_runs', run.id, { status: 'scheduled' });
      }),
    ).toEqual(['']);
    const approval = await db.add('playbook_approvals', { run_id: run.id });
    expect(await db.events('')).toEqual([['playbook.approval.inserted', { id: approval.id, run_id: run.id }]]);
  });

  it('tell of actions that wait, and of actions that end', async () => {
    const { id: playbook_id } = await addPlaybook();
    const run = await db.add('playbook_runs', { playbook_id });
    let id = '';
    const said = await heard('playbook_action_updates', async () => {
      ({ id } = await db.add('playbook_run_actions', { name: 'a', playbook_run_id: run.id }));
      await db.set('playbook_run_actions', id, { status: 'waiting' });
      await db.set('playbook_run_actions', id, { status: 'scheduled' });
    });
    expect(said.map((text) => JSON.parse(text))).toEqual([
      { id, agent_id: LOCAL },
      { id, agent_id: LOCAL },
    ]);
    const nobody = await db.add('playbook_run_actions', { name: 'b', playbook_run_id: run.id, agent_id: null });
    expect(
      await heard('table_activity', async () => {
        await db.set('playbook_run_actions', id, { end_time: 'now' });
        await db.set('playbook_run_actions', id, { end_time: '2020-01-01' });
        await db.set('playbook_run_actions', nobody.id, { end_time: 'now' });
      }),
    ).toEqual([`playbook_run_actions ${id}`]);
  });
});

describe('table_activity', () => {
  it.each([
    ['notifications', { events: ['check.failed'] }, { title: 'x' }],
    ['playbooks', { name: 'activity', spec: {}, source: 'UI' }, { title: 'x' }],
    ['permissions', { action: 'read', object: 'catalog', subject: 'everyone' }, { deny: true }],
    ['permission_groups', { selectors: {} }, { name: 'x' }],
    ['scrape_plugins', { name: 'p', spec: {}, source: 'UI' }, { name: 'x' }],
    ['teams', { name: 'activity' }, { icon: 'x' }],
  ])('tells of %s', async (table, columns, change) => {
    const by = table === 'teams' ? { created_by: (await db.one('select id from people limit 1')).id } : {};
    let id = '';
    expect(
      await heard('table_activity', async () => {
        ({ id } = await db.add(table, { ...columns, ...by }));
        await db.set(table, id, change);
        await db.all(`delete from ${table} where id = $1`, [id]);
      }),
    ).toEqual(['INSERT', 'UPDATE', 'DELETE'].map((operation) => `${table} ${operation} ${id}`));
  });

  it('names both ids of a team member', async () => {
    const person = await db.add('people', { name: 'Member' });
    const team = await db.add('teams', { name: 'members', created_by: person.id });
    const said = await heard('table_activity', () =>
      db.all('insert into team_members (team_id, person_id) values ($1, $2)', [team.id, person.id]),
    );
    expect(said).toContain(`team_members INSERT ${team.id} ${person.id}`);
  });
});
