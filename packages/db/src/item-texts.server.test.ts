import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let rows: Rows;

beforeAll(async () => {
  test = await createTestDatabase();
  rows = rowsOf(test.database);
});
beforeEach(() => rows.all('truncate config_items cascade'));
afterAll(() => test.drop());

const add = (values: Row): Promise<Row> => rows.add('config_items', { type: 'T', config_class: 'C', ...values });
const texts = (): Promise<Row[]> => rows.all('select * from config_item_texts order by name');

describe('config_item_texts', () => {
  it('has what a search looks through in lower case, a line each, of deleted items too', async () => {
    const whole = await add({
      name: 'Web',
      type: 'Kubernetes::Pod',
      description: 'Serves ÄPFEL',
      tags: { namespace: 'Shop', cluster: 'a' },
      deleted_at: '2026-01-01T00:00:00Z',
    });
    const bare = await add({ name: 'Z' });
    expect(await texts()).toEqual([
      { config_id: whole.id, type: 'Kubernetes::Pod', name: 'Web', text: 'web\nkubernetes::pod\nserves äpfel\nshop' },
      { config_id: bare.id, type: 'T', name: 'Z', text: 'z\nt\n\n' },
    ]);
  });

  it('holds no text that is too long for an index', async () => {
    await add({ name: 'a', description: 'x'.repeat(995) });
    await add({ name: 'b', description: 'x'.repeat(996) });
    await add({ name: 'c', description: 'ä'.repeat(500) });
    expect((await texts()).map(({ name, text }) => [name, text === null])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
    ]);
  });

  it('follows the items', async () => {
    const { id } = await add({ name: 'web' });
    const gone = await add({ name: 'zoo' });
    await rows.set('config_items', id, { name: 'Front', type: 'U' });
    await rows.set('config_items', id, { description: 'about' });
    await rows.set('config_items', id, { tags: { namespace: 'n' } });
    await rows.set('config_items', id, { status: 'Running' });
    await rows.all(`delete from config_items where id = '${String(gone.id)}'`);
    expect(await texts()).toEqual([{ config_id: id, type: 'U', name: 'Front', text: 'front\nu\nabout\nn' }]);
    await rows.all(`update config_items set id = '0199cccc-0000-7000-8000-000000000001'`);
    expect((await texts()).map(({ config_id }) => config_id)).toEqual(['0199cccc-0000-7000-8000-000000000001']);
    await rows.all('truncate config_items cascade');
    expect(await texts()).toEqual([]);
  });
});

describe('texts_of', () => {
  it('tells where the texts of a relation are', async () => {
    expect(await rows.all(`select * from texts_of('configs')`)).toEqual([
      {
        source: 'config_item_texts',
        owner: 'config_id',
        key: 'id',
        columns: ['name', 'type', 'description', 'namespace'],
        ordered: ['type', 'name'],
      },
    ]);
    expect(await rows.all(`select * from texts_of('checks') where source is not null`)).toEqual([]);
  });
});
