import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let rows: Rows;
let person: string;
let rule: string;
let config: string;

const read = (view: string, where = 'true'): Promise<Row[]> => rows.all(`select * from ${view} where ${where}`);
const addSend = (more: Row = {}): Promise<Row & { id: string }> =>
  rows.add('notification_send_history', {
    notification_id: rule,
    source_event: 'config.unhealthy',
    resource_id: config,
    status: 'sent',
    ...more,
  });

beforeAll(async () => {
  test = await createTestDatabase();
  rows = rowsOf(test.database);
  ({ id: person } = await rows.add('people', { name: 'Ann', email: 'ann@example.org' }));
  ({ id: config } = await rows.add('config_items', { type: 'T', config_class: 'C', name: 'item', health: 'healthy' }));
  ({ id: rule } = await rows.add('notifications', { name: 'r', events: ['config.unhealthy'], person_id: person }));
});
afterAll(() => test.drop());

describe('notifications_summary', () => {
  it('has zeros before anything was sent', async () => {
    expect(await read('notifications_summary')).toMatchObject([
      {
        namespace: '',
        person_id: person,
        pending: 0,
        sent: 0,
        failed: 0,
        avg_duration_ms: 0,
        most_common_error: null,
        last_failed_at: null,
      },
    ]);
  });

  it('counts what was sent and what failed, without the watchdog, as rows change', async () => {
    await addSend();
    await addSend({ status: 'error', error: 'refused', duration_millis: 10, created_at: '2026-01-01T00:00:00Z' });
    await addSend({ status: 'error', error: 'refused', created_at: '2026-01-02T00:00:00Z' });
    const late = await addSend({ status: 'pending', created_at: '2026-01-03T00:00:00Z' });
    await addSend({ source_event: 'notification.watchdog', error: 'no', duration_millis: 1000 });
    await rows.set('notification_send_history', late.id, { status: 'error', error: 'timeout', duration_millis: 25 });
    await rows.all(
      `insert into event_queue (name, properties, attempts) values ('notification.send', jsonb_build_object('notification_id', $1::text, 'n', 1), 0),
        ('notification.send', jsonb_build_object('notification_id', $1::text, 'n', 2), 4), ('other', jsonb_build_object('notification_id', $1::text), 0)`,
      [rule],
    );
    const summary = {
      pending: 1,
      sent: 1,
      failed: 3,
      avg_duration_ms: 17.5,
      most_common_error: 'refused',
      last_failed_at: '2026-01-03T00:00:00+00:00',
    };
    expect(await read('notifications_summary')).toMatchObject([summary]);
    await rows.all('select fold_row_tallies()');
    expect(await read('notifications_summary')).toMatchObject([summary]);
    await rows.all('delete from notification_send_history');
    expect(await read('notifications_summary')).toMatchObject([
      { sent: 0, failed: 0, avg_duration_ms: 0, most_common_error: null },
    ]);
  });
});

describe('the most common error of a rule', () => {
  const fail = (error: string, minute: number): Promise<Row> =>
    addSend({ status: 'error', error, created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() });
  const mostCommon = async (): Promise<unknown> => (await read('notifications_summary'))[0]?.most_common_error;
  afterEach(() => rows.all('delete from notification_send_history'));

  it('is found among short and long ones together', async () => {
    const long = `no route ${'x'.repeat(3000)}`;
    for (const [minute, error] of ['refused', long, 'timeout', long].entries()) await fail(error, minute);
    expect(await mostCommon()).toBe(long);
    for (const minute of [5, 6]) await fail('refused', minute);
    expect(await mostCommon()).toBe('refused');
  });

  it('is that of the last hundred', async () => {
    const [old, recent] = ['old'.repeat(200), 'recent'];
    for (let minute = 0; minute < 120; minute += 1) await fail(minute < 60 ? old : recent, minute);
    expect(await mostCommon()).toBe(recent);
    for (let minute = 120; minute < 160; minute += 1) await fail(old, minute);
    expect(await mostCommon()).toBe(recent);
    for (let minute = 160; minute < 175; minute += 1) await fail(old, minute);
    expect(await mostCommon()).toBe(old);
  });
});

describe('notification_send_history_summary', () => {
  it('shows the resource by the kind of the event, and the run', async () => {
    const component = await rows.add('components', {
      name: 'cart',
      external_id: 'x',
      status: 'bad',
      health: 'unhealthy',
      icon: 'i',
      type: 'App',
    });
    const canary = await rows.add('canaries', { name: 'c', namespace: 'n', spec: {} });
    const check = await rows.add('checks', { name: 'k', type: 'http', canary_id: canary.id, status: 'unhealthy' });
    const playbook = await rows.add('playbooks', { name: 'p', title: 'Fix it', spec: {}, source: 'UI' });
    const run = await rows.add('playbook_runs', { playbook_id: playbook.id });
    const sent = [
      await addSend({ playbook_run_id: run.id }),
      await addSend({ source_event: 'component.unhealthy', resource_id: component.id }),
      await addSend({ source_event: 'check.failed', resource_id: check.id }),
      await addSend({ source_event: 'canary.gone', resource_id: canary.id }),
      await addSend({ source_event: 'config.deleted', resource_id: component.id }),
      await addSend({ source_event: 'incident.created', resource_id: component.id }),
    ];
    const shown = [];
    for (const { id } of sent) shown.push((await read('notification_send_history_summary', `id = '${id}'`))[0]);
    expect(shown).toMatchObject([
      {
        resource_type: 'config',
        resource: {
          id: config,
          name: 'item',
          type: 'T',
          config_class: 'C',
          health: 'healthy',
          status: null,
          deleted_at: null,
        },
        playbook_run: { id: run.id, playbook_id: playbook.id, status: 'scheduled', playbook_name: 'Fix it' },
      },
      {
        resource_type: 'component',
        resource: { name: 'cart', icon: 'i', health: 'unhealthy', status: 'bad' },
        playbook_run: null,
      },
      { resource_type: 'check', resource: { name: 'k', type: 'http', health: 'unhealthy', status: 'unhealthy' } },
      { resource_type: 'canary', resource: { id: canary.id, name: 'c', deleted_at: null } },
      { resource_type: 'config', resource: null },
      { resource_type: null, resource: null },
    ]);
    expect(
      (await rows.all('select resource_type from notification_send_history_resources order by 1')).map(
        (row) => row.resource_type,
      ),
    ).toEqual(['canary', 'check', 'component', 'config']);
  });

  it('is told by resource with the messages that hold it', async () => {
    await rows.all('delete from notification_send_history');
    const other = '77777777-0000-0000-0000-000000000000';
    const parent = await addSend({ resource_id: other });
    const child = await addSend({ status: 'inhibited', parent_id: parent.id });
    await addSend({ resource_id: other });
    expect(
      (await rows.all('select id from notification_send_history_of_resource($1)', [config])).map(({ id }) => id).sort(),
    ).toEqual([parent.id, child.id].sort());
  });
});

describe('what was not sent', () => {
  const note = (status: string, more: string[] = [], values: unknown[] = []): Promise<Row> =>
    rows.one(
      `select insert_unsent_notification_to_history($1, 'config.unhealthy', $2, '${status}', '1 hour'${more.map((m, i) => `, ${m} => $${i + 3}`).join('')}) as id`,
      [rule, config, ...values],
    );

  it('counts up within the window', async () => {
    await rows.all('delete from notification_send_history');
    const first = await note('silenced');
    expect(await note('silenced', ['p_body'], ['second'])).toEqual(first);
    expect(await note('repeat-interval')).not.toEqual(first);
    expect(await rows.one('select count, body from notification_send_history where id = $1', [first.id])).toEqual({
      count: 2,
      body: 'second',
    });
    await rows.all("update notification_send_history set created_at = now() - interval '2 hours'");
    expect(await note('silenced')).not.toEqual(first);
  });

  it('counts apart what other messages hold', async () => {
    await rows.all('delete from notification_send_history');
    const [one, two] = [await addSend(), await addSend()];
    const first = await note('inhibited', ['p_parent_id'], [one.id]);
    expect(await note('inhibited', ['p_parent_id'], [two.id])).not.toEqual(first);
    expect(await note('inhibited', ['p_parent_id'], [one.id])).toEqual(first);
  });

  it('is skipped once in a window', async () => {
    await rows.all('delete from notification_send_history');
    const skip = (id: string): Promise<Row> =>
      rows.one("select skip_notification_send_history($1, '1 hour') as id", [id]);
    const [one, two] = [await addSend({ status: 'pending' }), await addSend({ status: 'pending' })];
    expect(await skip(one.id)).toEqual({ id: one.id });
    expect(await skip(two.id)).toEqual({ id: one.id });
    expect(await rows.all('select id, status, count from notification_send_history')).toEqual([
      { id: one.id, status: 'skipped', count: 2 },
    ]);
    expect(await skip(two.id)).toEqual({ id: null });
  });
});

describe('playbooks', () => {
  it('have names, with what the spec says first', async () => {
    await rows.all('delete from playbook_runs');
    await rows.all('delete from playbooks');
    await rows.add('playbooks', {
      name: 'a',
      title: 'A',
      spec: { category: 'Ops', icon: 'x', runsOn: ['far'] },
      source: 'UI',
      category: 'Old',
      description: 'd',
    });
    await rows.add('playbooks', { name: 'b', spec: {}, source: 'UI', category: 'Own' });
    await rows.add('playbooks', { name: 'c', spec: {}, source: 'UI', deleted_at: new Date() });
    expect(await rows.all('select name, title, category, icon, description from playbook_names order by name')).toEqual(
      [
        { name: 'a', title: 'A', category: 'Ops', icon: 'x', description: 'd' },
        { name: 'b', title: '', category: 'Own', icon: null, description: null },
      ],
    );
    const agent = await rows.add('agents', { name: 'far', person_id: person });
    const [listed] = await read('playbooks_for_agent');
    expect(listed).toMatchObject({ agent_name: 'far', agent_id: agent.id, person_id: person });
    expect(listed?.playbook_ids).toHaveLength(1);
  });

  it('have actions of a run and of its children, by start', async () => {
    const agent = await rows.add('agents', { name: 'runner' });
    const playbook = await rows.add('playbooks', { name: 'p', spec: {}, source: 'UI' });
    const run = await rows.add('playbook_runs', { playbook_id: playbook.id, agent_id: agent.id });
    const child = await rows.add('playbook_runs', { playbook_id: playbook.id, parent_id: run.id });
    const deeper = await rows.add('playbook_runs', { playbook_id: playbook.id, parent_id: child.id });
    const add = (run_id: string, name: string, start_time: string, more: Row = {}): Promise<Row & { id: string }> =>
      rows.add('playbook_run_actions', { playbook_run_id: run_id, name, start_time, ...more });
    await add(child.id, 'second', '2026-01-02T00:00:00Z', { error: 'no' });
    const first = await add(run.id, 'first', '2026-01-01T00:00:00Z', { agent_id: null, result: { ok: 1 } });
    await add(deeper.id, 'not ours', '2026-01-03T00:00:00Z');
    await rows.add('artifacts', { playbook_run_action_id: first.id, path: 'p', filename: 'f', size: 1, checksum: 'c' });
    expect(await rows.all('select * from get_playbook_run_actions($1)', [run.id])).toMatchObject([
      {
        name: 'first',
        agent: { name: 'runner' },
        artifacts: [{ filename: 'f', path: 'p', size: 1 }],
        result: { ok: 1 },
        error: null,
      },
      { name: 'second', agent: { name: 'local' }, artifacts: null, playbook_run_id: child.id, error: 'no' },
    ]);
  });
});

describe('permissions', () => {
  const add = async (more: Row): Promise<Row> => {
    const { id } = await rows.add('permissions', { action: 'read', object: 'catalog', ...more });
    const [shown] = await read('permissions_summary', `id = '${id}'`);
    if (!shown) throw new Error('not shown');
    return shown;
  };
  const NOBODY = { id: null, namespace: null, name: null };

  it('show their subject by its type', async () => {
    const team = await rows.add('teams', { name: 'ops', source: 'UI', icon: 'i', created_by: person });
    const group = await rows.add('permission_groups', { name: 'friends', namespace: 'n', selectors: {} });
    const topology = await rows.add('topologies', { name: 't', namespace: 'n', spec: {} });
    const gone = await rows.add('playbooks', { name: 'gone', spec: {}, source: 'UI', deleted_at: new Date() });
    expect(await add({ subject_type: 'person', subject: person })).toMatchObject({
      person: { id: person, name: 'Ann', email: 'ann@example.org' },
      team: null,
      group: null,
      playbook: null,
      source: 'UI',
      check_id: null,
    });
    expect(await add({ subject_type: 'team', subject: team.id })).toMatchObject({
      team: { id: team.id, namespace: 'UI', name: 'ops', icon: 'i' },
      person: null,
    });
    expect(await add({ subject_type: 'group', subject: 'friends' })).toMatchObject({
      group: { id: group.id, namespace: 'n', name: 'friends' },
    });
    expect(await add({ subject_type: 'group', subject: 'viewer' })).toMatchObject({ group: NOBODY });
    expect(await add({ subject_type: 'topology', subject: topology.id })).toMatchObject({
      topology: { id: topology.id, namespace: 'n', name: 't' },
    });
    expect(await add({ subject_type: 'playbook', subject: gone.id })).toMatchObject({ playbook: NOBODY });
    expect(await add({ subject_type: 'notification', subject: 'no id' })).toMatchObject({ notification: NOBODY });
  });

  it('show the object they are about', async () => {
    const connection = await rows.add('connections', { name: 'db', type: 'postgres' });
    const playbook = await rows.add('playbooks', { name: 'fix', title: 'Fix', icon: 'f', spec: {}, source: 'UI' });
    const subject = { subject_type: 'person', subject: person };
    expect(await add({ ...subject, connection_id: connection.id })).toMatchObject({
      connection_id: connection.id,
      connection: { id: connection.id, name: 'db', type: 'postgres' },
      catalog: null,
    });
    expect(await add({ ...subject, config_id: config })).toMatchObject({
      catalog: { id: config, name: 'item', type: 'T', config_class: 'C' },
    });
    expect(await add({ ...subject, playbook_id: playbook.id })).toMatchObject({
      playbook: { id: playbook.id, name: 'fix', title: 'Fix', icon: 'f', namespace: 'default' },
    });
    expect(await read('permissions_summary', `connection_id = '${connection.id}'`)).toHaveLength(1);
    const { id } = await rows.add('permissions', { action: 'read', deleted_at: new Date() });
    expect(await read('permissions_summary', `id = '${id}'`)).toEqual([]);
  });

  it('of a group are told by its members', async () => {
    await rows.all('delete from permissions');
    const canary = await rows.add('canaries', { name: 'ping', namespace: 'n', spec: {} });
    await rows.add('permission_groups', {
      name: 'night',
      namespace: 'n',
      selectors: {
        people: ['ann@example.org'],
        teams: ['ops'],
        canaries: [
          { namespace: 'n', name: 'ping' },
          { namespace: 'x', name: 'ping' },
        ],
        playbooks: ['fix'],
      },
    });
    await rows.add('permissions', { action: '*', object: 'catalog', subject_type: 'group', subject: 'night' });
    await rows.add('permissions', {
      action: 'read',
      object: 'logs',
      subject_type: 'group',
      subject: 'viewer',
      deny: true,
    });
    await rows.add('permissions', { action: 'read', subject_type: 'person', subject: person });
    const shown = await rows.all('select * from permissions_group_summary order by subject_type');
    expect(
      shown.map(({ subject_type, subject_label, action, deny }) => [subject_type, subject_label, action, deny]),
    ).toEqual([
      ['canary', 'ping', '*', false],
      ['group', 'viewer', 'read', true],
      ['person', 'Ann', '*', false],
      ['playbook', 'fix', '*', false],
      ['team', 'ops', '*', false],
    ]);
    expect(shown[0]?.subject).toBe(canary.id);
  });
});

describe('access in other systems', () => {
  it('expands groups to their members', async () => {
    const scraper = await rows.add('config_scrapers', { name: 's', spec: {}, source: 'UI' });
    const at = { scraper_id: scraper.id, account_id: 'a', created_at: '2026-01-01T00:00:00Z' };
    const id = (n: number): string => `${n}0000000-0000-0000-0000-000000000000`;
    for (const [n, name] of [
      [1, 'ann'],
      [2, 'bob'],
      [3, 'eve'],
    ] as const)
      await rows.all(
        'insert into external_users (id, name, user_type, email, scraper_id, account_id, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
        [id(n), name, 'user', `${name}@x`, at.scraper_id, at.account_id, at.created_at],
      );
    await rows.add('external_groups', { id: id(4), name: 'admins', group_type: 'g', ...at });
    await rows.add('external_roles', { id: id(5), name: 'owner', role_type: 'r', account_id: 'a' });
    for (const [user, deleted] of [
      [1, null],
      [2, new Date()],
    ] as const)
      await rows.all(
        'insert into external_user_groups (external_user_id, external_group_id, created_at, deleted_at) values ($1, $2, now(), $3)',
        [id(user), id(4), deleted],
      );
    const grant = { config_id: config, scraper_id: scraper.id, created_at: at.created_at };
    await rows.add('config_access', { id: 'g', external_group_id: id(4), external_role_id: id(5), ...grant });
    await rows.add('config_access', { id: 'u', external_user_id: id(3), ...grant });
    await rows.add('config_access', { id: 'd', external_user_id: id(2), deleted_at: new Date(), ...grant });
    await rows.all(
      "insert into config_access_logs (external_user_id, config_id, scraper_id, created_at) values ($1, $2, $3, '2026-02-01T00:00:00Z')",
      [id(1), config, scraper.id],
    );
    expect(await rows.all('select id, external_user_id from config_access_unwrapped order by id')).toEqual([
      { id: 'd', external_user_id: id(2) },
      { id: 'g', external_user_id: id(1) },
      { id: 'u', external_user_id: id(3) },
    ]);
    expect(
      await rows.all(
        'select config_name, "user", role, email, last_signed_in_at from config_access_summary order by 2',
      ),
    ).toEqual([
      {
        config_name: 'item',
        user: 'ann',
        role: 'owner',
        email: 'ann@x',
        last_signed_in_at: '2026-02-01T00:00:00+00:00',
      },
      { config_name: 'item', user: 'eve', role: null, email: 'eve@x', last_signed_in_at: null },
    ]);
  });
});
