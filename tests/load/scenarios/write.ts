import type { CheckResult } from '@quarterdeck/checks';
import type { CanaryId, CheckId, NodeId } from '@quarterdeck/contract';
import { compactStatusPartitions, type Database } from '@quarterdeck/db';
import { silentLog, systemClock } from '@quarterdeck/kit';
import {
  applyWorld,
  checkKey,
  createResultWriter,
  createWorld,
  DEMO_SOURCE,
  FULL_WORLD,
  type RunToWrite,
} from '@quarterdeck/server/bench';
import { temporaryFolder } from '../../support/product.ts';
import type { Report } from '../report.ts';
import { type BenchDatabase, openBenchDatabase } from '../support/bench-database.ts';

const ROUNDS = 20;
const WARM_UP = 3;
const STEP_MS = 30_000;
/** Checks, each with a result every 30 s for a day, whose bytes are counted. */
const SIZED_CHECKS = 200;

interface StoredCanary {
  id: CanaryId;
  name: string;
  namespace: string;
  checks: { id: CheckId; name: string; labels: Record<string, string> }[];
}

async function storedCanaries({ pool }: Database): Promise<StoredCanary[]> {
  const { rows } = await pool.query<StoredCanary>(
    `select c.id, c.name, c.namespace, json_agg(json_build_object('id', k.id, 'name', k.name, 'labels', k.labels)) as checks
     from canaries c join checks k on k.canary_id = c.id where c.source = $1 group by c.id order by c.id`,
    [DEMO_SOURCE],
  );
  return rows;
}

/** A result as the http check makes it. */
function resultOf(canary: StoredCanary, check: StoredCanary['checks'][number], startMs: number): CheckResult {
  const pass = Math.random() > 0.01;
  return {
    type: 'http',
    name: check.name,
    namespace: canary.namespace,
    description: '',
    icon: '',
    endpoint: 'http://127.0.0.1/',
    labels: check.labels,
    owner: '',
    severity: 'medium',
    startMs,
    pass,
    invalid: false,
    unknown: false,
    durationMs: 5 + Math.floor(Math.random() * 200),
    message: '',
    error: pass ? '' : 'expected 503 to be 200..299',
    detail: null,
    displayType: '',
    metrics: [],
    transformedFrom: null,
    transformDeleteStrategy: null,
    deletedAt: null,
    id: null,
    spec: { name: check.name },
  };
}

function runOf(canary: StoredCanary, startMs: number): RunToWrite {
  return {
    canaryId: canary.id,
    canaryName: canary.name,
    canaryNamespace: canary.namespace,
    results: canary.checks.map((check) => resultOf(canary, check, startMs)),
    known: new Map(canary.checks.map((check) => [checkKey({ type: 'http', name: check.name }), check.id])),
    slotMs: startMs,
    nextRunMs: startMs + STEP_MS,
    startMs,
    endMs: startMs + 200,
    cleanup: true,
    failures: [],
  };
}

/** Rounds of one run of each canary, all handed over at once; statuses committed per second of each. */
async function writeRates({ database, live, newId }: BenchDatabase, canaries: StoredCanary[]): Promise<number[]> {
  const writer = createResultWriter({
    database,
    live,
    node: newId() as NodeId,
    host: 'bench',
    newId,
    clock: systemClock,
    log: silentLog,
  });
  const beganMs = Date.now() - (ROUNDS + WARM_UP) * STEP_MS;
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const runs = canaries.map((canary) => runOf(canary, beganMs + round * STEP_MS));
    const results = runs.reduce((sum, run) => sum + run.results.length, 0);
    const startedAt = performance.now();
    await Promise.all(runs.map((run) => writer.write(run)));
    if (round >= WARM_UP) rates.push((results / (performance.now() - startedAt)) * 1000);
  }
  await writer.stop();
  return rates;
}

/** Days that results, hour rows and day rows are kept (contract checks §3.4). */
const KEPT_DAYS = { raw: 30, hour: 90, day: 270 } as const;

/** Bytes on disk by what they are kept for, divided by the number of results. */
type BytesPerStatus = Record<keyof typeof KEPT_DAYS, number>;

/**
 * What one day of results takes once it is rolled up and compacted, as the product's own jobs do when a day is over.
 */
async function bytesPerStatus({ pool }: Database): Promise<BytesPerStatus> {
  await pool.query(
    'truncate check_statuses, check_statuses_1h, check_statuses_1d, check_statuses_1mo, status_coverage',
  );
  await pool.query('select ensure_status_partitions(1, 3)');
  await pool.query(
    `insert into check_statuses (check_id, time, created_at, duration, status, invalid, error)
     select id, t, t, (20 * exp(random() * 3))::int4, passed, false, case when not passed then 'expected 503 to be 200..299' end
     from generate_series(date_trunc('day', now(), 'UTC') - interval '1 day',
         date_trunc('day', now(), 'UTC') - interval '30 seconds', interval '30 seconds') t
     cross join (select id from checks where type = 'http' order by id limit $1) k
     cross join lateral (select random() > 0.01 and t is not null as passed) r`,
    [SIZED_CHECKS],
  );
  for (const grain of ['1h', '1d']) {
    await pool.query(`select roll_up_statuses($1, now() - interval '2 days', date_trunc('day', now(), 'UTC'))`, [
      grain,
    ]);
  }
  await pool.query('vacuum check_statuses, check_statuses_1h, check_statuses_1d');
  await compactStatusPartitions(pool, silentLog);
  const { rows } = await pool.query<BytesPerStatus>(
    `select (select sum(pg_total_relation_size(relid)) from pg_partition_tree('check_statuses') where isleaf)::float8 / n as raw,
       pg_total_relation_size('check_statuses_1h')::float8 / n as hour,
       pg_total_relation_size('check_statuses_1d')::float8 / n as day
     from (select count(*) as n from check_statuses) c`,
  );
  return rows[0] ?? { raw: Number.NaN, hour: Number.NaN, day: Number.NaN };
}

/** The mean over all the time that something is kept of a result: the longest part of it that is its share of roll-ups. */
function meanOverLife(bytes: BytesPerStatus): number {
  const { raw, hour, day } = KEPT_DAYS;
  return (bytes.raw * raw + bytes.hour * hour + bytes.day * day) / Math.max(raw, hour, day);
}

/** The result writer on the embedded database, synchronous commit on; then what its rows take on disk. */
export async function measureWrites(report: Report): Promise<void> {
  const [dataDir, remove] = await temporaryFolder('bench-write');
  const bench = await openBenchDatabase(dataDir);
  try {
    const world = createWorld({ seed: 1, nowMs: Date.now(), ...FULL_WORLD });
    await applyWorld(bench.canaries, world, 'http://127.0.0.1', '@never');
    report.add('write.rate', await writeRates(bench, await storedCanaries(bench.database)));
    const bytes = await bytesPerStatus(bench.database);
    report.add('write.size', [meanOverLife(bytes)]);
    report.add('write.size-raw', [bytes.raw + bytes.hour + bytes.day]);
  } finally {
    await bench.database.stop();
    await remove();
  }
}
