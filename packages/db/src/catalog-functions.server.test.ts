import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { LOCAL, type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let rows: Rows;
let person: string;

const addItem = async (name: string, more: Row = {}): Promise<string> =>
  (await rows.add('config_items', { name, type: 'T', config_class: 'T', ...more })).id;
const column = async (sql: string, values: unknown[] = []): Promise<unknown[]> =>
  (await rows.all(sql, values)).map((row) => Object.values(row)[0]);

beforeAll(async () => {
  test = await createTestDatabase();
  rows = rowsOf(test.database);
  person = String((await rows.one("select id from people where name = 'System'")).id);
});
afterAll(() => test.drop());

describe('related_changes_recursive', () => {
  let top: string;
  let middle: string;
  let leaf: string;

  beforeAll(async () => {
    top = await addItem('top');
    middle = await addItem('middle', { path: top });
    leaf = await addItem('leaf', { path: `${top}.${middle}` });
    const dead = await addItem('dead', { path: top, deleted_at: new Date() });
    const user = await addItem('user');
    const used = await addItem('used');
    await rows.add('config_relationships', { config_id: user, related_id: middle, relation: 'uses' });
    await rows.add('config_relationships', { config_id: middle, related_id: used, relation: 'uses' });
    await rows.all('delete from config_changes');
    for (const id of [top, middle, leaf, dead, user, used])
      await rows.add('config_changes', { config_id: id, change_type: 'diff' });
  });

  const names = async (id: string, args = ''): Promise<unknown[]> =>
    column(`select name from related_changes_recursive($1${args}) order by name`, [id]);

  it('tells of an item and what is below it', async () => {
    expect(await names(top)).toEqual(['leaf', 'middle', 'top']);
    expect(await names(middle)).toEqual(['leaf', 'middle']);
    expect(await names(top, ", 'downstream', true")).toEqual(['dead', 'leaf', 'middle', 'top']);
  });

  it('tells of what is above, around, or of the item alone', async () => {
    expect(await names(leaf, ", 'upstream'")).toEqual(['leaf', 'middle', 'top']);
    expect(await names(middle, ", 'all'")).toEqual(['middle', 'top', 'used', 'user']);
    expect(await names(middle, ", 'none'")).toEqual(['middle']);
    expect(await names(middle, ", ''")).toEqual(['middle']);
  });

  it('adds what soft relationships lead to, when asked', async () => {
    expect(await names(middle, ", 'downstream', false, 5, true")).toEqual(['leaf', 'middle', 'used']);
    expect(await names(middle, ", 'upstream', false, 5, true")).toEqual(['middle', 'top', 'user']);
  });

  it('tells the changes of a deleted item that is asked for', async () => {
    await rows.set('config_items', leaf, { deleted_at: new Date() });
    expect(await names(leaf)).toEqual(['leaf']);
    expect(await names(middle)).toEqual(['middle']);
    await rows.set('config_items', leaf, { deleted_at: null });
  });

  it('knows the relations of an item', async () => {
    expect(await column('select id from lookup_config_relations($1)', [middle])).toHaveLength(2);
  });
});

describe('locations', () => {
  let region: string;

  beforeAll(async () => {
    await rows.all('delete from config_items where path is not null');
    const account = await addItem('account', { type: 'AWS::::Account', external_id: ['aws://1', 'alias'] });
    region = await addItem('region', { type: 'AWS::Region', external_id: ['aws://1/eu'] });
    const bucket = await addItem('bucket', { type: 'AWS::S3::Bucket', external_id: ['aws://1/eu/b%c'] });
    await addItem('gone', { type: 'AWS::Region', external_id: ['aws://1'], deleted_at: new Date() });
    for (const [id, location] of [
      [bucket, 'aws://1'],
      [bucket, 'alias'],
      [bucket, 'aws://1/eu'],
      [region, 'aws://1'],
      [account, 'AWS://1/eu'],
    ] as const)
      await rows.all('insert into config_locations (id, location) values ($1, $2)', [id, location]);
  });

  const itemId = async (name: string): Promise<string> =>
    String((await rows.one('select id from config_items where name = $1', [name])).id);
  const parents = async (name: string, args = ''): Promise<unknown[]> =>
    column(`select name from get_parents_by_location($1${args})`, [await itemId(name)]);
  const children = async (name: string, args = ''): Promise<unknown[]> =>
    column(`select name from get_children_by_location($1${args})`, [await itemId(name)]);

  it('lead to parents by exact external id, each once, accounts first', async () => {
    expect(await parents('bucket')).toEqual(['account', 'region']);
    expect(await parents('bucket', ", 'aws://1/'")).toEqual(['region']);
    expect(await parents('bucket', ', null, true')).toEqual(['account', 'gone', 'region']);
    expect(await parents('account')).toEqual([]);
    expect(await column('select id from get_parent_ids_by_location($1)', [await itemId('region')])).toEqual([
      await itemId('account'),
    ]);
  });

  it('lead to children by the beginning, letter by letter', async () => {
    expect(await children('account')).toEqual(['region', 'bucket']);
    expect(await children('account', ", 'alias'")).toEqual(['bucket']);
    expect(await children('region')).toEqual(['bucket']);
    await rows.set('config_items', region, { deleted_at: new Date() });
    expect(await children('account')).toEqual(['bucket']);
    expect(await children('account', ', null, true')).toEqual(['region', 'bucket']);
    expect(await column('select id from get_children_id_by_location($1)', [region])).toEqual([await itemId('bucket')]);
  });

  it('rank kinds of items', async () => {
    const ranks = [
      'Kubernetes::Cluster',
      'AWS::Region',
      'Kubernetes::Namespace',
      'AWS::EC2::VPC',
      'Kubernetes::Ingress',
      'Kubernetes::Service',
      'X',
    ];
    expect(
      await column('select config_location_rank(t) from unnest($1::text[]) with ordinality u(t, n) order by n', [
        ranks,
      ]),
    ).toEqual([1, 2, 3, 4, 5, 6, 99]);
  });
});

describe('maintenance', () => {
  it('removes items for good, but not those that something points to', async () => {
    const playbook = await rows.add('playbooks', { name: 'p', spec: {}, source: 'UI' });
    const parent = await addItem('old parent', { deleted_at: '2020-01-01T00:00:00Z' });
    const kept = await addItem('kept', { deleted_at: '2020-01-01T00:00:00Z', parent_id: parent });
    const child = await addItem('live child', { parent_id: parent });
    const shown = await addItem('in a component', { deleted_at: '2020-01-01T00:00:00Z' });
    await addItem('young', { deleted_at: new Date() });
    await rows.add('playbook_runs', { playbook_id: playbook.id, config_id: kept });
    await rows.add('components', { name: 'c', external_id: 'c', status: 'x', config_id: shown });
    await rows.add('config_changes', { config_id: parent, change_type: 'diff' });
    expect(await rows.one('select delete_old_config_items(7) as n')).toEqual({ n: 1 });
    expect(
      await column(
        "select name from config_items where name in ('old parent', 'kept', 'in a component', 'young', 'live child') order by name",
      ),
    ).toEqual(['in a component', 'kept', 'live child', 'young']);
    expect(await rows.one('select parent_id from config_items where id = $1', [child])).toEqual({ parent_id: null });
    expect(await rows.one('select drop_config_items($1) as n', [[child, kept]])).toEqual({ n: 1 });
  });

  it('keeps items whose change or insight is evidence', async () => {
    const item = await addItem('proof', { deleted_at: '2020-01-01T00:00:00Z' });
    const insight = await rows.add('config_analysis', { config_id: item, analyzer: 'a' });
    const incident = await rows.add('incidents', {
      title: 'i',
      created_by: person,
      severity: 'high',
      description: '',
      type: 'x',
      status: 'open',
    });
    const hypothesis = await rows.add('hypotheses', {
      incident_id: incident.id,
      created_by: person,
      type: 'root',
      title: 'h',
      status: 'likely',
    });
    await rows.add('evidences', {
      hypothesis_id: hypothesis.id,
      created_by: person,
      description: '',
      type: 'config_analysis',
      config_analysis_id: insight.id,
    });
    expect(await rows.one('select drop_config_items($1) as n', [[item]])).toEqual({ n: 0 });
  });

  it('takes a person out of teams, roles and tokens', async () => {
    const ann = await rows.add('people', { name: 'Ann' });
    const team = await rows.add('teams', { name: 't', created_by: person });
    await rows.all('insert into team_members (team_id, person_id) values ($1, $2)', [team.id, ann.id]);
    await rows.add('access_tokens', { name: 'k', person_id: ann.id, value: 'v', created_at: new Date() });
    await rows.add('casbin_rule', { ptype: 'g', v0: ann.id, v1: 'admin' });
    await rows.all('select delete_person($1)', [ann.id]);
    expect(await column('select deleted_at is not null from people where id = $1', [ann.id])).toEqual([true]);
    expect(
      await column(
        'select 1 from team_members where person_id = $1 union all select 1 from access_tokens where person_id = $1',
        [ann.id],
      ),
    ).toEqual([]);
    expect(await column('select 1 from casbin_rule where v0 = $1', [ann.id])).toEqual([]);
  });

  it('marks what an agent brought as deleted, never what is local', async () => {
    const agent = await rows.add('agents', { name: 'far' });
    const far = await addItem('far item', { agent_id: agent.id });
    const near = await addItem('near item');
    await rows.all('select delete_agent_resources($1)', [LOCAL]);
    await rows.all('select delete_agent_resources($1)', [agent.id]);
    expect(
      await column('select deleted_at is not null from config_items where id = any ($1) order by name', [[far, near]]),
    ).toEqual([true, false]);
  });

  it('marks a canary and a check as deleted', async () => {
    const canary = await rows.add('canaries', { name: 'c', namespace: 'n', spec: {} });
    const checks = [
      await rows.add('checks', { name: 'a', type: 'http', canary_id: canary.id }),
      await rows.add('checks', { name: 'b', type: 'http', canary_id: canary.id }),
    ];
    await rows.all('select soft_delete_check($1)', [checks[0]?.id]);
    expect(await column('select name from checks where canary_id = $1 and deleted_at is null', [canary.id])).toEqual([
      'b',
    ]);
    await rows.all('select soft_delete_canary($1)', [canary.id]);
    expect(await column('select name from checks where canary_id = $1 and deleted_at is null', [canary.id])).toEqual(
      [],
    );
  });

  it('masks what is no reference', async () => {
    expect(
      await column(
        "select mask_sensitive(v) from unnest(array['', 'x', 'secret://a', 'configmap://a', 'helm://a', 'serviceaccount://a', 'http://a', null]) v",
      ),
    ).toEqual(['', '***', 'secret://a', 'configmap://a', 'helm://a', 'serviceaccount://a', '***', '***']);
  });

  it('reads ids from text without an error', async () => {
    expect(
      await column(
        "select text_to_uuid(v) from unnest(array['x', '', null, '11111111-1111-1111-1111-111111111111']) v",
      ),
    ).toEqual([null, null, null, '11111111-1111-1111-1111-111111111111']);
  });
});
