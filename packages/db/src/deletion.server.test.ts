import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { LOCAL, type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let db: Rows;
let person: string;
let counter = 0;

const name = (): string => `n-${++counter}`;
const addCanary = (columns: Row = {}): Promise<Row & { id: string }> =>
  db.add('canaries', { name: name(), namespace: 'default', spec: {}, ...columns });
const addCheck = (canary_id: string, columns: Row = {}): Promise<Row & { id: string }> =>
  db.add('checks', { canary_id, type: 'http', name: name(), ...columns });
const addComponent = (columns: Row = {}): Promise<Row & { id: string }> =>
  db.add('components', { name: name(), external_id: 'x', status: 'ok', ...columns });
const addItem = (columns: Row = {}): Promise<Row & { id: string }> =>
  db.add('config_items', { type: 'T', config_class: 'C', ...columns });
const deletedAt = async (table: string, where: string, id: string): Promise<unknown[]> =>
  (await db.all(`select deleted_at from ${table} where ${where} = $1`, [id])).map((row) => row.deleted_at);
const isDeleted = async (table: string, where: string, id: string): Promise<boolean[]> =>
  (await deletedAt(table, where, id)).map((at) => at !== null);

beforeAll(async () => {
  test = await createTestDatabase();
  db = rowsOf(test.database);
  person = (await db.add('people', { name: 'Ann' })).id;
});
afterAll(() => test.drop());

describe('a soft delete', () => {
  const at = '2021-01-01T00:00:00+00:00';

  it('of a canary takes its checks and its links to components, those that live', async () => {
    const canary = await addCanary();
    const check = await addCheck(canary.id);
    const component = await addComponent();
    await db.add('check_component_relationships', {
      canary_id: canary.id,
      check_id: check.id,
      component_id: component.id,
    });
    await db.add('check_component_relationships', {
      canary_id: canary.id,
      check_id: check.id,
      component_id: component.id,
      selector_id: 's',
      deleted_at: '2020-01-01',
    });
    await db.set('canaries', canary.id, { deleted_at: at });
    expect(await deletedAt('checks', 'id', check.id)).toEqual([at]);
    expect((await deletedAt('check_component_relationships', 'canary_id', canary.id)).sort()).toEqual([
      '2020-01-01T00:00:00+00:00',
      at,
    ]);
  });

  it('of a check takes its links to components, not those to items', async () => {
    const canary = await addCanary();
    const check = await addCheck(canary.id);
    const [component, item] = [await addComponent(), await addItem()];
    const link = { canary_id: canary.id, check_id: check.id };
    await db.add('check_component_relationships', { ...link, component_id: component.id });
    await db.add('check_config_relationships', { ...link, config_id: item.id });
    await db.set('checks', check.id, { deleted_at: at });
    expect(await deletedAt('check_component_relationships', 'check_id', check.id)).toEqual([at]);
    expect(await deletedAt('check_config_relationships', 'check_id', check.id)).toEqual([null]);
  });

  it('of a component takes its links on either side, and its teams for good', async () => {
    const canary = await addCanary();
    const check = await addCheck(canary.id);
    const [component, parent, child, item] = [
      await addComponent(),
      await addComponent(),
      await addComponent(),
      await addItem(),
    ];
    const team = await db.add('teams', { name: name(), created_by: person });
    await db.add('team_components', { team_id: team.id, component_id: component.id });
    await db.add('component_relationships', { component_id: component.id, relationship_id: parent.id });
    await db.add('component_relationships', { component_id: child.id, relationship_id: component.id });
    await db.add('check_component_relationships', {
      component_id: component.id,
      check_id: check.id,
      canary_id: canary.id,
    });
    await db.add('config_component_relationships', { component_id: component.id, config_id: item.id });
    await db.set('components', component.id, { deleted_at: at });
    expect(await isDeleted('component_relationships', 'component_id', component.id)).toEqual([true]);
    expect(await isDeleted('component_relationships', 'relationship_id', component.id)).toEqual([true]);
    expect(await isDeleted('check_component_relationships', 'component_id', component.id)).toEqual([true]);
    expect(await isDeleted('config_component_relationships', 'component_id', component.id)).toEqual([true]);
    expect(await db.all('select 1 from team_components where component_id = $1', [component.id])).toEqual([]);
  });

  it('of a team takes its components and frees its name', async () => {
    const component = await addComponent();
    const team = await db.add('teams', { name: 'freed', created_by: person });
    await expect(db.add('teams', { name: 'freed', created_by: person })).rejects.toMatchObject({ code: '23505' });
    await db.add('team_components', { team_id: team.id, component_id: component.id });
    await db.set('teams', team.id, { deleted_at: 'now()' });
    expect(await db.all('select 1 from team_components where team_id = $1', [team.id])).toEqual([]);
    expect(await db.add('teams', { name: 'freed', created_by: person })).toMatchObject({ name: 'freed' });
  });

  it('of an incident rule frees its name', async () => {
    const rule = await db.add('incident_rules', { name: 'freed', created_by: person });
    await expect(db.add('incident_rules', { name: 'freed', created_by: person })).rejects.toMatchObject({
      code: '23505',
    });
    await db.set('incident_rules', rule.id, { deleted_at: 'now()' });
    expect(await db.add('incident_rules', { name: 'freed', created_by: person })).toMatchObject({ name: 'freed' });
  });
});

describe('an agent that goes', () => {
  async function addAgent(columns: Row = {}): Promise<{ agent: string; account: string }> {
    const account = await db.add('people', { name: name(), type: 'agent' });
    const agent = await db.add('agents', { name: name(), person_id: account.id, ...columns });
    await db.add('access_tokens', { name: 't', person_id: account.id, value: 'v', created_at: 'now' });
    return { agent: agent.id, account: account.id };
  }
  const ended = async (account: string): Promise<unknown> =>
    (await db.one('select expires_at <= now() as ended from access_tokens where person_id = $1', [account])).ended;
  async function addAll(agent_id: string): Promise<[string, string][]> {
    const canary = await addCanary({ agent_id });
    const topology = await db.add('topologies', { agent_id, name: name(), namespace: 'default' });
    const scraper = await db.add('config_scrapers', { agent_id, name: name(), spec: {}, source: 'Push' });
    return [
      ['canaries', canary.id],
      ['checks', (await addCheck(canary.id, { agent_id })).id],
      ['topologies', topology.id],
      ['components', (await addComponent({ agent_id, topology_id: topology.id })).id],
      ['config_scrapers', scraper.id],
      ['config_items', (await addItem({ agent_id, scraper_id: scraper.id })).id],
      ['logging_backends', (await db.add('logging_backends', { agent_id, name: name(), spec: {} })).id],
    ];
  }

  it.each([
    ['as it is', {}, {}, false],
    ['marked before', { cleanup: true }, {}, true],
    ['marked now', {}, { cleanup: true }, true],
  ])('loses its tokens, and what it sent when told so: %s', async (_what, columns, change, cleaned) => {
    const { agent, account } = await addAgent(columns);
    const sent = await addAll(agent);
    await db.set('agents', agent, { last_seen: 'now' });
    expect(await ended(account)).toBe(null);
    await db.set('agents', agent, { deleted_at: 'now()', ...change });
    expect(await ended(account)).toBe(true);
    for (const [table, id] of sent) expect([table, await isDeleted(table, 'id', id)]).toEqual([table, [cleaned]]);
  });

  it('for good loses its tokens too', async () => {
    const { agent, account } = await addAgent();
    await db.all('delete from agents where id = $1', [agent]);
    expect(await ended(account)).toBe(true);
  });

  it('is never the local one', async () => {
    const [, check] = await addAll(LOCAL);
    await db.all('update agents set cleanup = true, deleted_at = now() where id = $1', [LOCAL]);
    expect(await isDeleted('checks', 'id', check?.[1] ?? '')).toEqual([false]);
  });
});
