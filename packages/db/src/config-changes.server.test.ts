import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let db: Rows;
let config: string;

const add = (columns: Row = {}): Promise<Row & { id: string }> =>
  db.add('config_changes', { config_id: config, change_type: 'diff', ...columns });
const stored = (id: string): Promise<Row> => db.one('select * from config_changes where id = $1', [id]);

beforeAll(async () => {
  test = await createTestDatabase();
  db = rowsOf(test.database);
});
beforeEach(async () => {
  config = (await db.add('config_items', { type: 'T', config_class: 'C' })).id;
  await db.forget();
});
afterAll(() => test.drop());

describe('an insert of a change', () => {
  it('returns the row', async () => {
    const row = await add({ summary: 'new', external_change_id: 'e-1' });
    expect(row).toMatchObject({ config_id: config, summary: 'new', count: 1 });
    expect(await stored(row.id)).toEqual(row);
  });

  it('of a known external id merges into the first row and returns that', async () => {
    const first = await add({
      external_change_id: 'e',
      created_at: '2020-01-01',
      first_observed: '2020-01-01',
      summary: 'a',
    });
    const again = await add({ external_change_id: 'e', created_at: '2020-02-01', summary: 'b', severity: 'high' });
    expect(again).toMatchObject({
      id: first.id,
      summary: 'b',
      severity: 'high',
      count: 2,
      created_at: '2020-02-01T00:00:00+00:00',
      first_observed: '2020-01-01T00:00:00+00:00',
      inserted_at: first.inserted_at,
    });
    expect(await db.all('select id from config_changes where config_id = $1', [config])).toEqual([{ id: first.id }]);
  });

  it.each([
    ['the same', {}, 1],
    ['a later time', { created_at: '2020-02-01' }, 2],
    ['other details', { details: { a: 2 } }, 2],
    ['another summary', { summary: 'x' }, 1],
  ])('counts one more for %s or not', async (_what, columns, count) => {
    const known = { external_change_id: 'e', created_at: '2020-01-01', details: { a: 1 } };
    await add(known);
    expect((await add({ ...known, ...columns })).count).toBe(count);
  });

  it('of the same external id of another item, or of none, is a row of its own', async () => {
    const other = await db.add('config_items', { type: 'T', config_class: 'C' });
    await add({ external_change_id: 'e' });
    await add({ external_change_id: 'e', config_id: other.id });
    await add();
    await add();
    expect(await db.all('select 1 from config_changes where config_id = any ($1)', [[config, other.id]])).toHaveLength(
      4,
    );
  });

  it('of a known id takes its place', async () => {
    const first = await add({ summary: 'a', count: 3, first_observed: '2020-01-01' });
    const again = await add({ id: first.id, summary: 'b', count: 5 });
    expect(again).toMatchObject({ id: first.id, summary: 'b', count: 5, first_observed: '2020-01-01T00:00:00+00:00' });
    expect(await db.all('select 1 from config_changes where config_id = $1', [config])).toHaveLength(1);
  });

  it('merges within one statement and beside an upsert', async () => {
    const rows = await db.all(
      `insert into config_changes (config_id, external_change_id, created_at, summary)
       select $1, 'e', timestamptz '2020-01-01' + n * interval '1 day', 's' || n from generate_series(1, 3) n returning id, count`,
      [config],
    );
    expect(rows.map(({ count }) => count)).toEqual([1, 2, 3]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    const [upserted] = await db.all(
      `insert into config_changes (config_id, external_change_id, created_at, summary) values ($1, 'e', '2021-01-01', 'last')
       on conflict (config_id, external_change_id) do update set summary = excluded.summary returning id, count, summary`,
      [config],
    );
    expect(upserted).toEqual({ id: rows[0]?.id, count: 4, summary: 'last' });
  });

  it('leaves the evidence that names the row', async () => {
    const person = await db.one('select id from people limit 1');
    const said = { created_by: person.id, description: 'd', title: 't', severity: 'low', type: 'cost', status: 'open' };
    const incident = await db.add('incidents', said);
    const hypothesis = await db.add('hypotheses', {
      created_by: person.id,
      incident_id: incident.id,
      type: 'root',
      title: 't',
      status: 'likely',
    });
    const change = await add({ external_change_id: 'e' });
    const evidence = await db.add('evidences', {
      description: 'd',
      hypothesis_id: hypothesis.id,
      config_change_id: change.id,
      created_by: person.id,
      type: 'config_change',
    });
    await add({ external_change_id: 'e', summary: 'merged' });
    expect(await db.one('select config_change_id from evidences where id = $1', [evidence.id])).toEqual({
      config_change_id: change.id,
    });
    await expect(db.all('delete from config_changes where id = $1', [change.id])).rejects.toMatchObject({
      code: '23503',
    });
    await expect(db.set('evidences', evidence.id, { config_change_id: config })).rejects.toMatchObject({
      code: '23503',
    });
  });
});

describe('an update of a change', () => {
  it('returns the row', async () => {
    const { id } = await add();
    expect(await db.set('config_changes', id, { severity: 'high' })).toMatchObject({ id, severity: 'high', count: 1 });
  });

  it('moves created_at and count only with the details or the diff', async () => {
    const { id, created_at } = await add({ details: { a: 1 } });
    expect(await db.set('config_changes', id, { count: 7, created_at: '2020-01-01', summary: 'x' })).toMatchObject({
      count: 1,
      created_at,
      summary: 'x',
    });
    expect(await db.set('config_changes', id, { count: 7, created_at: '2020-01-01', diff: '+' })).toMatchObject({
      count: 7,
      created_at: '2020-01-01T00:00:00+00:00',
    });
  });

  it('falls back to unpushed', async () => {
    const { id } = await add();
    expect(await db.set('config_changes', id, { is_pushed: true })).toMatchObject({ is_pushed: true });
    expect(await db.set('config_changes', id, { summary: 'x' })).toMatchObject({ is_pushed: false });
  });
});

describe('events of changes', () => {
  it.each([
    ['diff', 'config.updated'],
    ['Deployed', 'config.changed'],
    [null, 'config.changed'],
  ])('of type %s are %s, on insert and on update', async (change_type, name) => {
    const { id } = await add({ change_type });
    expect(await db.events('')).toEqual([[name, { id: config, change_id: id }]]);
    await db.forget();
    await db.set('config_changes', id, { summary: 'x' });
    expect(await db.events('')).toEqual([[name, { id: config, change_id: id }]]);
  });
});
