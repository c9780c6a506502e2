import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFailed, onTestFinished, test } from 'vitest';
import { freePort, startProduct, temporaryFolder } from '../support/product.ts';
import { documentFolder, manyCanaries } from './support/documents.ts';
import { startHitServer } from './support/hit-server.ts';
import { createLedgerStore, openEmbedded } from './support/ledger-store.ts';
import { databaseProcesses } from './support/leftovers.ts';
import { openLive } from './support/live-client.ts';
import { seededRandom } from './support/random.ts';
import { report } from './support/report.ts';
import { judgeSlots } from './support/slots.ts';
import { until } from './support/until.ts';

const KILLS = 10;
const CANARIES = 20;
const CHECKS = 10;
/** `goals.md`, Reliability: back to work after a crash. */
const BACK_TO_WORK_MS = 3000;
const SEED = 20_261_121;

test('kill -9 in the middle of 200 checks each second, ten times: nothing acknowledged is lost, no slot runs twice, and work goes on within 3 s', async () => {
  const [dataDir, remove] = await temporaryFolder('kill');
  onTestFinished(remove);
  const target = await startHitServer({ delayMs: 20 });
  onTestFinished(target.stop);
  const folder = await documentFolder(dataDir, { 'all.yaml': manyCanaries(CANARIES, CHECKS, target.url) });
  const random = seededRandom(SEED);
  const seen = new Map();
  const port = await freePort();
  const start = () => startProduct({ dataDir, port, env: { QD_CONFIG_DIR: folder } });

  let product = await start();
  onTestFinished(() => product.kill());
  onTestFailed(() => report('the end of what it printed', [product.process.exitCode, product.output().slice(-3000)]));
  await until('the first checks', () => target.total() >= CANARIES * CHECKS);
  const trials: { readyMs: number; workMs: number }[] = [];
  for (let trial = 0; trial < KILLS; trial++) {
    const client = await openLive(product.url, seen);
    await delay(1000 + random() * 1000);
    await until('requests under way', () => target.open() > 0);
    await product.kill();
    await client.close();
    const before = target.total();
    const began = performance.now();
    product = await start();
    await until('checks after the start', () => target.total() > before);
    trials.push({ readyMs: Math.round(product.readyMs), workMs: Math.round(performance.now() - began) });
    expect(databaseProcesses(dataDir)).toHaveLength(1);
  }
  const client = await openLive(product.url, seen);
  const enough = seen.size + CANARIES * CHECKS;
  await until('results after the last start', () => seen.size >= enough);
  await client.close();

  const database = await openEmbedded(dataDir);
  const store = createLedgerStore(database);
  const results = [...seen.values()];
  const runs = await store.runs();
  const lost = await store.lost(results);
  const verdict = judgeSlots(runs, target.hits, CANARIES, CHECKS);
  await database.stop();
  report(`kill -9 × ${KILLS}, seed ${SEED}, ${results.length} results seen, ${runs.length} slots`, trials);
  expect(results.length).toBeGreaterThan(KILLS * CANARIES * CHECKS);
  expect(lost).toEqual([]);
  expect(verdict).toEqual({ doubled: [], unclaimed: [] });
  expect(await product.stop()).toBe(0);
  expect(databaseProcesses(dataDir)).toEqual([]);
  expect(Math.max(...trials.map((trial) => trial.readyMs))).toBeLessThanOrEqual(BACK_TO_WORK_MS);
  expect(Math.max(...trials.map((trial) => trial.workMs))).toBeLessThanOrEqual(BACK_TO_WORK_MS);
});

test.each([50, 200, 400, 700])(
  'kill -9 %i ms into the first start of all: the next start goes through',
  async (afterMs) => {
    const [dataDir, remove] = await temporaryFolder('first');
    onTestFinished(remove);
    const first = await startProduct({ dataDir, isReady: async () => true });
    await delay(afterMs);
    await first.kill();
    const product = await startProduct({ dataDir });
    onTestFinished(() => product.kill());
    const summary = await fetch(`${product.url}/api/summary`);
    expect(summary.status).toBe(200);
    expect(databaseProcesses(dataDir)).toHaveLength(1);
    expect(await product.stop()).toBe(0);
    expect(databaseProcesses(dataDir)).toEqual([]);
  },
);
