import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

const AGENT = '11111111-1111-1111-1111-111111111111';
let test: TestDatabase;
let db: Rows;

const addItem = (columns: Row = {}): Promise<Row & { id: string }> =>
  db.add('config_items', { type: 'Test::Item', config_class: 'Item', name: 'item', ...columns });
const linksOf = (id: string): Promise<Row[]> =>
  db.all(
    `select config_id, related_id, relation from config_relationships
     where (config_id = $1 or related_id = $1) and deleted_at is null order by relation, config_id`,
    [id],
  );
const changesOf = (id: string): Promise<Row[]> =>
  db.all(
    `select change_type, source, severity, summary, details from config_changes where config_id = $1 order by created_at, id`,
    [id],
  );

beforeAll(async () => {
  test = await createTestDatabase();
  db = rowsOf(test.database);
  await db.add('agents', { id: AGENT, name: 'far' });
});
beforeEach(() => db.forget());
afterAll(() => test.drop());

describe('the name of an item', () => {
  it.each([null, '', undefined])('falls back to the end of its id when it is %j', async (name) => {
    const item = await db.add('config_items', {
      type: 'T',
      config_class: 'C',
      ...(name === undefined ? {} : { name }),
    });
    expect(item.name).toBe(item.id.slice(-12));
  });

  it('cannot be emptied later', async () => {
    const { id } = await addItem();
    await expect(db.set('config_items', id, { name: '' })).rejects.toMatchObject({ code: '23514' });
  });
});

describe('aliases', () => {
  it('link a new item to live items of another type with one of its external ids', async () => {
    const old = await addItem({ type: 'A', external_id: ['one', 'two'] });
    await addItem({ type: 'B', external_id: ['two'], deleted_at: 'now' });
    await addItem({ type: 'C', external_id: ['two', 'three'] });
    const added = await addItem({ type: 'C', external_id: ['zero', 'one'] });
    expect(await linksOf(added.id)).toEqual([{ config_id: added.id, related_id: old.id, relation: 'Alias' }]);
  });

  it('are looked up again when the external ids or the type change, and only then', async () => {
    const old = await addItem({ type: 'A', external_id: ['again'] });
    const item = await addItem({ type: 'A', external_id: ['again'] });
    expect(await linksOf(item.id)).toEqual([]);
    await db.set('config_items', item.id, { type: 'B' });
    expect(await linksOf(item.id)).toEqual([{ config_id: item.id, related_id: old.id, relation: 'Alias' }]);
    const third = await addItem({ type: 'D', external_id: ['other'] });
    await db.set('config_items', third.id, { description: 'x' });
    expect(await linksOf(third.id)).toEqual([]);
    await db.set('config_items', third.id, { external_id: ['again'] });
    expect((await linksOf(third.id)).map((row) => row.related_id).sort()).toEqual([old.id, item.id].sort());
  });

  it('live again when they were taken away', async () => {
    const old = await addItem({ type: 'A', external_id: ['back'] });
    const item = await addItem({ type: 'B', external_id: ['back'] });
    await db.all('update config_relationships set deleted_at = now() where config_id = $1', [item.id]);
    await db.set('config_items', item.id, { external_id: ['back', 'more'] });
    expect(await linksOf(item.id)).toEqual([{ config_id: item.id, related_id: old.id, relation: 'Alias' }]);
  });
});

describe('the parent of an item', () => {
  it('is linked, and the link moves with it', async () => {
    const [first, second] = [await addItem(), await addItem()];
    const child = await addItem({ parent_id: first.id });
    expect(await linksOf(child.id)).toEqual([{ config_id: first.id, related_id: child.id, relation: 'hard' }]);
    await db.set('config_items', child.id, { parent_id: second.id });
    expect(await linksOf(child.id)).toEqual([{ config_id: second.id, related_id: child.id, relation: 'hard' }]);
    await db.set('config_items', child.id, { parent_id: null });
    expect(await linksOf(child.id)).toEqual([]);
  });

  it('may come later in the same transaction', async () => {
    const parent = '00000000-0000-4000-8000-00000000aaaa';
    await test.database.transaction(async (client) => {
      await client.query(
        `insert into config_items (type, config_class, name, parent_id) values ('T', 'C', 'child', $1)`,
        [parent],
      );
      await client.query(`insert into config_items (id, type, config_class, name) values ($1, 'T', 'C', 'parent')`, [
        parent,
      ]);
    });
    expect(await linksOf(parent)).toHaveLength(1);
    await expect(addItem({ parent_id: '00000000-0000-4000-8000-00000000bbbb' })).rejects.toMatchObject({
      code: '23503',
    });
  });
});

describe('events of items', () => {
  it.each([
    [null, []],
    ['unknown', []],
    ['healthy', []],
    ['warning', ['config.warning']],
    ['unhealthy', ['config.unhealthy']],
  ])('tell of a new one with health %s', async (health, told) => {
    const { id } = await addItem({ health, status: 'S', description: 'D' });
    expect(await db.events('config.created')).toEqual([['config.created', { id }]]);
    expect((await db.events('config.')).filter(([name]) => !/created|changed/.test(name))).toEqual(
      told.map((name) => [name, { id, status: 'S', description: 'D' }]),
    );
  });

  it.each([
    ['healthy', 'unhealthy', 'config.unhealthy'],
    ['unhealthy', 'warning', 'config.degraded'],
    ['healthy', 'warning', 'config.warning'],
    ['warning', 'healthy', 'config.healthy'],
    ['healthy', null, 'config.unknown'],
    ['healthy', '', 'config.unknown'],
    ['healthy', 'healthy', undefined],
    [null, 'unknown', undefined],
  ])('tell of health that turned from %s to %s', async (before, after, name) => {
    const { id } = await addItem({ health: before });
    await db.forget();
    await db.set('config_items', id, { health: after, status: 'S' });
    const told = (await db.events('config.')).filter(([event]) => event !== 'config.changed');
    expect(told).toEqual(name ? [[name, { id, status: 'S', description: null }]] : []);
  });

  it('tell of a soft delete once', async () => {
    const { id } = await addItem();
    await db.set('config_items', id, { deleted_at: 'now' });
    await db.set('config_items', id, { deleted_at: '2020-01-01', delete_reason: 'STALE' });
    expect(await db.events('config.deleted')).toEqual([['config.deleted', { id }]]);
  });
});

describe('the history of health', () => {
  const nothing = { status: null, ready: null, description: null };

  it.each([
    ['healthy', 'Healthy', 'info'],
    ['unhealthy', 'Unhealthy', 'medium'],
    ['warning', 'Warning', 'low'],
  ])('begins when an item comes %s', async (health, change_type, severity) => {
    const { id } = await addItem({ health, status: 'Up', ready: true, description: 'fine' });
    expect(await changesOf(id)).toEqual([
      {
        change_type,
        source: 'config-db',
        severity,
        summary: 'Up: fine',
        details: { previous: nothing, current: { status: 'Up', ready: true, description: 'fine' } },
      },
    ]);
  });

  it.each([null, '', 'unknown'])('does not begin with health %j', async (health) => {
    expect(await changesOf((await addItem({ health })).id)).toEqual([]);
  });

  it('goes on with each turn, to unknown as well', async () => {
    const { id } = await addItem({ status: 'Up' });
    await db.set('config_items', id, { health: 'unhealthy', status: 'Down' });
    await db.set('config_items', id, { health: 'unhealthy', description: 'still' });
    await db.set('config_items', id, { health: null, status: null, description: null });
    expect(await changesOf(id)).toEqual([
      expect.objectContaining({
        change_type: 'Unhealthy',
        severity: 'medium',
        summary: 'Down',
        details: { previous: { ...nothing, status: 'Up' }, current: { ...nothing, status: 'Down' } },
      }),
      expect.objectContaining({ change_type: 'HealthUnknown', severity: 'info', summary: null }),
    ]);
  });

  it("of another agent's items comes from that agent", async () => {
    const { id } = await addItem({ agent_id: AGENT, health: 'healthy' });
    await db.set('config_items', id, { health: 'unhealthy' });
    expect(await changesOf(id)).toEqual([]);
    expect((await db.events('config.unhealthy')).length).toBe(1);
  });
});

describe('updated_at of an item', () => {
  it.each([
    ['its configuration', {}, { config: { a: 1 } }, true],
    ['anything else', {}, { status: 'x', last_scraped_time: 'now' }, false],
    ['a soft delete', {}, { config: { a: 1 }, deleted_at: 'now' }, false],
    ['a push', {}, { config: { a: 1 }, is_pushed: true }, false],
    ["another agent's", { agent_id: AGENT }, { config: { a: 1 } }, false],
  ])('moves with %s: %j', async (_what, columns, change, moves) => {
    const { id } = await addItem({ updated_at: '2000-01-01', ...columns });
    const { updated_at } = await db.set('config_items', id, change);
    expect(String(updated_at).startsWith('2000-01-01')).toBe(!moves);
  });
});

describe('a scrape of ten thousand items', () => {
  const scrape = `
    insert into config_items (id, type, config_class, name, external_id, parent_id, health, agent_id)
    select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, 'Bulk::' || n % 2, 'Bulk', 'bulk ' || n,
      array['bulk-' || n / 2], case when n % 10 > 0 then ('00000000-0000-4000-9000-' || lpad((n - n % 10)::text, 12, '0'))::uuid end,
      $1, '00000000-0000-0000-0000-000000000000'
    from generate_series(0, 9999) n
    on conflict (id) do update set health = excluded.health, last_scraped_time = now()`;

  it('makes all links and events in one statement', async () => {
    await db.all(scrape, ['healthy']);
    expect(
      await db.all(`select relation, count(*) as n from config_relationships r
      where exists (select from config_items c where c.id = r.related_id and c.config_class = 'Bulk') group by 1 order by 1`),
    ).toEqual([
      { relation: 'Alias', n: 10_000 },
      { relation: 'hard', n: 9000 },
    ]);
    expect(await db.all('select name, count(*) as n from event_queue group by 1 order by 1')).toEqual([
      { name: 'config.changed', n: 10_000 },
      { name: 'config.created', n: 10_000 },
    ]);
  });

  it('tells of nothing when it finds nothing new, and of each item that turned', async () => {
    await db.all(scrape, ['healthy']);
    expect(await db.all('select 1 from event_queue')).toEqual([]);
    await db.all(scrape, ['unhealthy']);
    expect(await db.all('select name, count(*) as n from event_queue group by 1 order by 1')).toEqual([
      { name: 'config.changed', n: 10_000 },
      { name: 'config.unhealthy', n: 10_000 },
    ]);
  });

  it('that is only restored tells nobody, but has its links', async () => {
    const id = await test.database.transaction(async (client) => {
      await client.query('set local quarterdeck.quiet = on');
      const { rows } = await client.query(
        `insert into config_items (type, config_class, name, health, external_id) values ('Quiet', 'Q', 'q', 'unhealthy', '{bulk-1}') returning id`,
      );
      return String(rows[0]?.id);
    });
    expect(await db.events('')).toEqual([]);
    expect(await changesOf(id)).toEqual([]);
    expect(await linksOf(id)).toHaveLength(2);
  });
});
