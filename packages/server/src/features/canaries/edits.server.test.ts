import { tmpdir } from 'node:os';
import type { CanaryId } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../container.ts';
import { serviceOn, until } from '../scheduler/testing/fixtures.ts';

let main: TestDatabase;
beforeAll(async () => {
  main = await createTestDatabase();
});
afterAll(() => main.drop());

const query = async (text: string, values: unknown[] = []) => (await main.database.pool.query(text, values)).rows;
const tcp = (name: string) => ({ name, endpoint: '127.0.0.1:9' });

describe('a row that was written without the service', () => {
  const insert = async (name: string, spec: unknown, source: string | null = 'UI'): Promise<CanaryId> => {
    const [row] = await query(
      'insert into canaries (name, namespace, spec, source) values ($1, $2, $3, $4) returning id',
      [name, 'default', JSON.stringify(spec), source],
    );
    return row.id;
  };
  const checksOf = (id: CanaryId) =>
    query('select type, name from checks where canary_id = $1 and deleted_at is null order by name', [id]);
  const scheduleOf = (id: CanaryId) =>
    query('select schedule, anchor from canary_schedules where canary_id = $1', [id]);

  it('gets its checks and its schedule, once', async () => {
    const { service, live } = serviceOn(main.database);
    const id = await insert('shop', { schedule: '@every 30s', tcp: [tcp('a'), tcp('b')] });
    expect(await service.adopt([id])).toBe(1);
    expect(await checksOf(id)).toEqual([
      { type: 'tcp', name: 'a' },
      { type: 'tcp', name: 'b' },
    ]);
    const before = await scheduleOf(id);
    expect(before).toMatchObject([{ schedule: '@every 30s' }]);
    expect(live.events).toEqual([{ name: 'canaries.changed', payload: { canary_ids: [id] } }]);
    await service.adopt([id]);
    expect(await scheduleOf(id)).toEqual(before);
  });

  it('keeps the ids of checks that stay, loses those that went, and takes another schedule', async () => {
    const { service, live } = serviceOn(main.database);
    const id = await insert('changed', { schedule: '@every 30s', tcp: [tcp('a'), tcp('b')] }, null);
    await service.adopt([id]);
    const ids = await query('select id, name from checks where canary_id = $1 order by name', [id]);
    await query(`update canaries set spec = $2 where id = $1`, [
      id,
      JSON.stringify({ schedule: '@every 40s', tcp: [tcp('a'), tcp('c')] }),
    ]);
    await service.adopt([id]);
    expect(await checksOf(id)).toMatchObject([{ name: 'a' }, { name: 'c' }]);
    expect(await query('select id from checks where canary_id = $1 and name = $2', [id, 'a'])).toEqual([
      { id: ids[0]?.id },
    ]);
    expect(await scheduleOf(id)).toMatchObject([{ schedule: '@every 40s' }]);
    expect(live.events.at(-1)).toEqual({ name: 'checks.removed', payload: { ids: [ids[1]?.id] } });
    await query(`update canaries set spec = spec - 'schedule' where id = $1`, [id]);
    await service.adopt([id]);
    expect(await scheduleOf(id)).toEqual([]);
  });

  it('stops with its deletion and comes back with the same checks', async () => {
    const { service, live } = serviceOn(main.database);
    const id = await insert('deleted', { schedule: '@every 30s', tcp: [tcp('a')] });
    await service.adopt([id]);
    const checks = await query('select id from checks where canary_id = $1', [id]);
    await query('update canaries set deleted_at = now() where id = $1', [id]);
    await service.adopt([id]);
    expect(await scheduleOf(id)).toEqual([]);
    expect(live.events.at(-1)).toEqual({ name: 'checks.removed', payload: { ids: [checks[0]?.id] } });
    await query('update canaries set deleted_at = null where id = $1', [id]);
    await service.adopt(null);
    expect(await query('select id from checks where canary_id = $1 and deleted_at is null', [id])).toEqual(checks);
    expect(await scheduleOf(id)).toHaveLength(1);
  });

  it('is noted when it cannot be read, and the others go on', async () => {
    const { service } = serviceOn(main.database);
    const bad = await insert('bad', { tcp: 'no list' });
    const good = await insert('good', { tcp: [tcp('a')] });
    await service.adopt([bad, good]);
    expect(await checksOf(good)).toHaveLength(1);
    expect(await query('select name, status from job_history where resource_id = $1', [bad])).toEqual([
      { name: 'SyncCanary', status: 'FAILED' },
    ]);
  });

  it('of a file or of the product itself is not touched', async () => {
    const { service, live } = serviceOn(main.database);
    const ids = [
      await insert('file', { tcp: [tcp('a')] }, 'shop.yaml'),
      await insert('system', { tcp: [tcp('a')] }, 'System'),
    ];
    expect(await service.adopt(ids)).toBe(0);
    expect(await checksOf(ids[0] as CanaryId)).toEqual([]);
    expect(live.events).toEqual([]);
  });
});

describe('a running server', () => {
  let server: RunningServer;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const config = loadConfig(
      { PORT: '0', QD_MODE: 'standalone', DATABASE_URL: database.url, QD_DATA_DIR: tmpdir() },
      {},
      tmpdir(),
      false,
    );
    server = await startServer(config, { log: silentLog, consoleDir: null });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  const send = (method: string, path: string, body: unknown) =>
    fetch(`${server.url.origin}/api/db/${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
    });
  const statuses = async (
    canary: string,
  ): Promise<{ status: string; message: string | null; error: string | null }[]> => {
    const { rows } = await database.database.pool.query(
      `select c.status, s.message, s.error from checks c left join check_statuses s on s.check_id = c.id
       where c.canary_id = $1 and c.deleted_at is null`,
      [canary],
    );
    return rows;
  };
  const create = async (name: string, spec: unknown) => {
    const answer = await send('POST', 'canaries', { name, namespace: 'default', source: 'UI', spec });
    expect(answer.status).toBe(201);
    const [row] = (await answer.json()) as { id: string }[];
    return row?.id ?? '';
  };

  it('runs a canary that was posted as a row, and follows its change, its deletion and its return', async () => {
    const endpoint = server.url.host.replace('[::]', '127.0.0.1');
    const id = await create('posted', { schedule: '@every 1s', tcp: [{ name: 'itself', endpoint: '127.0.0.1:1' }] });
    await until(async () => (await statuses(id))[0]?.status === 'unhealthy');
    const changed = await send('PATCH', `canaries?id=eq.${id}`, {
      spec: { schedule: '@every 1s', http: [{ name: 'other', url: `http://${endpoint}/healthz` }] },
    });
    expect(changed.status).toBe(200);
    await until(
      async () => (await database.database.pool.query(`select from checks where name = 'other'`)).rows.length === 1,
    );
    await send('PATCH', `canaries?id=eq.${id}`, { deleted_at: 'now()' });
    const scheduled = async () =>
      (await database.database.pool.query('select from canary_schedules where canary_id = $1', [id])).rows.length;
    await until(async () => (await scheduled()) === 0);
    await send('PATCH', `canaries?id=eq.${id}`, { deleted_at: null });
    await until(async () => (await scheduled()) === 1);
    expect(await statuses(id)).not.toEqual([]);
  });

  it('refuses a spec that could not run, with the field, and writes nothing', async () => {
    const before = (await database.database.pool.query('select count(*) from canaries')).rows;
    const bad = { name: 'bad', namespace: 'default', spec: { http: [{ name: 'a', url: 7 }] } };
    const answer = await send('POST', 'canaries', bad);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'DOCUMENT_FIELD', details: { field: 'spec.http[0].url' } });
    expect((await database.database.pool.query('select count(*) from canaries')).rows).toEqual(before);
    const id = await create('kept', { schedule: '@every 1h', tcp: [tcp('a')] });
    expect((await send('PATCH', `/canaries/?id=eq.${id}`, { spec: {} })).status).toBe(400);
    expect((await database.database.pool.query('select spec from canaries where id = $1', [id])).rows).toEqual([
      { spec: { schedule: '@every 1h', tcp: [tcp('a')] } },
    ]);
  });

  it('runs no script of a row while scripts are for the folder alone', async () => {
    const id = await create('script', { schedule: '@every 1s', exec: [{ name: 'sh', script: 'echo ran-it' }] });
    await until(async () => (await statuses(id))[0]?.error !== null && (await statuses(id)).length > 0);
    const results = await statuses(id);
    expect(results[0]?.status).toBe('unhealthy');
    expect(JSON.stringify(results)).not.toContain('ran-it');
  });
});
