import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, isListening } from './ports.ts';

/** A real server that a test started, on a port of loopback. */
export interface TestServer {
  port: number;
  /** Its folder, removed at the end. */
  folder: string;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;

async function untilListening(port: number, child: ChildProcess, output: () => string): Promise<void> {
  const end = performance.now() + START_LIMIT_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}: ${output()}`);
    if (performance.now() > end) throw new Error(`the server did not listen in time: ${output()}`);
    await delay(20);
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const hardKill = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(hardKill);
}

/** Starts a program that listens on `port` and waits until it does. The folder is removed when it stops. */
export async function startServer(
  command: string,
  args: readonly string[],
  port: number,
  folder: string,
): Promise<TestServer> {
  const child = spawn(command, [...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => chunks.push(data.toString()));
  child.on('error', (error) => chunks.push(String(error)));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    await untilListening(port, child, () => chunks.join('').slice(-2000));
  } catch (error) {
    await stopProcess(child);
    await remove();
    throw error;
  }
  return {
    port,
    folder,
    async stop() {
      await stopProcess(child);
      await remove();
    },
  };
}

/** An empty folder of a server's own. */
export function serverFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `qd-${name}-`));
}

/** Starts Debian's MariaDB with one empty database and a user that owns it. `options` are further arguments of it. */
export async function startMariadb(
  user: string,
  password: string,
  { database = 'shop', options = [] }: { database?: string; options?: readonly string[] } = {},
): Promise<TestServer> {
  const folder = await serverFolder('mariadb');
  const data = join(folder, 'data');
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const install = [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    ...asRoot,
  ];
  await promisify(execFile)('mariadb-install-db', install);
  const sql = [
    `CREATE DATABASE ${database};`,
    `CREATE USER '${user}'@'%' IDENTIFIED BY '${password}';`,
    `GRANT ALL ON ${database}.* TO '${user}'@'%';`,
  ];
  await writeFile(join(folder, 'init.sql'), `${sql.join('\n')}\n`);
  const port = await freePort();
  const args = [
    '--no-defaults',
    `--datadir=${data}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--init-file=${join(folder, 'init.sql')}`,
    '--innodb-buffer-pool-size=32M',
    ...options,
    ...asRoot,
  ];
  return startServer('mariadbd', args, port, folder);
}

/** Starts Debian's Redis, with a password when one is given. */
export async function startRedis(password = ''): Promise<TestServer> {
  const folder = await serverFolder('redis');
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  return startServer('redis-server', password ? [...args, '--requirepass', password] : args, port, folder);
}

/** Makes a server that listens on a unix socket reachable on a port of loopback. */
export async function startTcpBridge(socketPath: string): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((inbound) => {
    const outbound = connect(socketPath);
    const end = () => {
      inbound.destroy();
      outbound.destroy();
    };
    inbound.on('error', end).on('close', end).pipe(outbound);
    outbound.on('error', end).on('close', end).pipe(inbound);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    async stop() {
      server.close();
      await once(server, 'close');
    },
  };
}
