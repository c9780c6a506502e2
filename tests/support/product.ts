import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 60_000;
/** What follows `node` in the start script: options of Node, the program, its command. */
const START: readonly string[] = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  .scripts.start.split(' ')
  .slice(1);

/** Options of Node that the product is started with. */
export const NODE_OPTIONS = START.filter((word) => word.startsWith('--'));

/** A port of loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A folder of its own under the temporary folder, removed by the second member. */
export async function temporaryFolder(name: string): Promise<[path: string, remove: () => Promise<void>]> {
  const path = await mkdtemp(join(tmpdir(), `qd-${name}-`));
  return [path, () => rm(path, { recursive: true, force: true, maxRetries: 5 })];
}

export interface ProductOptions {
  /** What runs; default: `serve`. */
  command?: 'hub';
  args?: string[];
  env?: Record<string, string>;
  dataDir: string;
  port?: number;
  /** A command that runs the product as its arguments and becomes it, such as one that takes the network away. */
  wrapper?: string[];
  /** How to tell that it is ready, where /readyz cannot be reached from here. */
  isReady?: () => Promise<boolean>;
}

/** The built product as a process of its own, as `npm start` runs it. */
export interface Product {
  url: string;
  port: number;
  process: ChildProcess;
  /** All that it printed so far. */
  output(): string;
  /** Milliseconds from start to the first answer of /readyz. */
  readyMs: number;
  /** SIGTERM, then waits for the end; gives the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, then waits for the end. */
  kill(): Promise<void>;
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Starts `dist/quarterdeck.js serve` and waits until it is ready. Throws with its output when it ends instead. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { command: program = 'serve', args = [], env = {}, dataDir, port, wrapper = [] } = options;
  const listenPort = port ?? (await freePort());
  const url = `http://127.0.0.1:${listenPort}`;
  const startedAt = performance.now();
  const ready = options.isReady ?? (() => isReady(url));
  const [command = '', ...rest] = [
    ...wrapper,
    process.execPath,
    ...START.map((arg) => (arg.startsWith('dist/') ? join(ROOT, arg) : arg === 'serve' ? program : arg)),
    ...args,
  ];
  const child = spawn(command, rest, {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(listenPort),
      QD_DATA_DIR: dataDir,
      QD_LOG_FORMAT: 'json',
      QD_MODE: 'standalone',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const chunks: string[] = [];
  child.stdout.on('data', (data: Buffer) => chunks.push(data.toString()));
  child.stderr.on('data', (data: Buffer) => chunks.push(data.toString()));

  while (!(await ready())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the product ended: ${chunks.join('')}`);
    if (performance.now() - startedAt > START_LIMIT_MS) {
      child.kill('SIGKILL');
      throw new Error(`the product was not ready in time: ${chunks.join('')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    url,
    port: listenPort,
    process: child,
    output: () => chunks.join(''),
    readyMs: performance.now() - startedAt,
    async stop() {
      await end('SIGTERM');
      return child.exitCode;
    },
    kill: () => end('SIGKILL'),
  };
}

/** Runs the built command line to its end. */
export async function runCommand(
  args: string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/quarterdeck.js'), ...args], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}
