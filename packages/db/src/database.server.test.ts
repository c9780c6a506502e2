import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, openDatabase } from './database.ts';
import { createListenerHub } from './listen.ts';
import { migrations } from './migrations/index.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = test.database;
});
afterAll(() => test.drop());

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !condition(); tries++) await delay(25);
  expect(condition()).toBe(true);
}

describe('openDatabase', () => {
  it('runs the embedded server with the schema in it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'qd-open-'));
    const options = { dataDir, log: silentLog, clock: systemClock };
    for (let start = 0; start < 2; start++) {
      const own = await openDatabase(options);
      const { rows } = await own.pool.query(
        'select count(*) as migrations, (select count(*) from status_partitions where ends_at > now()) as ahead from schema_migrations',
      );
      expect(rows).toEqual([{ migrations: migrations.length, ahead: 4 }]);
      expect(own.version).toMatch(/^18\./);
      await own.stop();
      await own.stop();
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('takes an external server by its URL', async () => {
    const external = await openDatabase({ url: test.url, dataDir: '/nonexistent', log: silentLog, clock: systemClock });
    expect(await external.isUp()).toBe(true);
    await external.stop();
  });

  it('tells that an external server cannot be reached, and never its password', async () => {
    const url = 'postgresql://someone:geheim@127.0.0.1:9/db';
    const error = await openDatabase({ url, dataDir: '/nonexistent', log: silentLog, clock: systemClock }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(String(error)).not.toContain('geheim');
  });
});

describe('url', () => {
  it('has no password', async () => {
    const url = test.url.replace('@/', ':geheim@/');
    const other = await connectDatabase({ url: `${url}&password=geheim`, log: silentLog });
    expect(other.url).not.toContain('geheim');
    expect(other.url).toContain('postgresql://');
    await other.stop();
  });

  it('has none that holds an @ either', async () => {
    const other = await connectDatabase({ url: test.url.replace('@/', ':ge@heim@/'), log: silentLog });
    expect(other.url).toBe(test.url);
    await other.stop();
  });
});

describe('pool', () => {
  it('answers times in UTC as ISO text', async () => {
    const { rows } = await database.pool.query(
      "select '2026-03-01 12:00:00.5+05'::timestamptz as at, 5::int8 as n, 1.5::numeric as d",
    );
    expect(rows).toEqual([{ at: '2026-03-01T07:00:00.5+00:00', n: 5, d: 1.5 }]);
  });

  it('outlives the loss of its connections', async () => {
    await database.pool.query('select 1');
    const other = await connectDatabase({ url: test.url, log: silentLog, poolSize: 1 });
    await other.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await other.stop();
    await delay(20);
    expect((await database.pool.query('select 2 as n')).rows).toEqual([{ n: 2 }]);
  });
});

describe('transaction', () => {
  beforeAll(() => database.pool.query('create table notes (n int primary key)'));

  it('commits what resolves', async () => {
    expect(
      await database.transaction(async (client) => (await client.query('insert into notes values (1)')).rowCount),
    ).toBe(1);
    expect((await database.pool.query('select n from notes')).rows).toEqual([{ n: 1 }]);
  });

  it('rolls back what rejects, with its error', async () => {
    const failing = database.transaction(async (client) => {
      await client.query('insert into notes values (2)');
      await client.query('insert into notes values (1)');
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect((await database.pool.query('select n from notes')).rows).toEqual([{ n: 1 }]);
  });

  it('gives a connection that broke to nobody else', async () => {
    const failing = database.transaction((client) => client.query('select pg_terminate_backend(pg_backend_pid())'));
    await expect(failing).rejects.toMatchObject({ code: '57P01' });
    expect((await database.pool.query('select 3 as n')).rows).toEqual([{ n: 3 }]);
  });
});

describe('listen', () => {
  it('hands payloads to each listener of the channel until it leaves', async () => {
    const heard: string[] = [];
    const leave = await database.listen('News of "x"', (payload) => heard.push(`a ${payload}`));
    const leaveToo = await database.listen('News of "x"', (payload) => heard.push(`b ${payload}`));
    const send = (text: string): Promise<unknown> =>
      database.pool.query('select pg_notify($1, $2)', ['News of "x"', text]);
    await send('one');
    await until(() => heard.length === 2);
    await leave();
    await send('two');
    await until(() => heard.length === 3);
    await leaveToo();
    await send('three');
    // What comes behind it on the same connection shows that it was not heard.
    const leaveLast = await database.listen('last', () => heard.push('last'));
    await database.pool.query("select pg_notify('last', '')");
    await until(() => heard.includes('last'));
    expect(heard).toEqual(['a one', 'b one', 'b two', 'last']);
    await leaveLast();
  });

  it('listens again after its connection was lost, and says so', async () => {
    const heard: string[] = [];
    let reconnects = 0;
    const leave = await database.listen('again', (payload) => heard.push(payload), {
      onReconnect: () => {
        reconnects += 1;
      },
    });
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
    );
    await until(() => reconnects === 1);
    await database.pool.query("select pg_notify('again', 'back')");
    await until(() => heard.length === 1);
    expect(heard).toEqual(['back']);
    await leave();
  });
});

describe('a listener hub', () => {
  const config = () => ({ connectionString: test.url, application_name: 'hub' });
  const connections = async (): Promise<unknown> =>
    (await database.pool.query("select pid from pg_stat_activity where application_name = 'hub'")).rows;

  it('that is stopped while it comes back leaves no connection', async () => {
    let stopping: Promise<void> | undefined;
    const log = {
      ...silentLog,
      warn: () => {
        stopping = hub.stop();
      },
    };
    const hub = createListenerHub(config(), log);
    await hub.listen('x', () => undefined);
    await database.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hub'");
    await until(() => stopping !== undefined);
    await stopping;
    await expect.poll(connections).toEqual([]);
  });

  it('refuses a channel that cannot be, and keeps the others, also when its connection comes back', async () => {
    const hub = createListenerHub(config(), silentLog);
    const heard: string[] = [];
    const onReconnect = () => heard.push('back');
    await hub.listen('good', (payload) => heard.push(payload), { onReconnect });
    await expect(hub.listen('', () => undefined)).rejects.toMatchObject({ code: '42601' });
    await database.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hub'");
    await until(() => heard.includes('back'));
    await database.pool.query("select pg_notify('good', 'still')");
    await until(() => heard.includes('still'));
    await hub.stop();
    await expect.poll(connections).toEqual([]);
  });
});

describe('isUp', () => {
  it('is false once stopped', async () => {
    const other = await connectDatabase({ url: test.url, log: silentLog });
    expect(await other.isUp()).toBe(true);
    await other.stop();
    expect(await other.isUp()).toBe(false);
  });
});
