import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

const AGENT = '11111111-1111-1111-1111-111111111111';
let test: TestDatabase;

async function rows<T extends Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<T[]> {
  return (await test.database.pool.query<T>(sql, values)).rows;
}

async function one(sql: string, values: unknown[] = []): Promise<Record<string, unknown>> {
  const [row] = await rows(sql, values);
  if (!row) throw new Error(`no row: ${sql}`);
  return row;
}

let counter = 0;
async function addCanary(columns: Record<string, unknown> = {}): Promise<string> {
  counter += 1;
  const all = {
    name: `canary-${counter}`,
    namespace: 'default',
    spec: '{"interval":30}',
    updated_at: 'epoch',
    ...columns,
  };
  const names = Object.keys(all);
  const { id } = await one(
    `insert into canaries (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()}) returning id`,
    Object.values(all),
  );
  return String(id);
}

async function addCheck(canary: string, columns: Record<string, unknown> = {}): Promise<string> {
  counter += 1;
  const all = { canary_id: canary, type: 'http', name: `check-${counter}`, updated_at: 'epoch', ...columns };
  const names = Object.keys(all);
  const { id } = await one(
    `insert into checks (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()}) returning id`,
    Object.values(all),
  );
  return String(id);
}

const touched = async (table: string, id: string): Promise<unknown> =>
  (await one(`select updated_at > 'epoch' as touched from ${table} where id = $1`, [id])).touched;

beforeAll(async () => {
  test = await createTestDatabase();
  await rows('insert into agents (id, name) values ($1, $2)', [AGENT, 'far']);
});
afterAll(() => test.drop());

describe('ids', () => {
  it('sort by the time they were made and differ', async () => {
    const { ids } = await one('select array_agg(generate_ulid()::text) as ids from generate_series(1, 500)');
    expect(new Set(ids as string[]).size).toBe(500);
    const { ms } = await one(
      `select abs(('x' || left(replace(generate_ulid()::text, '-', ''), 12))::bit(48)::int8
        - extract(epoch from clock_timestamp()) * 1000) < 2000 as ms`,
    );
    expect(ms).toBe(true);
  });

  it('are written as 26 characters of Crockford base32', async () => {
    expect(
      await one(`select uuid_to_ulid('00000000-0000-0000-0000-000000000000') as zero,
        uuid_to_ulid('ffffffff-ffff-ffff-ffff-ffffffffffff') as full, uuid_to_ulid('01563e3a-b5d3-d676-4c61-efb99302bd5b') as known`),
    ).toEqual({
      zero: '00000000000000000000000000',
      full: '7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
      known: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    });
  });
});

describe('seeds', () => {
  it('hold the local agent and the System person', async () => {
    expect(await rows("select name from agents where id = '00000000-0000-0000-0000-000000000000'")).toEqual([
      { name: 'local' },
    ]);
    expect(await rows('select name from people')).toEqual([{ name: 'System' }]);
  });
});

describe('uniqueness', () => {
  it('of canaries counts live local rows alone', async () => {
    const same = { name: 'twice', source: 'UI' };
    const first = await addCanary(same);
    await expect(addCanary(same)).rejects.toMatchObject({ code: '23505' });
    await addCanary({ ...same, agent_id: AGENT });
    await addCanary({ ...same, agent_id: AGENT });
    await rows('update canaries set deleted_at = now() where id = $1', [first]);
    await addCanary(same);
  });

  it('of checks is by canary, type, name and agent', async () => {
    const canary = await addCanary();
    await addCheck(canary, { name: 'same' });
    await addCheck(canary, { name: 'same', type: 'tcp' });
    await expect(addCheck(canary, { name: 'same' })).rejects.toMatchObject({ code: '23505' });
  });

  it('of connections and emails counts live rows alone', async () => {
    const add = (): Promise<unknown> => rows("insert into connections (name, type) values ('dup', 'http')");
    await add();
    await expect(add()).rejects.toMatchObject({ code: '23505' });
    await rows("update connections set deleted_at = 'now()' where name = 'dup'");
    await add();
    await rows("insert into people (name, email) values ('a', 'a@b'), ('n', null), ('m', null)");
    await expect(rows("insert into people (name, email) values ('b', 'a@b')")).rejects.toMatchObject({ code: '23505' });
  });
});

describe('updated_at', () => {
  it('of a canary moves with its spec alone', async () => {
    const id = await addCanary();
    await rows('update canaries set labels = $2 where id = $1', [id, '{"a":"b"}']);
    expect(await touched('canaries', id)).toBe(false);
    await rows('update canaries set spec = $2 where id = $1', [id, '{"interval":60}']);
    expect(await touched('canaries', id)).toBe(true);
  });

  it.each([
    ['a change', {}, "description = 'x'", true],
    ['nothing new', {}, 'description = description', false],
    ['a soft delete', {}, 'deleted_at = now()', false],
    ['a push', {}, "is_pushed = true, description = 'x'", false],
    ["another agent's row", { agent_id: AGENT }, "description = 'x'", false],
  ])('of a check on %s', async (_name, columns, change, moves) => {
    const id = await addCheck(await addCanary(), columns);
    await rows(`update checks set ${change} where id = $1`, [id]);
    expect(await touched('checks', id)).toBe(moves);
  });

  it.each(['people', 'agents'])('of %s moves with any change', async (table) => {
    const { id } = await one(`insert into ${table} (name, updated_at) values ('moves', 'epoch') returning id`);
    await rows(`update ${table} set name = 'moved' where id = $1`, [id]);
    expect(await touched(table, String(id))).toBe(true);
  });

  it('of a property moves with its value', async () => {
    await rows("insert into properties (name, value, updated_at) values ('p', '1', 'epoch')");
    await rows("update properties set value = '2' where name = 'p'");
    expect(await rows("select 1 from properties where name = 'p' and updated_at > 'epoch'")).toHaveLength(1);
    await expect(rows("insert into properties (name, value) values ('p', '3')")).rejects.toMatchObject({
      code: '23505',
    });
  });
});

describe('is_pushed', () => {
  it('falls back to false with any update that does not set it', async () => {
    const id = await addCheck(await addCanary());
    await rows('update checks set is_pushed = true where id = $1', [id]);
    expect(await one('select is_pushed from checks where id = $1', [id])).toEqual({ is_pushed: true });
    await rows("update checks set description = 'y' where id = $1", [id]);
    expect(await one('select is_pushed from checks where id = $1', [id])).toEqual({ is_pushed: false });
  });
});

describe('last_transition_time', () => {
  it('moves when the status changes, to unknown as well, and only then', async () => {
    const id = await addCheck(await addCanary());
    const at = async (): Promise<unknown> =>
      (await one('select last_transition_time as at from checks where id = $1', [id])).at;
    const seen: unknown[] = [await at()];
    for (const status of ['healthy', 'healthy', 'unknown', 'unhealthy']) {
      await rows('update checks set status = $2, last_runtime = now() where id = $1', [id, status]);
      seen.push(await at());
    }
    expect(seen[0]).toBeNull();
    expect(seen[2]).toBe(seen[1]);
    expect(new Set(seen).size).toBe(4);
  });

  it('is set when a check is added with a status', async () => {
    const id = await addCheck(await addCanary(), { status: 'healthy' });
    expect((await one('select last_transition_time as at from checks where id = $1', [id])).at).not.toBeNull();
  });
});

describe('deletion', () => {
  it('of a canary gives its live checks the same deleted_at and leaves earlier ones', async () => {
    const canary = await addCanary();
    const live = await addCheck(canary);
    const gone = await addCheck(canary, { deleted_at: '2020-01-01T00:00:00Z' });
    await rows("update canaries set deleted_at = '2021-01-01T00:00:00Z' where id = $1", [canary]);
    expect(await rows('select id, deleted_at from checks where canary_id = $1 order by deleted_at', [canary])).toEqual([
      { id: gone, deleted_at: '2020-01-01T00:00:00+00:00' },
      { id: live, deleted_at: '2021-01-01T00:00:00+00:00' },
    ]);
  });

  it('accepts the text now()', async () => {
    const id = await addCanary();
    await rows('update canaries set deleted_at = $2 where id = $1', [id, 'now()']);
    expect(
      await rows('select 1 from canaries where id = $1 and deleted_at > now() - interval $$1 minute$$', [id]),
    ).toHaveLength(1);
  });

  it('for good takes statuses, roll-ups, state and schedule along', async () => {
    const canary = await addCanary();
    const check = await addCheck(canary);
    await rows('insert into check_statuses (check_id, time, status) values ($1, now(), true)', [check]);
    await rows('insert into check_states (check_id) values ($1)', [check]);
    await rows("insert into canary_schedules (canary_id, schedule, anchor) values ($1, '@every 1m', now())", [canary]);
    await rows('delete from canaries where id = $1', [canary]);
    for (const [table, column, id] of [
      ['check_statuses', 'check_id', check],
      ['check_states', 'check_id', check],
      ['canary_schedules', 'canary_id', canary],
    ]) {
      expect(await rows(`select 1 from ${table} where ${column} = $1`, [id])).toEqual([]);
    }
  });
});

describe('rows that go in bulk', () => {
  it.each([
    'canaries',
    'checks',
    'components',
    'config_items',
    'config_changes',
    'config_analysis',
    'notification_send_history',
  ])('%s: what points to them is found by an index', async (target) => {
    const found = await rows(
      `select f.conrelid::regclass::text as from_table, a.attname as from_column
       from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
       where f.contype = 'f' and f.confrelid = to_regclass($1) and f.conparentid = 0
         and not exists (select from pg_index i where i.indrelid = f.conrelid and i.indkey[0] = f.conkey[1])`,
      [target],
    );
    expect(found).toEqual([]);
  });
});

describe('connections', () => {
  it('keep a secret that comes back masked', async () => {
    await rows(
      "insert into connections (name, type, username, password, certificate) values ('secret', 'http', 'u', 'p', 'c')",
    );
    await rows("update connections set username = '***', password = 'new', certificate = '***' where name = 'secret'");
    expect(
      await one(
        "select username, password, certificate, insecure_tls, namespace from connections where name = 'secret'",
      ),
    ).toEqual({
      username: 'u',
      password: 'new',
      certificate: 'c',
      insecure_tls: true,
      namespace: 'default',
    });
  });
});

describe('recent results', () => {
  it('pack as the TypeScript side reads them', async () => {
    expect(
      await one(`select pack_result(42, true, false) as passed, pack_result(42, false, true) as failed,
        pack_result(42, null, true) as unknown, pack_result(2147483647, true, false) as longest, pack_result(null, true, null) as none`),
    ).toEqual({ passed: 169, failed: 168, unknown: 170, longest: 2_147_483_641, none: 1 });
  });

  it('keep the newest forty', async () => {
    expect(
      await one(`select append_recent('{1,2}', '{3}') as short, append_recent(null, '{3}') as first,
        append_recent((select array_agg(n) from generate_series(1, 40) n), '{41,42}') as long`),
    ).toEqual({ short: [1, 2, 3], first: [3], long: Array.from({ length: 40 }, (_, i) => i + 3) });
  });
});
