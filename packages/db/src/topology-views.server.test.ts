import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let rows: Rows;
let shop: string;
let cart: string;
let config: string;
let canary: string;
let check: string;
let person: string;

const read = (view: string, where = 'true'): Promise<Row[]> => rows.all(`select * from ${view} where ${where}`);
const addComponent = async (name: string, more: Row = {}): Promise<string> =>
  (await rows.add('components', { name, external_id: name, status: 'healthy', type: 'Application', ...more })).id;

beforeAll(async () => {
  test = await createTestDatabase();
  rows = rowsOf(test.database);
  person = String((await rows.one("select id from people where name = 'System'")).id);
  shop = await addComponent('shop', {
    labels: { team: 'a' },
    log_selectors: JSON.stringify([{ name: 'logs' }, { name: 'audit' }]),
  });
  cart = await addComponent('cart', { labels: { team: 'b' }, type: 'Service', parent_id: shop });
  await addComponent('hidden', { hidden: true, type: null });
  await addComponent('gone', { deleted_at: new Date(), labels: { team: 'old' } });
  ({ id: config } = await rows.add('config_items', { type: 'T', config_class: 'C', name: 'item' }));
  ({ id: canary } = await rows.add('canaries', { name: 'c1', namespace: 'n', spec: {}, labels: { app: 'x' } }));
  await rows.add('canaries', { name: 'c0', namespace: 'n', spec: {}, deleted_at: new Date() });
  ({ id: check } = await rows.add('checks', {
    name: 'k',
    type: 'http',
    canary_id: canary,
    status: 'healthy',
    severity: 'high',
    labels: { zone: 'z' },
  }));
  const bad = await rows.add('checks', {
    name: 'bad',
    type: 'http',
    canary_id: canary,
    status: 'unhealthy',
    deleted_at: new Date(),
  });
  for (const id of [check, bad.id]) {
    await rows.add('check_component_relationships', { component_id: shop, check_id: id, canary_id: canary });
    await rows.add('check_config_relationships', { config_id: config, check_id: id, canary_id: canary });
  }
  const lost = await rows.add('checks', { name: 'lost', type: 'tcp', canary_id: canary });
  await rows.add('check_component_relationships', {
    component_id: shop,
    check_id: lost.id,
    canary_id: canary,
    deleted_at: new Date(),
  });
  await rows.add('component_relationships', { component_id: cart, relationship_id: shop });
  await rows.add('component_relationships', { component_id: shop, relationship_id: cart, deleted_at: new Date() });
  await rows.add('config_component_relationships', { component_id: shop, config_id: config });
  await rows.add('config_component_relationships', { component_id: cart, config_id: config, deleted_at: new Date() });
  const team = await rows.add('teams', { name: 'owners', created_by: person });
  await rows.add('team_components', { team_id: team.id, component_id: shop });
  for (const [severity, status] of [
    ['info', 'open'],
    ['critical', 'open'],
    ['high', 'resolved'],
  ])
    await rows.add('config_analysis', {
      config_id: config,
      analyzer: 'a',
      analysis_type: 'security',
      severity,
      status,
    });
  await rows.all('delete from config_changes');
  for (const age of [1, 3, 2])
    await rows.one(
      'insert into config_changes (config_id, change_type, created_at) values ($1, $2, now() - make_interval(hours => $3)) returning id',
      [config, `t${age}`, age],
    );
  const base = {
    title: 'i',
    created_by: person,
    severity: 'high',
    description: '',
    type: 'availability',
    status: 'open',
  };
  for (const more of [{}, { resolved: new Date(), status: 'resolved' }]) {
    const incident = await rows.add('incidents', { ...base, ...more });
    const hypothesis = await rows.add('hypotheses', {
      incident_id: incident.id,
      created_by: person,
      type: 'root',
      title: 'h',
      status: 'likely',
    });
    for (const evidence of [{ component_id: shop }, { component_id: shop, config_id: config }])
      await rows.add('evidences', {
        hypothesis_id: hypothesis.id,
        description: 'd',
        created_by: person,
        type: 'topology',
        ...evidence,
      });
  }
});
afterAll(() => test.drop());

describe('components', () => {
  it('have names, types and labels', async () => {
    expect((await rows.all('select name from component_names order by name')).map(({ name }) => name)).toEqual([
      'cart',
      'shop',
    ]);
    expect((await rows.all('select name from component_names_all order by name')).map(({ name }) => name)).toEqual([
      'cart',
      'gone',
      'shop',
    ]);
    expect(await read('component_types')).toEqual([{ type: 'Application' }, { type: 'Service' }]);
    expect((await read('components_with_logs')).map(({ name }) => name)).toEqual(['shop']);
    expect((await read('component_labels')).map(({ value }) => value)).toEqual(['a', 'b', 'old']);
    expect(await read('component_labels_keys')).toEqual([{ key: 'label:team' }]);
  });

  it('have checks by live links, deleted checks included', async () => {
    expect((await read('checks_by_component')).map(({ name }) => name).sort()).toEqual(['bad', 'k']);
    expect(await read('check_summary_by_component')).toEqual([
      { component_id: shop, checks: { healthy: 1, unhealthy: 1 } },
    ]);
    expect(await rows.all('select id from check_summary_for_component($1)', [shop])).toHaveLength(2);
  });

  it('have open insights, the worst first, even over a deleted link', async () => {
    const found = await read('analysis_by_component');
    expect(found.map(({ severity, component_id }) => [severity, component_id === shop])).toEqual([
      ['critical', expect.anything()],
      ['critical', expect.anything()],
      ['info', expect.anything()],
      ['info', expect.anything()],
    ]);
    expect(found[0]).toMatchObject({ config_id: config, name: 'item', config_class: 'C', type: 'T' });
    expect(await read('analysis_summary_by_component')).toEqual([
      { id: shop, analysis: { security: { critical: 1, high: 1, info: 1 } } },
    ]);
    expect(await rows.all('select id from lookup_analysis_by_component($1)', [cart])).toHaveLength(3);
    expect(await rows.all("select id from lookup_analysis_by_component('no id')")).toEqual([]);
  });

  it('have changes, newest first', async () => {
    const found = await read('changes_by_component', `component_id = '${shop}'`);
    expect(found.map(({ change_type }) => change_type)).toEqual(['t1', 't2', 't3']);
    expect(found[0]).toMatchObject({ config_id: config, config_deleted_at: null });
    expect(found.every(({ id, change_id }) => id === change_id)).toBe(true);
    expect(await rows.all('select id from lookup_changes_by_component($1)', [shop])).toHaveLength(3);
  });

  it('have incidents, each once', async () => {
    expect(await read('incident_summary_by_component')).toEqual([
      { id: shop, incidents: { availability: { high: 1 } } },
    ]);
    expect(await read('incidents_by_component', `component_id = '${shop}'`)).toHaveLength(2);
    expect(await read('incidents_by_config', `config_id = '${config}'`)).toHaveLength(2);
    expect(await rows.all('select id from lookup_component_incidents($1)', [shop])).toHaveLength(2);
  });

  it('come together in the topology', async () => {
    expect(await read('topology', `id = '${shop}'`)).toMatchObject([
      {
        name: 'shop',
        logs: [{ name: 'logs' }, { name: 'audit' }],
        checks: { healthy: 1, unhealthy: 1 },
        team_names: ['owners'],
        incidents: { availability: { high: 1 } },
        analysis: { security: { critical: 1 } },
        children: [cart],
        parents: null,
      },
    ]);
    expect(await read('topology', `id = '${cart}'`)).toMatchObject([
      { logs: null, checks: null, children: null, parents: [shop] },
    ]);
    expect((await read('topology')).map(({ name }) => name).sort()).toEqual(['cart', 'hidden', 'shop']);
  });
});

describe('lookups of components', () => {
  const ids = async (sql: string, value: unknown): Promise<unknown[]> =>
    (await rows.all(sql, [value])).map((row) => Object.values(row)[0]);

  it('go by item, check, property and relation', async () => {
    expect(await ids('select id from lookup_components_by_config($1)', config)).toEqual([shop]);
    expect(await ids('select id from lookup_components_by_check($1)', check)).toEqual([shop]);
    expect(await ids('select id from lookup_configs_by_component($1)', shop)).toEqual([config]);
    expect(await ids('select id from lookup_configs_by_component($1)', cart)).toEqual([]);
    expect(await ids('select id from lookup_component_relations($1)', shop)).toEqual([cart]);
    await rows.set('components', cart, { properties: JSON.stringify([{ name: 'env', text: 'prod' }]) });
    expect(await ids("select id from lookup_component_by_property('env', $1)", 'prod')).toEqual([cart]);
    expect(await ids("select id from lookup_component_by_property('env', $1)", 'test')).toEqual([]);
    expect(await ids('select names from lookup_component_names($1)', [cart, 'x', shop])).toEqual([['cart', 'shop']]);
  });

  it('share configuration items', async () => {
    const other = await addComponent('other');
    await rows.add('config_component_relationships', { component_id: other, config_id: config });
    expect(await ids('select id from lookup_component_config_id_related_components($1)', shop)).toEqual([other]);
  });

  it('go down the tree, so many levels', async () => {
    const leaf = await addComponent('leaf', { parent_id: cart });
    expect(await rows.all('select * from lookup_component_children($1)', [shop])).toEqual([
      { child_id: shop, parent_id: null, level: 0 },
      { child_id: cart, parent_id: shop, level: 1 },
      { child_id: leaf, parent_id: cart, level: 2 },
    ]);
    expect(await rows.all('select * from lookup_component_children($1, 1)', [shop])).toHaveLength(2);
    expect(await rows.all('select * from lookup_config_children($1, 0)', [config])).toEqual([
      { child_id: config, parent_id: null, level: 0 },
    ]);
  });
});

describe('checks', () => {
  it('of an item have their summary', async () => {
    expect(
      (await read('check_summary_for_config', `config_id = '${config}'`))
        .map(({ name, labels }) => [name, labels])
        .sort(),
    ).toEqual([
      ['bad', { app: 'x' }],
      ['k', { app: 'x', zone: 'z' }],
    ]);
    expect((await read('checks_by_config')).map(({ name }) => name).sort()).toEqual(['bad', 'k']);
    expect(await read('check_summary_by_config')).toEqual([
      { config_id: config, checks: { healthy: 1, unhealthy: 1 } },
    ]);
  });

  it('have labels, and live canaries names', async () => {
    expect(await read('check_labels')).toEqual([{ key: 'zone', value: 'z' }]);
    expect(await read('checks_labels_keys')).toEqual([{ key: 'label:zone' }]);
    expect(await read('canary_names')).toEqual([{ id: canary, name: 'c1', namespace: 'n' }]);
  });

  it('have artifacts of a result, or one of nulls', async () => {
    await rows.all(
      "insert into check_statuses (check_id, time, status, duration) values ($1, '2026-01-01T00:00:00Z', true, 5), ($1, '2026-01-02T00:00:00Z', false, 6)",
      [check],
    );
    const artifact = await rows.add('artifacts', {
      check_id: check,
      check_time: '2026-01-01T00:00:00Z',
      path: 'p',
      filename: 'f',
      size: 7,
      checksum: 's',
    });
    expect(
      (await rows.all('select check_status, artifacts from checks_status_artifacts order by time')).map(Object.values),
    ).toEqual([
      [true, [{ name: 'f', size: 7, id: artifact.id }]],
      [false, [{ name: null, size: null, id: null }]],
    ]);
  });
});
