import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createWorld, FULL_WORLD, worldDocuments } from '@quarterdeck/server/bench';
import { startProduct, temporaryFolder } from '../../support/product.ts';
import type { Report } from '../report.ts';
import { openBenchDatabase } from '../support/bench-database.ts';
import { cpuSeconds, descendants, pin, residentMegabytes } from '../support/processes.ts';
import { startTarget } from '../support/start-target.ts';

const WARM_UP_MS = 60_000;
const MEASURED_MS = 150_000;
const SAMPLE_MS = 5000;
const CHECKS_PER_CANARY = FULL_WORLD.checksPerCanary;

interface Outcome {
  lateness: number[];
  missed: number;
}

/** What the stopped product left in its database: runs of the time between, and slots that nobody ran. */
async function readOutcome(dataDir: string, fromMs: number, untilMs: number): Promise<Outcome> {
  const { database } = await openBenchDatabase(dataDir);
  try {
    const runs = await database.pool.query<{ lateness_ms: number }>(
      'select lateness_ms from canary_runs where started_at >= $1 and started_at < $2',
      [new Date(fromMs).toISOString(), new Date(untilMs).toISOString()],
    );
    const slots = await database.pool.query<{ missed: number }>(
      'select sum(missed + skipped)::int8 as missed from canary_schedules',
    );
    return { lateness: runs.rows.map((row) => row.lateness_ms), missed: slots.rows[0]?.missed ?? Number.NaN };
  } finally {
    await database.stop();
  }
}

/**
 * The product with 10,000 http checks every 30 s: the server process on one core, its database and the probed server on
 * the other.
 */
export async function measureLateness(report: Report): Promise<void> {
  const [dataDir, remove] = await temporaryFolder('bench-lateness');
  const target = await startTarget();
  pin(target.pid, 1);
  try {
    const world = createWorld({ seed: 1, nowMs: Date.now(), ...FULL_WORLD });
    const configDir = join(dataDir, 'documents');
    mkdirSync(configDir);
    const documents = worldDocuments(world, `http://127.0.0.1:${target.port}`, '@every 30s');
    writeFileSync(join(configDir, 'world.yaml'), documents);

    const product = await startProduct({ dataDir, env: { QD_CONFIG_DIR: configDir } });
    const pid = product.process.pid ?? 0;
    pin(pid, 0);
    for (const child of descendants(pid)) pin(child, 1);
    await delay(WARM_UP_MS);
    const fromMs = Date.now();
    const cpuBefore = cpuSeconds(pid);
    const memory: number[] = [];
    while (Date.now() - fromMs < MEASURED_MS) {
      await delay(SAMPLE_MS);
      memory.push(residentMegabytes(pid));
    }
    const untilMs = Date.now();
    const cpu = ((cpuSeconds(pid) - cpuBefore) * 100_000) / (untilMs - fromMs);
    await product.stop();
    const { lateness, missed } = await readOutcome(dataDir, fromMs, untilMs);
    report.add('schedule.lateness', lateness);
    report.add('schedule.missed', [missed]);
    report.add('schedule.rate', [(lateness.length * CHECKS_PER_CANARY * 1000) / (untilMs - fromMs)]);
    report.add('schedule.cpu', [cpu]);
    report.add('memory.schedule', memory);
  } finally {
    await target.stop();
    await remove();
  }
}
