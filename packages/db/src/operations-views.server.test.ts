import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { LOCAL, type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let rows: Rows;
let person: string;
let agent: string;

const read = (view: string, where = 'true'): Promise<Row[]> => rows.all(`select * from ${view} where ${where}`);
const addJob = (resource: string | null, type: string | null, more: Row = {}): Promise<Row> =>
  rows.add('job_history', { name: 'Job', resource_id: resource, resource_type: type, status: 'SUCCESS', ...more });

beforeAll(async () => {
  test = await createTestDatabase();
  rows = rowsOf(test.database);
  ({ id: person } = await rows.add('people', { name: 'Ann', email: 'ann@example.org', avatar: 'a.png', title: 'SRE' }));
  ({ id: agent } = await rows.add('agents', { name: 'far', created_by: person }));
});
afterAll(() => test.drop());

describe('incident_summary', () => {
  it('has each person once, for every incident they take part in', async () => {
    const bob = await rows.add('people', { name: 'Bob' });
    const team = await rows.add('teams', { name: 'ops', icon: 'ops-icon', created_by: person });
    const base = { created_by: person, severity: 'high', description: '', type: 'cost', status: 'open' };
    const first = await rows.add('incidents', { ...base, title: 'first', commander_id: person });
    const second = await rows.add('incidents', { ...base, title: 'second' });
    for (const incident of [first, second]) {
      await rows.add('comments', { incident_id: incident.id, created_by: bob.id, comment: 'one' });
      await rows.add('comments', { incident_id: incident.id, created_by: bob.id, comment: 'two' });
    }
    for (const more of [{ person_id: bob.id }, { person_id: bob.id, deleted_at: new Date() }, { team_id: team.id }])
      await rows.add('responders', { incident_id: first.id, type: 'person', created_by: person, ...more });
    const named = { id: bob.id, avatar: null, name: 'Bob' };
    const byId = [named, { id: team.id, avatar: 'ops-icon', name: 'ops' }].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(await rows.all('select * from incident_summary order by title')).toMatchObject([
      {
        incident_id: first.incident_id,
        created_by: person,
        commander: { id: person, avatar: 'a.png', name: 'Ann' },
        responders: byId,
        commenters: [named],
      },
      { commander: { id: null, avatar: null, name: null }, responders: null, commenters: [named] },
    ]);
  });
});

describe('agents_summary', () => {
  it('counts what an agent brought, as it comes and goes, before and after the fold', async () => {
    const of = (id: string): Promise<Row> => rows.one('select * from agents_summary where id = $1', [id]);
    expect(await of(agent)).toMatchObject({
      config_count: null,
      config_scrapper_count: null,
      checks_count: null,
      playbook_runs_count: null,
    });
    await rows.all(
      "insert into config_items (type, config_class, name, agent_id) select 'T', 'T', 'n' || n, $1 from generate_series(1, 5) n",
      [agent],
    );
    const canary = await rows.add('canaries', { name: 'c', namespace: 'n', spec: {}, agent_id: agent });
    await rows.add('checks', {
      canary_id: canary.id,
      agent_id: agent,
      name: 'k',
      type: 'http',
      deleted_at: new Date(),
    });
    const playbook = await rows.add('playbooks', { name: 'p', spec: {}, source: 'UI' });
    await rows.add('playbook_runs', { playbook_id: playbook.id, agent_id: agent });
    await rows.add('config_scrapers', { name: 's', spec: {}, source: 'UI', agent_id: agent });
    const counts = { config_count: 5, config_scrapper_count: 1, checks_count: 1, playbook_runs_count: 1 };
    expect(await of(agent)).toMatchObject(counts);
    expect(Number((await rows.one('select fold_row_tallies() as n')).n)).toBeGreaterThanOrEqual(0);
    expect(await of(agent)).toMatchObject(counts);
    await rows.all("update config_items set agent_id = $1 where name in ('n1', 'n2')", [LOCAL]);
    await rows.all("delete from config_items where name = 'n3'");
    expect(await of(agent)).toMatchObject({ config_count: 2 });
    expect(await of(LOCAL)).toMatchObject({ config_count: 2 });
    await rows.all('select fold_row_tallies()');
    expect(
      await rows.all("select n from row_tallies where tally = 'config_items.agent' and key = $1", [agent]),
    ).toEqual([{ n: 2 }]);
    await rows.all('truncate config_items cascade');
    expect(await of(agent)).toMatchObject({ config_count: null });
  });

  it('tells who was heard of in the last minute', async () => {
    for (const [age, health, status] of [
      [null, 'unknown', 'unknown'],
      ['50 seconds', 'healthy', 'online'],
      ['70 seconds', 'unhealthy', 'offline'],
    ]) {
      await rows.all('update agents set last_seen = now() - $2::interval where id = $1', [agent, age]);
      expect(await read('agents_summary', `id = '${agent}'`)).toMatchObject([{ health, status }]);
    }
    await rows.add('agents', { name: 'dead', deleted_at: new Date() });
    expect(await read('agents_summary', "name = 'dead'")).toEqual([]);
  });
});

describe('the newest job', () => {
  it('stands beside its resource, once, whatever jobs there are', async () => {
    const scraper = await rows.add('config_scrapers', {
      name: 'k8s',
      spec: {},
      source: 'UI',
      created_by: person,
      description: 'd',
    });
    await addJob(scraper.id, 'config_scraper', {
      name: 'Old',
      status: 'FAILED',
      time_start: '2026-01-01T00:00:00Z',
      created_at: '2026-01-01T00:00:00Z',
    });
    await addJob(scraper.id, 'config_scraper', { name: 'New', success_count: 3, created_at: '2026-01-02T00:00:00Z' });
    expect(await read('config_scrapers_with_status', `id = '${scraper.id}'`)).toMatchObject([
      {
        name: 'k8s',
        job_name: 'New',
        job_success_count: 3,
        job_status: 'SUCCESS',
        job_last_failed: '2026-01-01T00:00:00+00:00',
        agent: { id: LOCAL, name: 'local' },
      },
    ]);
    expect(await read('integrations_with_status', `id = '${scraper.id}'`)).toMatchObject([
      {
        integration_type: 'scrapers',
        job_name: 'New',
        creator_name: 'Ann',
        creator_title: 'SRE',
        agent: { name: 'local' },
      },
    ]);
  });

  it('of topologies and teams is of their own type', async () => {
    const topology = await rows.add('topologies', { name: 't', namespace: 'n', spec: {} });
    const team = await rows.add('teams', { name: 'x', created_by: person });
    for (const [id, type] of [
      [topology.id, 'topology'],
      [team.id, 'team'],
    ] as const) {
      await addJob(id, type, { name: 'Mine', created_at: '2026-01-01T00:00:00Z' });
      await addJob(id, 'other', { name: 'Other', status: 'FAILED', time_start: '2026-01-02T00:00:00Z' });
    }
    const mine = { job_name: 'Mine', job_last_failed: null };
    expect(await read('topologies_with_status')).toMatchObject([{ ...mine, agent: { name: 'local' } }]);
    expect(await read('teams_with_status', "name = 'x'")).toMatchObject([mine]);
  });

  it('of logging backends is empty; deleted ones are shown', async () => {
    await rows.add('logging_backends', { name: 'logs', spec: {}, source: 'UI', deleted_at: new Date() });
    expect(await read('integrations_with_status', "integration_type = 'logging_backends'")).toMatchObject([
      {
        name: 'logs',
        source: 'UI',
        job_name: '',
        job_success_count: 0,
        job_time_start: null,
        agent: null,
        creator_name: null,
      },
    ]);
  });
});

describe('job_histories', () => {
  it('names components, scrapers, canaries and topologies, else shows the id', async () => {
    const component = await rows.add('components', { name: 'cart', external_id: 'x', status: 'healthy' });
    await rows.all('delete from job_history');
    await addJob(component.id, 'components', { name: 'a' });
    await addJob(component.id, 'canary', { name: 'b', agent_id: '99999999-0000-0000-0000-000000000000' });
    await addJob('no-id', 'topology', { name: 'c' });
    await addJob(null, null, { name: null });
    expect((await rows.all('select resource_name, agent from job_histories order by name')).map(Object.values)).toEqual(
      [
        ['cart', { id: LOCAL, name: 'local' }],
        [component.id, { id: null, name: null }],
        ['no-id', { id: LOCAL, name: 'local' }],
        [null, { id: LOCAL, name: 'local' }],
      ],
    );
    expect(await read('job_history_names')).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  });
});

describe('the event queue', () => {
  it('is summed by event', async () => {
    await rows.all('delete from event_queue');
    await rows.all(`insert into event_queue (name, properties, error, attempts, created_at, last_attempt) values
      ('a', '{"id":1}', 'boom', 2, now() - interval '1 day', '2026-01-01T00:00:00Z'),
      ('a', '{"id":2}', 'boom', 1, now() - interval '9 days', null), ('a', '{"id":3}', 'bang', 2, now(), null),
      ('a', '{"id":4}', null, 0, now(), '2026-01-02T00:00:00Z'), ('b', '{"id":1}', null, 0, now(), null)`);
    expect(await rows.all('select * from event_queue_summary order by name')).toMatchObject([
      {
        name: 'a',
        pending: 4,
        failed: 3,
        average_attempts: 1.25,
        last_failure: '2026-01-02T00:00:00+00:00',
        most_common_error: 'boom',
      },
      { name: 'b', pending: 1, failed: 0, first_failure: null, last_failure: null, most_common_error: null },
    ]);
    expect(await read('failed_events')).toEqual([
      { name: 'a', unique_errors: 2, average_attempts: 2, total_failed_events: 2, most_common_error: 'bang' },
    ]);
  });
});

describe('push_queue_summary', () => {
  it('counts what was not sent yet', async () => {
    await rows.all('update job_history set is_pushed = true');
    await addJob(null, null);
    expect(await read('push_queue_summary', `"table" = 'job_history'`)).toEqual([{ table: 'job_history', count: 1 }]);
    expect((await read('push_queue_summary')).length).toBe(18);
  });
});

describe('connections', () => {
  it('are listed by category, and detailed without secrets', async () => {
    await rows.add('connections', {
      name: 'chat',
      type: 'slack',
      url: 'slack://hook',
      username: 'secret://a/b',
      password: 'geheim',
      created_by: person,
    });
    await rows.add('connections', {
      name: 'db',
      type: 'postgres',
      url: 'postgres://x',
      username: '',
      certificate: 'PEM',
    });
    await rows.add('connections', { name: 'old', type: 'http', deleted_at: new Date() });
    expect((await read('connections_list')).map(({ name, category }) => [name, category])).toEqual([
      ['chat', 'notification'],
      ['db', ''],
    ]);
    expect(
      (await read('connection_details')).map(({ username, password, certificate }) => [
        username,
        password,
        certificate,
      ]),
    ).toEqual([
      ['secret://a/b', '***', '***'],
      ['', '***', '***'],
    ]);
  });
});

describe('people_roles', () => {
  it('lists the roles of those who have one, and no policies', async () => {
    await rows.all(
      `insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'viewer'), ('g', $1, 'editor'), ('p', $1, 'catalog')`,
      [person],
    );
    expect(await read('people_roles')).toEqual([
      { id: person, name: 'Ann', email: 'ann@example.org', roles: ['editor', 'viewer'] },
    ]);
  });
});

describe('views_summary', () => {
  it('reads the display of live views, whatever it holds', async () => {
    await rows.add('views', {
      name: 'a',
      namespace: 'n',
      spec: { display: { title: 'A', icon: 'i', ordinal: 3, sidebar: true } },
    });
    await rows.add('views', { name: 'b', spec: { display: { ordinal: 'first', sidebar: 'maybe' } } });
    await rows.add('views', { name: 'c', spec: {}, deleted_at: new Date() });
    expect(await rows.all('select name, title, icon, ordinal, sidebar from views_summary order by name')).toEqual([
      { name: 'a', title: 'A', icon: 'i', ordinal: 3, sidebar: true },
      { name: 'b', title: null, icon: null, ordinal: null, sidebar: null },
    ]);
  });
});
