import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { AppError, errorText } from '@quarterdeck/contract';
import { connectDatabase } from '@quarterdeck/db';
import { formatBytes, silentLog } from '@quarterdeck/kit';
import { type Config, loadConfig } from '@quarterdeck/server';
import { collect, problemLine } from './collect.ts';
import type { Terminal } from './terminal.ts';

/** One thing that was looked at. */
export interface Finding {
  name: string;
  verdict: 'ok' | 'warn' | 'fail';
  text: string;
}

type Look = (config: Config) => Promise<Finding>;

const MIN_FREE_BYTES = 1024 ** 3;
const WANTED_NODE_MAJOR = 22;

async function lookAtNode(): Promise<Finding> {
  const major = Number(process.versions.node.split('.')[0]);
  const verdict = major >= WANTED_NODE_MAJOR ? 'ok' : 'fail';
  return { name: 'node', verdict, text: `Node ${process.versions.node}, ${WANTED_NODE_MAJOR} or newer is wanted` };
}

async function lookAtDataDir({ dataDir }: Config): Promise<Finding> {
  await mkdir(dataDir, { recursive: true });
  await access(dataDir, constants.W_OK);
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  return {
    name: 'data folder',
    verdict: free < MIN_FREE_BYTES ? 'warn' : 'ok',
    text: `${dataDir}, ${formatBytes(free)} free`,
  };
}

async function lookAtPort({ host, port }: Config): Promise<Finding> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port }, () => server.close(() => resolve()));
  }).catch((error: unknown) => {
    throw new Error(`${host}:${port} cannot be listened on: ${errorText(error)}; a server may run already`);
  });
  return { name: 'port', verdict: 'ok', text: `${host}:${port} is free` };
}

async function lookAtDatabase({ databaseUrl }: Config): Promise<Finding> {
  const name = 'database';
  if (databaseUrl === null) return { name, verdict: 'ok', text: 'embedded PostgreSQL' };
  const database = await connectDatabase({ url: databaseUrl, log: silentLog });
  try {
    return { name, verdict: 'ok', text: `${database.url}, PostgreSQL ${database.version}` };
  } finally {
    await database.stop();
  }
}

async function lookAtDocuments({ configDir }: Config): Promise<Finding> {
  const name = 'documents';
  if (configDir === null)
    return { name, verdict: 'warn', text: 'QD_CONFIG_DIR is not set: Quarterdeck watches itself' };
  const { canaries, problems, unreadable } = await collect([configDir], { readStdin: async () => '' });
  const bad = [...problems.map(problemLine), ...unreadable.map(({ file, reason }) => `${file}: ${reason}`)];
  const checks = canaries.reduce((sum, canary) => sum + canary.checks.length, 0);
  const summary = `${configDir}: ${canaries.length} canaries with ${checks} checks`;
  return bad.length === 0
    ? { name, verdict: 'ok', text: summary }
    : { name, verdict: 'fail', text: [summary, ...bad].join('\n    ') };
}

const LOOKS: [name: string, look: Look][] = [
  ['node', lookAtNode],
  ['data folder', lookAtDataDir],
  ['port', lookAtPort],
  ['database', lookAtDatabase],
  ['documents', lookAtDocuments],
];

/** Looks at what a start would need. The first finding tells about the settings; the others need them. */
export async function examine(load: () => Config = loadConfig): Promise<Finding[]> {
  let config: Config;
  try {
    config = load();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ name: 'settings', verdict: 'fail', text: error.message }];
  }
  const findings = await Promise.all(
    LOOKS.map(async ([name, look]): Promise<Finding> => {
      try {
        return await look(config);
      } catch (error) {
        return { name, verdict: 'fail', text: errorText(error) };
      }
    }),
  );
  return [{ name: 'settings', verdict: 'ok', text: 'all settings can be read' }, ...findings];
}

/** Prints what a start would need and whether it is there. Answers 1 when something would keep it from starting. */
export async function doctor(terminal: Terminal, load?: () => Config): Promise<number> {
  const findings = await examine(load);
  for (const { name, verdict, text } of findings) terminal.write(`${verdict.padEnd(4)} ${name.padEnd(12)} ${text}\n`);
  return findings.some(({ verdict }) => verdict === 'fail') ? 1 : 0;
}
