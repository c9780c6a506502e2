import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '@quarterdeck/db/testing';
import { expect, onTestFinished, test } from 'vitest';
import { type Product, startProduct, temporaryFolder } from '../support/product.ts';
import { documentFolder, manyCanaries } from './support/documents.ts';
import { type HitServer, startHitServer } from './support/hit-server.ts';
import { createLedgerStore, type LedgerRow, type LedgerStore } from './support/ledger-store.ts';
import { report } from './support/report.ts';
import { gaps, judgeSlots } from './support/slots.ts';
import { until } from './support/until.ts';

const CANARIES = 20;
const CHECKS = 3;
/** `goals.md`, Reliability: another node takes over. */
const TAKE_OVER_MS = 10_000;

/** A run that ends late on a loaded machine costs the slot after it (a canary rests a quarter of its interval): not here. */
const SLOW_MS = 3000;

interface Cluster {
  everyMs: number;
  store: LedgerStore;
  target: HitServer;
  start(name: string): Promise<Product>;
}

/** One database, one folder of documents, and nodes that each have a data folder of their own. */
async function cluster(everyMs: number): Promise<Cluster> {
  const main = await createTestDatabase();
  onTestFinished(main.drop);
  const [home, remove] = await temporaryFolder('nodes');
  onTestFinished(remove);
  const target = await startHitServer({ delayMs: 20 });
  onTestFinished(target.stop);
  const folder = await documentFolder(home, {
    'all.yaml': manyCanaries(CANARIES, CHECKS, target.url, `@every ${everyMs / 1000}s`),
  });
  return {
    everyMs,
    store: createLedgerStore(main.database),
    target,
    async start(name) {
      const dataDir = join(home, name);
      await mkdir(dataDir, { recursive: true });
      const env = { QD_CONFIG_DIR: folder, DATABASE_URL: main.url, QD_NODE_NAME: name };
      const product = await startProduct({ dataDir, env });
      onTestFinished(() => product.kill());
      return product;
    },
  };
}

const owns = (store: LedgerStore, shares: Record<string, number>) => async () => {
  const owners = await store.owners();
  return Object.entries(shares).every(([name, count]) => (owners.get(name) ?? 0) === count);
};

/** Until every canary was asked for again, whoever does it. */
function allGoOn({ target }: Cluster): () => boolean {
  const before = new Map([...target.hits].map(([path, times]) => [path, times.length]));
  return () => [...target.hits].every(([path, times]) => times.length > (before.get(path) ?? 0));
}

/** No slot twice; what nobody ran is counted as missed, as far as it lies between runs. */
async function expectEachSlotOnce({ everyMs, store, target }: Cluster): Promise<LedgerRow[]> {
  const [before, runs] = [await store.schedules(), await store.runs()];
  const { missed, skipped } = await store.schedules();
  expect(judgeSlots(runs, target.hits, CANARIES, CHECKS)).toEqual({ doubled: [], unclaimed: [] });
  expect(gaps(runs, everyMs)).toBeLessThanOrEqual(missed + skipped);
  expect(gaps(runs, everyMs)).toBeGreaterThanOrEqual(before.missed);
  return runs;
}

test('two nodes share the slots; one stops, is killed, comes back: each slot runs once and none is left to nobody', async () => {
  const world = await cluster(2000);
  const { store, target } = world;
  await world.start('a');
  const b = await world.start('b');
  await until('fair shares', owns(store, { a: CANARIES / 2, b: CANARIES / 2 }));
  await until('both work', () => target.total() >= 3 * CANARIES * CHECKS);
  const worked = new Set((await store.runs()).map((run) => run.node));
  expect(worked).toEqual(new Set(['a', 'b']));

  const before = await store.schedules();
  expect(await b.stop()).toBe(0);
  const handedMs = await until('the other has all', owns(store, { a: CANARIES, '': 0 }), 1000);
  await until('all go on', allGoOn(world), 5000);
  expect((await store.schedules()).missed).toBe(before.missed);

  const back = await world.start('b');
  const shareMs = await until('its share again', owns(store, { a: CANARIES / 2, b: CANARIES / 2 }), 5000);
  await until('all go on', allGoOn(world), 5000);

  await back.kill();
  const goOn = allGoOn(world);
  const takenMs = await until('the other takes over', owns(store, { a: CANARIES, '': 0 }), TAKE_OVER_MS);
  const workMs = takenMs + (await until('all go on', goOn, TAKE_OVER_MS));
  expect(workMs).toBeLessThanOrEqual(TAKE_OVER_MS);
  expect((await store.schedules()).missed).toBeGreaterThan(before.missed);
  await delay(1000);
  await expectEachSlotOnce(world);
  report('two nodes', { handedMs, shareMs, takenMs, workMs });
});

test('a third node that joins and leaves under load costs no slot', async () => {
  const world = await cluster(SLOW_MS);
  const { store } = world;
  await world.start('a');
  await world.start('b');
  await until('fair shares', owns(store, { a: CANARIES / 2, b: CANARIES / 2 }));
  await until('all go on', allGoOn(world));
  for (let round = 0; round < 2; round++) {
    const c = await world.start('c');
    await until('a fair share of three', async () => {
      const owners = await store.owners();
      return ['a', 'b', 'c'].every((name) => (owners.get(name) ?? 0) >= 6) && !owners.has('');
    });
    await until('all go on', allGoOn(world));
    expect(await c.stop()).toBe(0);
    await until('shares of two', owns(store, { a: CANARIES / 2, b: CANARIES / 2 }), 5000);
    await until('all go on', allGoOn(world));
  }
  const runs = await expectEachSlotOnce(world);
  expect(runs.filter((run) => run.node === 'c').length).toBeGreaterThan(0);
  const { missed, skipped } = await store.schedules();
  report('a third node', { slots: runs.length, missed, skipped, gaps: gaps(runs, world.everyMs) });
  expect(missed).toBe(0);
});
