import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  allTypes,
  type CanaryRun,
  type CheckResult,
  createHostLimiter,
  createNetworkWitness,
  type RunDeps,
  runCanary,
} from '@quarterdeck/checks';
import { AppError, errorText } from '@quarterdeck/contract';
import { silentLog, systemClock } from '@quarterdeck/kit';
import {
  type Config,
  createConnections,
  createEgress,
  createValueSources,
  loadConfig,
  otherDocument,
  scriptEnvironment,
  VERSION,
} from '@quarterdeck/server';
import { parse as parseYaml } from 'yaml';
import { formatCsv } from '../output/csv.ts';
import { formatJson } from '../output/json.ts';
import { formatJunit } from '../output/junit.ts';
import { formatTable } from '../output/table.ts';
import { type Collected, collect, problemLine } from './collect.ts';
import type { Terminal } from './terminal.ts';

/** Flags of `run` (contract checks §3.12). */
export interface RunFlags {
  data?: string;
  outputFile?: string;
  namespace?: string;
  json?: boolean;
  junit?: boolean;
  csv?: boolean;
}

/** How `run` ends: all passed; a check failed; a document, the data or a setting is bad. */
export const RUN_EXIT = { passed: 0, failed: 1, bad: 2 } as const;

function documentsOf({ others }: Collected) {
  const set = {
    canaries: new Map(),
    others: others.map(({ file, kind, doc }) => otherDocument(file, kind, doc)),
    errors: [],
  };
  return { current: () => set, onChange: () => () => undefined };
}

/** Builds what a run needs without a database: stored connections and earlier results are not known then. */
function createDeps(collected: Collected, config: Config): RunDeps {
  const documents = documentsOf(collected);
  const clock = systemClock;
  const values = createValueSources({ documents, secretsDir: config.secretsDir, clock });
  const connections = createConnections({ documents, values, database: null, clock });
  return {
    types: allTypes,
    egress: createEgress({
      settings: { privateRanges: config.egressPrivate, allow: config.egressAllow, deny: config.egressDeny },
      clock,
    }),
    clock,
    log: silentLog,
    value: (source, canary) => values.value(canary.metadata.namespace, source),
    connection: (reference, canary) => connections.connection(reference, canary.metadata.namespace),
    lastResult: async () => null,
    hostLimiter: createHostLimiter(config.hostConcurrency),
    networkWitness: createNetworkWitness({ clock }),
    settings: {
      prometheusUrl: config.prometheusUrl ?? '',
      scriptEnv: scriptEnvironment(config.execAllowedEnvs),
      version: VERSION,
    },
    execAllowed: () => config.exec !== 'off',
  };
}

async function readData(file: string | undefined): Promise<Record<string, unknown> | undefined> {
  if (file === undefined) return undefined;
  const data: unknown = parseYaml(await readFile(file, 'utf8'));
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Record<string, unknown>;
  throw new AppError('DOCUMENT_SYNTAX', { message: `${basename(file)}: expected a map of data` });
}

function reports(runs: readonly CanaryRun[], flags: RunFlags, elapsedMs: number): string[] {
  const results: CheckResult[] = runs.flatMap((run) => run.results);
  const texts: string[] = [];
  if (flags.json) texts.push(formatJson(runs));
  if (flags.junit) texts.push(formatJunit(results, elapsedMs));
  if (flags.csv) texts.push(formatCsv(runs));
  return texts;
}

/** Runs all documents of the files and folders once, at the same time, and reports. Answers the exit code. */
export async function runFiles(
  paths: readonly string[],
  flags: RunFlags,
  terminal: Terminal,
  load: () => Config = loadConfig,
): Promise<number> {
  const startMs = systemClock.monotonic();
  let config: Config;
  let data: Record<string, unknown> | undefined;
  try {
    config = load();
    data = await readData(flags.data);
  } catch (error) {
    terminal.error(errorText(error));
    return RUN_EXIT.bad;
  }
  const collected = await collect(paths, { ...(data ? { data } : {}), readStdin: terminal.readStdin });
  for (const { file, reason } of collected.unreadable) terminal.error(`${file}: skipped, cannot be read: ${reason}`);
  for (const problem of collected.problems) terminal.error(problemLine(problem));

  const deps = createDeps(collected, config);
  const canaries = collected.canaries.map((canary) =>
    flags.namespace ? { ...canary, metadata: { ...canary.metadata, namespace: flags.namespace } } : canary,
  );
  const runs = await Promise.all(canaries.map((canary) => runCanary(canary, deps)));
  const results = runs.flatMap((run) => run.results);
  const elapsedMs = systemClock.monotonic() - startMs;

  const texts = reports(runs, flags, elapsedMs);
  const table = formatTable(results, { color: terminal.color, elapsedMs });
  if (texts.length === 0) terminal.write(table);
  else if (flags.outputFile === undefined) terminal.write(texts.join(''));
  else {
    await writeFile(flags.outputFile, texts.at(-1) ?? '');
    terminal.write(table);
  }
  if (collected.problems.length > 0) return RUN_EXIT.bad;
  return results.every((result) => result.pass) ? RUN_EXIT.passed : RUN_EXIT.failed;
}
