import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@quarterdeck/contract';
import { silentLog } from '@quarterdeck/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../database.ts';
import { findPostmaster, isAlive, readPostmasterFile, waitForEnd } from './processes.ts';
import { type EmbeddedServer, startEmbeddedServer } from './server.ts';

const isRoot = process.getuid?.() === 0;
const opened: Database[] = [];
const children: ChildProcess[] = [];
const postmasters: number[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-embedded-'));
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.stop();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const pid of postmasters.splice(0)) await waitForEnd(pid, 10_000);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const dataOf = (dataDir: string): string => join(dataDir, 'postgres', 'data');

async function open(dataDir: string): Promise<{ server: EmbeddedServer; database: Database }> {
  const server = await startEmbeddedServer({ dataDir, log: silentLog, sync: false });
  const database = await connectDatabase({ server, log: silentLog });
  opened.push(database);
  return { server, database };
}

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 200) throw error;
      await delay(50);
    }
  }
}

/** Another Node process that owns a server, holds one committed row in it, and tells the postmaster's id. */
async function owner(dataDir: string, uid?: number): Promise<{ child: ChildProcess; postmaster: number }> {
  const from = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { startEmbeddedServer } = await import(${from('./server.ts')});
      const { connectDatabase } = await import(${from('../database.ts')});
      const quiet = () => undefined;
      const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };
      const server = await startEmbeddedServer({ dataDir: ${JSON.stringify(dataDir)}, log, sync: false });
      const database = await connectDatabase({ server, log });
      await database.pool.query('create table kept (n int)');
      await database.pool.query('insert into kept values (1)');
      console.log(server.pid());
      setInterval(quiet, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], ...(uid === undefined ? {} : { uid, gid: uid }) },
  );
  children.push(child);
  const postmaster = await new Promise<number>((done, fail) => {
    child.stdout?.once('data', (chunk: Buffer) => done(Number(chunk)));
    child.once('exit', (code) => fail(new Error(`the owner ended with ${code}`)));
  });
  postmasters.push(postmaster);
  return { child, postmaster };
}

/** Another Node process that starts a server on an empty folder, as soon as files of the new data folder are there. */
async function initialising(dataDir: string): Promise<ChildProcess> {
  const server = JSON.stringify(new URL('./server.ts', import.meta.url).href);
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const quiet = () => undefined;
      const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };
      const { startEmbeddedServer } = await import(${server});
      await startEmbeddedServer({ dataDir: ${JSON.stringify(dataDir)}, log });`,
    ],
    { stdio: 'ignore' },
  );
  children.push(child);
  const home = join(dataDir, 'postgres');
  await eventually(async () => {
    const fresh = readdirSync(home).find((name) => name.startsWith('data.new')) ?? 'none';
    if (!existsSync(join(home, fresh, 'base', '1'))) throw new Error('not yet');
  });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}

describe('startEmbeddedServer', () => {
  it('initialises an empty folder, keeps what is committed, and stops cleanly', async () => {
    const first = await open(folder);
    expect(first.database.version).toMatch(/^18\./);
    const { rows } = await first.database.pool.query(
      "select datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding from pg_database where datname = 'postgres'",
    );
    expect(rows).toEqual([{ provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' }]);
    await first.database.pool.query('create table kept (n int)');
    const pid = first.server.pid() ?? 0;
    await first.database.stop();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dataOf(folder), 'postmaster.pid'))).toBe(false);
    const second = await open(folder);
    expect((await second.database.pool.query('select * from kept')).rows).toEqual([]);
  });

  it('commits durably by default', async () => {
    const { database } = await open(folder);
    const { rows } = await database.pool.query(
      "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by 1",
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on']);
  });

  it('lets nobody else near the data and the socket', async () => {
    const { server } = await open(folder);
    expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700);
    expect(statSync(server.socketDir).mode & 0o777).toBe(0o700);
  });

  it('starts the server again after kill -9 of it; pools come back with every committed row', async () => {
    const { server, database } = await open(folder);
    await database.pool.query('create table kept (n int)');
    await database.pool.query('insert into kept values (1)');
    const pid = server.pid() ?? 0;
    process.kill(pid, 'SIGKILL');
    await eventually(async () => expect(server.isReady() && server.pid() !== pid).toBe(true));
    const { rows } = await eventually(() => database.pool.query('select n from kept'));
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('does not wait for a long query of the killed server', async () => {
    const { server, database } = await open(folder);
    const endless = database.pool.query('select count(*) from generate_series(1, 100000000000)').catch(() => 'ended');
    const client = await database.pool.connect();
    await eventually(async () => {
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where query like '%100000000000%' and state = 'active'",
      );
      expect(rows.length).toBeGreaterThan(1);
    });
    client.release();
    const pid = server.pid() ?? 0;
    process.kill(pid, 'SIGKILL');
    expect(await endless).toBe('ended');
    await eventually(async () => expect(server.isReady() && server.pid() !== pid).toBe(true));
    expect((await eventually(() => database.pool.query('select 1 as n'))).rows).toEqual([{ n: 1 }]);
  });

  it('survives a second kill -9 that follows at once', async () => {
    const { server, database } = await open(folder);
    for (let round = 0; round < 2; round++) {
      const pid = server.pid() ?? 0;
      process.kill(pid, 'SIGKILL');
      await eventually(async () => expect(server.isReady() && server.pid() !== pid).toBe(true));
    }
    expect((await eventually(() => database.pool.query('select 1 as n'))).rows).toEqual([{ n: 1 }]);
  });

  it('takes over after kill -9 of the process that owned it', async () => {
    const { child, postmaster } = await owner(folder);
    await kill(child);
    const { server, database } = await open(folder);
    expect((await database.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
    expect(server.pid()).not.toBe(postmaster);
    expect(await waitForEnd(postmaster, 5000)).toBe(true);
  });

  it.runIf(process.platform === 'linux')('ends with the process that owned it, without a next start', async () => {
    const { child, postmaster } = await owner(folder);
    await kill(child);
    expect(await waitForEnd(postmaster, 10_000)).toBe(true);
  });

  it('ends a leftover server that does not listen to signals', async () => {
    const { child, postmaster } = await owner(folder);
    process.kill(postmaster, 'SIGSTOP');
    await kill(child);
    expect(findPostmaster(dataOf(folder))).toBe(postmaster);
    const { database } = await open(folder);
    expect((await database.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
    expect(await waitForEnd(postmaster, 5000)).toBe(true);
  });

  it('refuses a folder that a live process owns', async () => {
    const { child } = await owner(folder);
    const error = await startEmbeddedServer({ dataDir: folder, log: silentLog }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'DATABASE_START', details: { reason: 'owned', pid: child.pid } });
  });

  it('is not misled by a stale pid file that names a stranger', async () => {
    await (await open(folder)).database.stop();
    writeFileSync(join(dataOf(folder), 'postmaster.pid'), `${process.pid}\n${dataOf(folder)}\n1\n5432\n\n\n\nready\n`);
    const { server } = await open(folder);
    expect(readPostmasterFile(dataOf(folder))).toEqual({ pid: server.pid(), ready: true });
  });

  it('runs two folders side by side', async () => {
    const [one, two] = await Promise.all([open(join(folder, 'a')), open(join(folder, 'b'))]);
    await one.database.pool.query('create table mine (n int)');
    await expect(two.database.pool.query('select * from mine')).rejects.toMatchObject({ code: '42P01' });
  });

  it('puts the socket elsewhere when the path of the folder is too long', async () => {
    const long = join(folder, 'x'.repeat(100));
    const { server, database } = await open(long);
    expect(server.socketDir.startsWith(long)).toBe(false);
    await database.stop();
    expect(existsSync(server.socketDir)).toBe(false);
  });

  it('tells why with the end of the log when it cannot start, and lets go of the folder', async () => {
    await (await open(folder)).database.stop();
    writeFileSync(join(dataOf(folder), 'PG_VERSION'), '9.6\n');
    const error = await startEmbeddedServer({ dataDir: folder, log: silentLog }).catch((thrown: unknown) => thrown);
    if (!(error instanceof AppError)) throw new Error(`no AppError but ${error}`);
    expect(error.code).toBe('DATABASE_START');
    expect(String(error.details.log)).toContain('9.6');
    writeFileSync(join(dataOf(folder), 'PG_VERSION'), '18\n');
    await open(folder);
  });

  it('starts afresh when it was killed while it initialised', async () => {
    mkdirSync(join(folder, 'postgres', 'data.new'), { recursive: true });
    writeFileSync(join(folder, 'postgres', 'data.new', 'PG_VERSION'), '18\n');
    await open(folder);
    expect(readdirSync(join(folder, 'postgres')).toSorted()).toEqual(['data', 'run', 'server.log']);
  });

  it('starts afresh while what a killed process was making is not ended yet, and cleans up by and by', async () => {
    await kill(await initialising(folder));
    const { database } = await open(folder);
    await database.pool.query('create table kept (n int)');
    await database.stop();
    await eventually(async () => {
      const again = await open(folder);
      await again.database.pool.query('select * from kept');
      await again.database.stop();
      expect(readdirSync(join(folder, 'postgres')).toSorted()).toEqual(['data', 'run', 'server.log']);
    });
  });

  it.runIf(isRoot)('runs as root in a folder that others can reach, as another user', async () => {
    const reachable = join(folder, 'open');
    mkdirSync(reachable, { mode: 0o755 });
    chmodSync(folder, 0o755);
    const { server } = await open(reachable);
    const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1];
    expect(uid).not.toBe('0');
    expect(statSync(dataOf(reachable)).uid).toBe(Number(uid));
  });

  it.runIf(isRoot)('runs as the user that we are when that is not root', async () => {
    const home = join(folder, 'home');
    mkdirSync(home);
    chmodSync(folder, 0o755);
    chownSync(home, 65_534, 65_534);
    const { postmaster } = await owner(home, 65_534);
    expect(statSync(dataOf(home)).uid).toBe(65_534);
    expect(findPostmaster(dataOf(home))).toBe(postmaster);
  });

  it.runIf(isRoot)('runs as root in a folder that only root can enter', async () => {
    const closed = join(folder, 'closed', 'inner');
    mkdirSync(closed, { recursive: true, mode: 0o700 });
    const { database } = await open(closed);
    await database.pool.query('create table kept (n int)');
    await database.stop();
    const again = await open(closed);
    expect((await again.database.pool.query('select * from kept')).rows).toEqual([]);
  });
});
