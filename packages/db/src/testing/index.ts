import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { silentLog } from '@quarterdeck/kit';
import pg from 'pg';
import { connectDatabase, type Database } from '../database.ts';
import { migrationChecksum } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';

const TEMPLATE = 'quarterdeck_template';
const START_TIMEOUT_MS = 90_000;

/** An empty, migrated database of a test's own. */
export interface TestDatabase {
  database: Database;
  /** For a second pool or another process: `DATABASE_URL`. */
  url: string;
  /** Closes the database's connections and removes it. */
  drop(): Promise<void>;
}

interface Shared {
  socketDir: string;
  user: string;
}

let shared: Promise<Shared> | undefined;

/**
 * Clones a migrated database from the template of one server, which all test processes of this machine share. The
 * first caller starts the server; it ends shortly after its last user. Call it in `beforeAll`, and `drop` in
 * `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  shared ??= findServer();
  const { socketDir, user } = await shared;
  const urlOf = (name: string): string => `postgresql://${user}@/${name}?host=${encodeURIComponent(socketDir)}`;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnce(urlOf('postgres'), `create database ${name} template ${TEMPLATE} strategy file_copy`);
  const database = await connectDatabase({ url: urlOf(name), log: silentLog });
  return {
    database,
    url: urlOf(name),
    drop: async () => {
      await database.stop();
      // The server waits some seconds for connections on their way out; cutting one would be an error to its owner.
      const dropping = `drop database if exists ${name}`;
      await runOnce(urlOf('postgres'), dropping).catch(() => runOnce(urlOf('postgres'), `${dropping} with (force)`));
    },
  };
}

async function runOnce(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** One folder for each user of the machine and each state of the schema. */
function sharedFolder(): string {
  const hash = createHash('sha256')
    .update(migrations.map(migrationChecksum).join(''))
    .update(import.meta.dirname);
  return join(tmpdir(), `qd-test-${userInfo().uid}-${hash.digest('hex').slice(0, 12)}`);
}

async function findServer(): Promise<Shared> {
  const folder = sharedFolder();
  const end = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < end) {
    const found = await knock(folder);
    if (found) return found;
    if (takeLock(`${folder}.lock`)) {
      try {
        // Someone else may have finished between our knock and our lock.
        const late = await knock(folder);
        if (late) return late;
        return await startKeeper(folder, end);
      } finally {
        rmSync(`${folder}.lock`, { force: true });
      }
    }
    await delay(50);
  }
  throw new Error('the shared test database did not start in time');
}

/** Connects to a running keeper. The connection stays open for as long as this process lives: that makes it a user. */
function knock(folder: string): Promise<Shared | undefined> {
  return new Promise((done) => {
    const socket: Socket = connect(join(folder, 'door'));
    socket.on('error', () => done(undefined));
    socket.on('close', () => done(undefined));
    socket.on('data', (chunk) => {
      socket.on('close', () => {
        shared = undefined;
      });
      socket.unref();
      done(JSON.parse(chunk.toString()) as Shared);
    });
  });
}

function takeLock(path: string): boolean {
  try {
    const stale =
      Date.now() - statSync(path).mtimeMs > START_TIMEOUT_MS || !isRunning(Number(readFileSync(path, 'utf8')));
    if (stale) rmSync(path, { force: true });
  } catch {
    // No lock: take it.
  }
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  if (!pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function startKeeper(folder: string, end: number): Promise<Shared> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  rmSync(join(folder, 'door'), { force: true });
  for (const name of readdirSync(folder)) {
    const pid = Number(/^keeper-(\d+)$/.exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  const output = openSync(`${folder}.log`, 'w');
  const keeper: ChildProcess = spawn(
    process.execPath,
    [fileURLToPath(new URL('./keeper.ts', import.meta.url)), folder, TEMPLATE],
    { detached: true, stdio: ['ignore', output, output] },
  );
  closeSync(output);
  keeper.unref();
  while (performance.now() < end) {
    const found = existsSync(join(folder, 'door')) ? await knock(folder) : undefined;
    if (found) return found;
    if (keeper.exitCode !== null) break;
    await delay(20);
  }
  throw new Error(`the shared test database did not start: ${readFileSync(`${folder}.log`, 'utf8').trim()}`);
}
