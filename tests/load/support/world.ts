import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDocuments } from '@quarterdeck/checks';
import { CANARY_API_VERSION } from '@quarterdeck/contract';
import { type Database, FULL_WORLD_SIZE, loadWorld, scaleWorld } from '@quarterdeck/db';
import {
  applyWorld,
  createWorld,
  FULL_WORLD,
  type HistorySpan,
  historyOf,
  historyTimes,
  loadHistory,
} from '@quarterdeck/server/bench';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';

const ROOT = new URL('../../../', import.meta.url);
const SEED = 20_260_101;
const HOUR = 3600;
const DAY = 24 * HOUR;
const ROWS_PER_STATEMENT = 20_000;
/** Day rows are kept nine times as long as results: five years need this many days of results. */
const RETENTION_DAYS = 210;

/** The past of every check: thirty days, and a tenth of it to compare with. */
const SPANS: Record<WorldSize, readonly HistorySpan[]> = {
  full: [
    { fromSeconds: 30 * DAY, stepSeconds: HOUR },
    { fromSeconds: 2 * HOUR, stepSeconds: 90 },
  ],
  tenth: [
    { fromSeconds: 3 * DAY, stepSeconds: HOUR },
    { fromSeconds: 2 * HOUR, stepSeconds: 12 * 60 },
  ],
};
/** Beside the world one check has results every five minutes for five years. */
const LONG_SPANS: readonly HistorySpan[] = [{ fromSeconds: 5 * 365 * DAY, stepSeconds: 300 }];
const LONG_NAME = 'five years';

/** What stands around the checks: catalog, topology, incidents, runs and jobs. */
const SURROUNDINGS = { full: FULL_WORLD_SIZE, tenth: scaleWorld(FULL_WORLD_SIZE, 0.1) } as const;

export type WorldSize = 'full' | 'tenth';

/** A world that lies ready in a data folder. */
export interface StoredWorld {
  dataDir: string;
  /** Epoch milliseconds at which its history ends. */
  nowMs: number;
  /** Id of the check with five years of history. */
  longCheck: string;
}

/** What the check with the long history found: the same each time for the same instant. */
export function longHistory(nowMs: number): ReturnType<typeof historyOf> {
  const [canary] = createWorld({ seed: SEED, nowMs, ...FULL_WORLD, canaries: 1 });
  const slowest = canary?.checks.toSorted((a, b) => b.behaviour.baseMs - a.behaviour.baseMs)[0];
  if (!slowest) throw new Error('the world is empty');
  return historyOf(slowest.behaviour, historyTimes(LONG_SPANS, Math.floor(nowMs / 1000)));
}

/** Changes with whatever decides what the folder holds, and with the day, as the history ends now. */
function cacheKey(size: WorldSize): string {
  const hash = createHash('sha1').update(JSON.stringify([SPANS[size], LONG_SPANS, FULL_WORLD, RETENTION_DAYS]));
  hash.update(new Date().toISOString().slice(0, 10));
  const demo = ['behaviour', 'history', 'random', 'world'].map(
    (name) => `packages/server/src/features/demo/${name}.ts`,
  );
  const folders = ['packages/db/src/migrations/', 'packages/db/src/world/'];
  const files = folders.flatMap((folder) => readdirSync(new URL(folder, ROOT)).map((name) => folder + name));
  for (const path of [
    'tests/load/support/world.ts',
    ...demo,
    ...files.filter((path) => !path.includes('.test.')).sort(),
  ])
    hash.update(readFileSync(new URL(path, ROOT)));
  return `bench-world-${size}-${hash.digest('hex').slice(0, 12)}`;
}

async function addLongCheck({ canaries, database }: BenchDatabase, nowMs: number): Promise<string> {
  const document = {
    apiVersion: CANARY_API_VERSION,
    kind: 'Canary',
    metadata: { name: 'long-history', namespace: 'monitoring' },
    spec: { schedule: '@never', http: [{ name: LONG_NAME, url: 'http://127.0.0.1/' }] },
  };
  const parsed = parseDocuments(JSON.stringify(document), { fileName: 'bench' });
  await canaries.apply(parsed.canaries.map((canary) => ({ canary, source: 'Bench' })));
  const { rows } = await database.pool.query<{ id: string }>('select id from checks where name = $1', [LONG_NAME]);
  const id = rows[0]?.id ?? '';
  const history = longHistory(nowMs);
  for (let from = 0; from < history.times.length; from += ROWS_PER_STATEMENT) {
    const part = <T>(values: T[]) => values.slice(from, from + ROWS_PER_STATEMENT);
    await database.pool.query(
      `insert into check_statuses (check_id, time, created_at, duration, status, invalid, error)
       select $1, to_timestamp(at), to_timestamp(at), duration, status, false, error
       from unnest($2::int8[], $3::int4[], $4::bool[], $5::text[]) as t (at, duration, status, error)`,
      [id, part(history.times), part(history.durationsMs), part(history.passed), part(history.errors)],
    );
  }
  return id;
}

async function settle({ pool }: Database, sinceMs: number): Promise<void> {
  for (const grain of ['1h', '1d']) {
    await pool.query('select roll_up_statuses($1, $2, now())', [grain, new Date(sinceMs).toISOString()]);
  }
}

async function build(size: WorldSize, folder: string): Promise<StoredWorld> {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const bench = await openBenchDatabase(dataDir);
  const nowMs = Date.now();
  try {
    const { pool } = bench.database;
    const world = createWorld({ seed: SEED, nowMs, ...FULL_WORLD });
    await applyWorld(bench.canaries, world, 'http://127.0.0.1', '@never');
    await pool.query(`insert into properties (name, value) values ('check.status.retention.days', $1)`, [
      String(RETENTION_DAYS),
    ]);
    await pool.query('select ensure_status_partitions(1, $1)', [RETENTION_DAYS + 1]);
    await loadWorld(pool, SURROUNDINGS[size], nowMs);
    const longCheck = await addLongCheck(bench, nowMs);
    await settle(bench.database, nowMs - 5 * 365 * DAY * 1000);
    await loadHistory(bench.database, world, SPANS[size], nowMs);
    await pool.query('select * from apply_retention($1)', [RETENTION_DAYS]);
    await pool.query('vacuum analyze');
    return { dataDir, nowMs, longCheck };
  } finally {
    await bench.database.stop();
  }
}

/** The world of that size in a data folder: the one that was made before today, or a new one, which takes minutes. */
export async function storedWorld(size: WorldSize): Promise<StoredWorld> {
  const cache = fileURLToPath(new URL('.cache/', ROOT));
  mkdirSync(cache, { recursive: true });
  const name = cacheKey(size);
  for (const old of readdirSync(cache)) {
    if (old.startsWith(`bench-world-${size}-`) && old !== name) rmSync(join(cache, old), { recursive: true });
  }
  const marker = join(cache, name, 'world.json');
  if (existsSync(marker)) return JSON.parse(readFileSync(marker, 'utf8')) as StoredWorld;
  rmSync(join(cache, name), { recursive: true, force: true });
  const world = await build(size, join(cache, name));
  writeFileSync(marker, JSON.stringify(world));
  return world;
}
