import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT_TABLES } from './testing/contract-tables.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

const AGENT = '11111111-1111-1111-1111-111111111111';
const tables = [...CONTRACT_TABLES.matchAll(/^(\w+): /gm)].map((match) => String(match[1]));
let test: TestDatabase;
let db: Rows;
let person: string;

beforeAll(async () => {
  test = await createTestDatabase();
  db = rowsOf(test.database);
  person = (await db.add('people', { name: 'Ann' })).id;
  await db.add('agents', { id: AGENT, name: 'far' });
});
afterAll(() => test.drop());

const withColumn = async (column: string): Promise<unknown[]> =>
  (
    await db.all(
      `select attrelid::regclass::text as name from pg_attribute where attname = $1 and attrelid = any ($2::regclass[]) order by 1`,
      [column, tables],
    )
  ).map(({ name }) => name);
const withTrigger = async (ending: string): Promise<unknown[]> =>
  (
    await db.all(
      `select tgrelid::regclass::text as name from pg_trigger where tgrelid = any ($2::regclass[])
       and tgname = tgrelid::regclass::text || $1 and tgenabled = 'O' order by 1`,
      [ending, tables],
    )
  ).map(({ name }) => name);

describe('every table', () => {
  it('that has updated_at moves it', async () => {
    const found = await withColumn('updated_at');
    expect(found.length).toBeGreaterThan(35);
    expect(await withTrigger('_touch')).toEqual(found);
  });

  it('that is pushed upstream is unpushed by a change', async () => {
    const found = await withColumn('is_pushed');
    expect(found.length).toBeGreaterThan(15);
    expect(await withTrigger('_unpush')).toEqual(found);
  });
});

describe('updated_at', () => {
  const samples: [string, Row, Row][] = [
    ['components', { name: 'c', external_id: 'x', status: 's' }, { properties: '[{"text":"x"}]' }],
    ['topologies', { name: 't', namespace: 'n' }, { spec: { a: 1 } }],
    ['config_scrapers', { name: 's', spec: {}, source: 'UI' }, { spec: { a: 1 } }],
    ['logging_backends', { name: 'l', spec: {} }, { labels: { a: 'b' } }],
    ['permissions', { action: 'read', object: 'catalog', subject: 'viewer' }, { deny: true }],
    ['views', { name: 'v', spec: {} }, { error: 'x' }],
    ['saved_query', { query: 'q' }, { icon: 'x' }],
    ['identities', { schema_id: 's', traits: { email: 'z@x' } }, { state: 'inactive' }],
    ['artifacts', { path: 'p', filename: 'f', size: 1, checksum: 'c' }, { content_type: 'x' }],
  ];
  const isOld = (row: Row): boolean => String(row.updated_at).startsWith('2000-01-01');

  it.each(samples)('of %s moves with a change and not without', async (table, columns, change) => {
    const { id } = await db.add(table, { ...columns, updated_at: '2000-01-01' });
    const [name = '', value] = Object.entries(columns)[0] ?? [];
    expect(isOld(await db.set(table, id, { [name]: value }))).toBe(true);
    expect(isOld(await db.set(table, id, change))).toBe(false);
  });

  it.each([
    ['a soft delete', {}, { description: 'x', deleted_at: 'now()' }],
    ['a push', {}, { description: 'x', is_pushed: true }],
    ['a push taken back', { is_pushed: true }, { description: 'x', is_pushed: false }],
    ["another agent's row", { agent_id: AGENT }, { description: 'x' }],
  ])('of a component does not move with %s', async (_what, columns, change) => {
    const { id } = await db.add('components', {
      name: randomUUID(),
      external_id: 'x',
      status: 's',
      updated_at: '2000-01-01',
      ...columns,
    });
    expect(isOld(await db.set('components', id, change))).toBe(true);
  });

  it('moves and the row is unpushed when a pushed row changes', async () => {
    const { id } = await db.add('config_scrapers', {
      name: 'p',
      spec: {},
      source: 'UI',
      is_pushed: true,
      updated_at: '2000-01-01',
    });
    const row = await db.set('config_scrapers', id, { name: 'q' });
    expect([isOld(row), row.is_pushed]).toEqual([false, false]);
  });

  it('of links without a key of their own moves too', async () => {
    const item = await db.add('config_items', { type: 'T', config_class: 'C' });
    const component = await db.add('components', { name: 'linked', external_id: 'x', status: 's', created_by: person });
    await db.add('config_component_relationships', {
      component_id: component.id,
      config_id: item.id,
      updated_at: '2000-01-01',
    });
    await db.all(`update config_component_relationships set selector_id = 'manual' where config_id = $1`, [item.id]);
    expect(
      isOld(await db.one('select updated_at from config_component_relationships where config_id = $1', [item.id])),
    ).toBe(false);
    await expect(
      db.add('config_component_relationships', { component_id: component.id, config_id: item.id }),
    ).rejects.toMatchObject({
      code: '23505',
    });
  });
});
