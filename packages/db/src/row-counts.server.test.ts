import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let db: Rows;

const addItem = (columns: Row = {}): Promise<Row & { id: string }> =>
  db.add('config_items', { type: 'T', config_class: 'C', ...columns });
const count = async (relation: string, filters?: unknown): Promise<unknown> =>
  (
    await db.one(filters ? 'select exact_count($1, $2) as n' : 'select exact_count($1) as n', [
      relation,
      ...(filters ? [JSON.stringify(filters)] : []),
    ])
  ).n;

beforeAll(async () => {
  test = await createTestDatabase();
  db = rowsOf(test.database);
});
beforeEach(() => db.all('truncate config_items, job_history cascade'));
afterAll(() => test.drop());

describe('exact_count', () => {
  it('knows large tables and the views with the same rows, and nothing else', async () => {
    const counted = await db.all('select relation from counted_relations order by 1');
    expect(counted.map(({ relation }) => relation)).toEqual([
      'catalog_changes',
      'config_analysis',
      'config_analysis_items',
      'config_changes',
      'config_items',
      'configs',
      'job_histories',
      'job_history',
      'notification_send_history',
      'notification_send_history_summary',
      'playbook_runs',
    ]);
    for (const { relation } of counted) {
      expect([relation, await count(String(relation))]).toEqual([
        relation,
        (await db.one(`select count(*) as n from ${relation}`)).n,
      ]);
    }
    expect(await count('people')).toBeNull();
    expect(await count('no such table')).toBeNull();
  });

  it('follows inserts, updates, deletes, cascades and truncation', async () => {
    const parent = await addItem({ health: 'healthy' });
    await addItem({ type: 'U', health: 'warning' });
    expect([await count('config_items'), await count('configs'), await count('config_changes')]).toEqual([2, 2, 2]);
    await db.set('config_items', parent.id, { deleted_at: 'now()' });
    expect(await count('configs', { deleted_at: null })).toBe(1);
    expect(await count('configs')).toBe(2);
    await db.all('delete from config_items where id = $1', [parent.id]);
    expect([await count('config_items'), await count('config_changes')]).toEqual([1, 1]);
    await db.all('truncate config_items cascade');
    expect([await count('config_items'), await count('config_changes')]).toEqual([0, 0]);
  });

  it('counts what a merged change leaves', async () => {
    const { id } = await addItem();
    for (const n of [1, 2, 3])
      await db.add('config_changes', { config_id: id, external_change_id: 'e', summary: `s${n}` });
    expect(await count('config_changes')).toBe(1);
  });

  it.each([
    [{ type: 'A' }, 3],
    [{ type: ['A', 'B'] }, 5],
    [{ type: [] }, 0],
    [{ type: { not: 'A' } }, 2],
    [{ health: null }, 2],
    [{ health: { not: null } }, 3],
    [{ health: { not: 'healthy' } }, 1],
    [{ health: { not: ['healthy', 'warning'] } }, 0],
    [{ health: 'healthy', type: 'A' }, 1],
    [{ deleted_at: null, type: 'A' }, 2],
    [{ deleted_at: { not: null } }, 1],
    [{}, 5],
    [{ deleted_at: '2020-01-01' }, null],
    [{ type: 'A', status: 'x' }, null],
  ])('meets the filters %j', async (filters, n) => {
    await addItem({ type: 'A', health: 'healthy' });
    await addItem({ type: 'A', health: 'warning', deleted_at: 'now' });
    await addItem({ type: 'A' });
    await addItem({ type: 'B', health: 'healthy' });
    await addItem({ type: 'B' });
    expect(await count('configs', filters)).toBe(n);
  });

  it('tells each transaction what that one sees', async () => {
    await addItem();
    await test.database.transaction(async (client) => {
      await client.query(`insert into config_items (type, config_class) values ('T', 'C')`);
      const inside = await client.query('select exact_count($1) as n', ['configs']);
      expect([inside.rows[0]?.n, await count('configs')]).toEqual([2, 1]);
      await client.query('delete from config_items');
    });
    expect(await count('configs')).toBe(0);
  });

  it('tells of runs at the top alone', async () => {
    const { id: playbook_id } = await db.add('playbooks', { name: 'p', spec: {}, source: 'UI' });
    const top = await db.add('playbook_runs', { playbook_id });
    await db.add('playbook_runs', { playbook_id, parent_id: top.id, status: 'running' });
    expect(await count('playbook_runs', { parent_id: null, playbook_id })).toBe(1);
    expect(await count('playbook_runs', { parent_id: top.id })).toBeNull();
    await db.all('delete from playbook_runs');
  });

  it('tells of what notifications are about as the view does', async () => {
    const { id: notification_id } = await db.add('notifications', { name: 'n', events: '{config.healthy}' });
    for (const source_event of ['config.healthy', 'config.unhealthy', 'check.failed', 'incident.created']) {
      await db.add('notification_send_history', {
        notification_id,
        source_event,
        resource_id: '00000000-0000-0000-0000-000000000001',
        status: 'sent',
      });
    }
    const view = 'notification_send_history_summary';
    expect(await count(view, { resource_type: 'config', status: 'sent' })).toBe(2);
    expect(await count(view, { resource_type: null })).toBe(1);
    expect(await count(view, { resource_type: { not: ['config', 'canary'] } })).toBe(1);
    await db.all(
      `update notification_send_history set source_event = 'canary.failed' where source_event = 'check.failed'`,
    );
    const before = await db.all(
      `select key, n from row_counts where relation = 'notification_send_history' and n <> 0`,
    );
    await db.all(`select recount_rows('notification_send_history')`);
    expect(await count(view, { resource_type: 'canary' })).toBe(1);
    expect(before.length).toBeGreaterThan(0);
    await db.all('delete from notification_send_history');
    expect(await count(view, { resource_type: 'config' })).toBe(0);
  });
});

describe('writes_of', () => {
  const writes = async (...tables: string[]): Promise<number> =>
    Number((await db.one('select writes_of($1) as n', [tables])).n);

  it('grows with every statement that writes rows, and with no other', async () => {
    const steps: [statement: string, grows: boolean][] = [
      [`insert into config_items (type, config_class, name) values ('T', 'C', 'a'), ('T', 'C', 'b')`, true],
      [`update config_items set name = name where name = 'a'`, true],
      [`update config_items set name = 'c' where name = 'nobody'`, false],
      [`insert into config_items (type, config_class) select 'T', 'C' where false`, false],
      ['select count(*) from config_items', false],
      [`select fold_row_counts('writes of config_items')`, false],
      [`delete from config_items where name = 'nobody'`, false],
      [`delete from config_items where name = 'b'`, true],
      ['truncate config_items cascade', true],
    ];
    for (const [statement, grows] of steps) {
      const before = await writes('config_items', 'agents');
      await db.all(statement);
      expect([statement, (await writes('config_items', 'agents')) > before]).toEqual([statement, grows]);
    }
  });

  it('tells of rows that went with others', async () => {
    const { id } = await addItem();
    await db.add('config_changes', { config_id: id, external_change_id: 'e' });
    const before = await writes('config_changes');
    await db.all('delete from config_items where id = $1', [id]);
    expect(await writes('config_changes')).toBeGreaterThan(before);
  });

  it('is unknown of tables whose writes nobody notes', async () => {
    expect((await db.one(`select writes_of('{checks,people}') as n`)).n).toBeNull();
  });

  it('counts for each transaction what that one sees', async () => {
    const before = await writes('job_history');
    await test.database.transaction(async (client) => {
      await client.query(`insert into job_history (name) values ('x')`);
      expect(await writes('job_history')).toBe(before);
    });
    expect(await writes('job_history')).toBe(before + 1);
  });
});

describe('rows_of', () => {
  it.each([
    ['configs', 'config_items', ['type', 'health', 'config_class', 'namespace']],
    ['job_history', 'job_history', ['name', 'status', 'resource_type']],
    ['components', 'components', []],
    ['checks', null, null],
    ['incident_summary', null, null],
  ])('%s: %s', async (relation, source, derived) => {
    expect(await db.one('select * from rows_of($1)', [relation])).toEqual({ source, derived });
  });

  it('names columns that are made of one row of the table', async () => {
    const views = await db.all(`select relation, source, derived from counted_relations where derived <> '{}'`);
    expect(views).toEqual([
      { relation: 'config_items', source: 'config_items', derived: ['namespace'] },
      { relation: 'configs', source: 'config_items', derived: ['namespace'] },
    ]);
    const { id } = await addItem({ tags: { namespace: 'shop' } });
    expect(await db.one('select namespace from configs where id = $1', [id])).toEqual({ namespace: 'shop' });
  });
});

describe('folding', () => {
  it('leaves one row for each key and the same counts', async () => {
    for (let n = 0; n < 5; n += 1) await db.add('job_history', { name: `job ${n % 2}`, status: 'SUCCESS' });
    const rows = (): Promise<Row[]> =>
      db.all(`select key, n from row_counts where relation = 'job_history' order by key ->> 'name'`);
    expect(await rows()).toHaveLength(5);
    await db.all(`select fold_row_counts('job_history')`);
    expect(await rows()).toEqual([
      { key: { name: 'job 0', status: 'SUCCESS', resource_type: null }, n: 3 },
      { key: { name: 'job 1', status: 'SUCCESS', resource_type: null }, n: 2 },
    ]);
    await db.all('delete from job_history');
    await db.all(`select fold_row_counts('job_history')`);
    expect(await rows()).toEqual([]);
  });

  it('of all counts writes those anew that have several rows', async () => {
    for (const name of ['job 0', 'job 0', 'job 1']) await db.add('job_history', { name });
    await addItem({ type: 'A' });
    await addItem({ type: 'A' });
    const rows = (): Promise<Row[]> => db.all('select relation, key, n, xmin::text as version from row_counts');
    const writes = () => db.all(`select writes_of('{job_history,config_items}') as n`);
    const written = await writes();
    const single = (await rows()).filter(({ key }) => JSON.stringify(key).includes('job 1'));
    const [folded] = await db.all('select fold_row_counts() as n');
    expect(Number(folded?.n)).toBeGreaterThanOrEqual(4);
    const now = await rows();
    expect(now.filter(({ key }) => JSON.stringify(key).includes('job 1'))).toEqual(single);
    expect(new Set(now.map(({ relation, key }) => JSON.stringify([relation, key]))).size).toBe(now.length);
    expect(await writes()).toEqual(written);
    expect([await count('job_history', { name: 'job 0' }), await count('config_items', { type: 'A' })]).toEqual([2, 2]);
    expect(await db.all('select fold_row_counts() as n')).toEqual([{ n: 0 }]);
  });

  it('happens by itself now and then', async () => {
    for (let n = 0; n < 300; n += 1) await db.add('job_history', { name: 'often' });
    const [row] = await db.all(`select count(*) as n from row_counts where relation = 'job_history'`);
    expect(Number(row?.n)).toBeLessThan(300);
    expect(await count('job_histories', { name: 'often' })).toBe(300);
  });

  it('loses nothing when many write and fold at once', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 6 === 0
          ? db.all(n % 12 === 0 ? `select fold_row_counts('job_history')` : 'select fold_row_counts()')
          : db.add('job_history', { name: 'many' }),
      ),
    );
    expect(await count('job_history', { name: 'many' })).toBe(50);
  });
});

describe('recount_rows', () => {
  it('puts right what came without triggers', async () => {
    await addItem({ type: 'A', health: 'healthy' });
    await addItem({ type: 'A', deleted_at: 'now' });
    const before = await db.all(`select key, n from row_counts where relation = 'config_items' order by key::text`);
    await db.all(`update row_counts set n = n + 7 where relation = 'config_items'`);
    await db.all(`select recount_rows('config_items')`);
    expect(await db.all(`select key, n from row_counts where relation = 'config_items' order by key::text`)).toEqual(
      before,
    );
    await db.all(`update row_counts set n = 0 where relation = 'config_changes'`);
    await db.all(`select recount_rows('config_changes')`);
    expect([await count('configs', { deleted_at: null }), await count('config_changes')]).toEqual([1, 1]);
    await expect(db.all(`select recount_rows('no such table')`)).rejects.toMatchObject({ code: '42P01' });
  });
});

describe('any run of writes', () => {
  const step = fc.record({
    what: fc.constantFrom('insert', 'update', 'delete', 'fold'),
    name: fc.constantFrom('a', 'b', null),
    status: fc.constantFrom('SUCCESS', 'FAILED', null),
    some: fc.integer({ min: 1, max: 4 }),
  });

  it('is counted as the table is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await db.all('truncate job_history');
        for (const { what, name, status, some } of steps) {
          if (what === 'insert') {
            await db.all('insert into job_history (name, status) select $1, $2 from generate_series(1, $3)', [
              name,
              status,
              some,
            ]);
          } else if (what === 'update') {
            await db.all(
              'update job_history set name = $1, status = $2 where id in (select id from job_history limit $3)',
              [name, status, some],
            );
          } else if (what === 'delete') {
            await db.all('delete from job_history where id in (select id from job_history limit $1)', [some]);
          } else {
            await db.all(`select fold_row_counts('job_history')`);
          }
        }
        const counted =
          await db.one(`select exact_count('job_history') as n, exact_count('job_history', '{"name": "a"}') as a,
          exact_count('job_history', '{"status": {"not": "FAILED"}, "name": null}') as rest`);
        expect(counted).toEqual(
          await db.one(`select count(*) as n, count(*) filter (where name = 'a') as a,
            count(*) filter (where status <> 'FAILED' and name is null) as rest from job_history`),
        );
      }),
      { numRuns: 40 },
    );
  });
});
