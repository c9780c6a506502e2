import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import { findBinaries, linkLibraries } from './binaries.ts';
import { chooseIdentity, giveTree, type Identity } from './identity.ts';
import { endLeftover, readPostmasterFile, takeOwnership } from './processes.ts';
import { fitsSocket, serverSettings, settingArguments } from './settings.ts';

/** The role that owns everything in it. */
export const EMBEDDED_USER = 'quarterdeck';
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;
const MAX_LOG_BYTES = 10_000_000;
const LOG_TAIL_LINES = 20;
const RESTART_DELAYS_MS = [0, 100, 500, 1000, 2000, 5000];

export interface EmbeddedServerOptions {
  /** The folder that will hold `postgres/`: data, socket, log. Created when missing. */
  dataDir: string;
  log: Log;
  /** Overrides of the server's settings. */
  settings?: Readonly<Record<string, string>>;
  /** False gives up durability of a new folder's first files for speed; for tests. */
  sync?: boolean;
}

/** A running PostgreSQL of our own. */
export interface EmbeddedServer {
  /** For `pg`: the folder of the unix socket. */
  socketDir: string;
  user: string;
  /** Whether the server accepts connections, as far as its supervisor knows. */
  isReady(): boolean;
  /** The process id of the postmaster now; changes when it was restarted. */
  pid(): number | undefined;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
}

interface Home {
  data: string;
  run: string;
  log: string;
  identity: Identity;
}

/**
 * Starts PostgreSQL on a folder and keeps it running: an empty folder is initialised, what a killed owner left behind
 * is ended, a server that dies is started again, and the server ends when this process is killed (`setpriv`, where the
 * system has it).
 *
 * @throws AppError DATABASE_START with the end of the server's log in `details.log`.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  mkdirSync(resolve(options.dataDir, 'postgres'), { recursive: true, mode: 0o700 });
  // The real path: it is compared with what the system tells of running processes.
  const root = realpathSync(resolve(options.dataDir, 'postgres'));
  const release = takeOwnership(`${root}.owner`);
  try {
    const home = await prepare(root, options);
    const supervisor = supervise(home, options);
    await supervisor.start();
    return {
      socketDir: home.run,
      user: EMBEDDED_USER,
      isReady: supervisor.isReady,
      pid: supervisor.pid,
      stop: async () => {
        await supervisor.stop();
        if (!home.run.startsWith(root)) await rm(home.run, { recursive: true, force: true });
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function prepare(root: string, options: EmbeddedServerOptions): Promise<Home> {
  const binaries = findBinaries();
  await linkLibraries(binaries);
  const identity = await chooseIdentity(binaries, root);
  const data = join(root, 'data');
  const ended = await endLeftover(data);
  if (ended !== undefined) options.log.warn({ pid: ended }, 'ended the database server of a killed process');
  const nested = join(root, 'run');
  const run = fitsSocket(nested) ? nested : await mkdtemp(join(tmpdir(), 'qd-pg-'));
  await rm(nested, { recursive: true, force: true });
  mkdirSync(run, { recursive: true, mode: 0o700 });
  chmodSync(root, 0o700);
  if (identity.uid !== undefined) {
    await giveTree(root, identity.uid);
    await giveTree(run, identity.uid);
    await giveTree(data, identity.uid);
  }
  const home = { data, run, log: join(root, 'server.log'), identity };
  await removeUnfinished(home);
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(home, options);
  return home;
}

function runAs({ identity }: Home): { uid?: number; gid?: number } {
  return identity.kind === 'drop' && identity.uid !== undefined ? { uid: identity.uid, gid: identity.uid } : {};
}

/**
 * A new data folder is made beside its place and then renamed, so that a kill in between leaves nothing half made. Each
 * attempt has a name of its own: what makes the folder of a killed one may live a moment longer.
 */
async function initialise(home: Home, options: EmbeddedServerOptions): Promise<void> {
  const fresh = `${home.data}.new-${randomUUID()}`;
  const [command = '', ...args] = [
    ...home.identity.wrapper,
    ...deathSignal('KILL'),
    join(home.identity.binaries, 'bin', 'initdb'),
    ...['-D', fresh, '-U', EMBEDDED_USER, '--auth=trust', '--encoding=UTF8', '--locale=C'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ...(options.sync === false ? ['--no-sync'] : []),
  ];
  const child = spawn(command, args, {
    ...runAs(home),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { TZ: 'UTC', LC_ALL: 'C' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
  if (code !== 0) {
    throw new AppError('DATABASE_START', {
      message: `The database could not be initialised: ${output.trim().split('\n').at(-1) ?? ''}`,
      details: { log: output.trim().split('\n').slice(-LOG_TAIL_LINES) },
    });
  }
  await rename(fresh, home.data);
}

/** Removes what killed attempts to make a data folder left, as far as nothing writes there still. */
async function removeUnfinished(home: Home): Promise<void> {
  const folder = dirname(home.data);
  const prefix = `${basename(home.data)}.new`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3, retryDelay: 50 }).catch(
      () => undefined,
    );
  }
}

function openLog(path: string): number {
  const file = openSync(path, 'a', 0o600);
  if (fstatSync(file).size > MAX_LOG_BYTES) ftruncateSync(file, 0);
  return file;
}

function logTail(path: string, from = 0): string[] {
  return readFileSync(path).subarray(from).toString('utf8').trim().split('\n').slice(-LOG_TAIL_LINES);
}

/** `setpriv` makes the kernel tell the server when we are gone. Without it the next start ends what is left. */
function deathSignal(signal: 'INT' | 'KILL' = 'INT'): string[] {
  const works = spawnSync('setpriv', ['--pdeathsig', signal, 'true'], { stdio: 'ignore' }).status === 0;
  return works ? ['setpriv', '--pdeathsig', signal, '--'] : [];
}

interface Supervisor {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  pid(): number | undefined;
}

function supervise(home: Home, options: EmbeddedServerOptions): Supervisor {
  const { log } = options;
  const [command = '', ...args] = [
    ...home.identity.wrapper,
    ...deathSignal(),
    join(home.identity.binaries, 'bin', 'postgres'),
    ...['-D', home.data],
    ...settingArguments({ ...serverSettings, unix_socket_directories: home.run, ...options.settings }),
  ];
  let child: ChildProcess | undefined;
  let ready = false;
  let stopping = false;
  let restarting: Promise<void> | undefined;

  async function start(): Promise<void> {
    // A server killed a moment ago may still hold its shared memory: its children end as soon as they notice.
    const end = performance.now() + 10_000;
    for (;;) {
      const before = existsSync(home.log) ? readFileSync(home.log).length : 0;
      if (await startOnce()) return;
      const tail = logTail(home.log, before);
      const inUse = tail.some((line) => line.includes('shared memory block'));
      if (!inUse || performance.now() > end || stopping) {
        throw new AppError('DATABASE_START', {
          message: `The embedded database did not start: ${tail.at(-1) ?? 'no output'}`,
          details: { log: tail },
        });
      }
      await delay(50);
    }
  }

  async function startOnce(): Promise<boolean> {
    const output = openLog(home.log);
    const started = spawn(command, args, {
      ...runAs(home),
      // A group of its own: Ctrl-C in a terminal is for us, who stop the server after the last write.
      detached: true,
      stdio: ['ignore', output, output],
      env: { TZ: 'UTC', LC_ALL: 'C' },
    });
    closeSync(output);
    child = started;
    let ended = false;
    started.on('error', () => {
      ended = true;
    });
    started.on('exit', (code, signal) => {
      ended = true;
      onExit(started, code, signal);
    });
    const end = performance.now() + START_TIMEOUT_MS;
    while (!ended && performance.now() < end) {
      const file = readPostmasterFile(home.data);
      if (file?.ready && file.pid === started.pid) {
        ready = true;
        return true;
      }
      await delay(10);
    }
    if (!ended) started.kill('SIGQUIT');
    return false;
  }

  function onExit(which: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    const wasReady = ready && which === child;
    if (which === child) ready = false;
    if (stopping || !wasReady) return;
    log.error({ code, signal, log: logTail(home.log) }, 'the database server ended; starting it again');
    restarting = restart();
  }

  async function restart(): Promise<void> {
    for (let attempt = 0; !stopping; attempt++) {
      await delay(RESTART_DELAYS_MS[Math.min(attempt, RESTART_DELAYS_MS.length - 1)]);
      if (stopping) return;
      try {
        await endLeftover(home.data);
        await start();
        log.info({ attempt }, 'the database server is up again');
        return;
      } catch (error) {
        log.error({ attempt, error: String(error) }, 'the database server could not be started again');
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    await restarting;
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise<void>((done) => running.once('exit', () => done()));
    running.kill('SIGINT');
    const forced = setTimeout(() => running.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    await gone;
    clearTimeout(forced);
  }

  return { start, stop, isReady: () => ready, pid: () => child?.pid };
}
