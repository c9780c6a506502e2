import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProduct, temporaryFolder } from '../support/product.ts';
import { documentFolder, manyCanaries } from './support/documents.ts';
import { startHitServer } from './support/hit-server.ts';
import { createLedgerStore, openEmbedded } from './support/ledger-store.ts';
import { databaseProcesses } from './support/leftovers.ts';
import { openLive } from './support/live-client.ts';
import { judgeSlots } from './support/slots.ts';
import { until } from './support/until.ts';

const CANARIES = 10;
const CHECKS = 5;
const KILLS = 3;

test('kill -9 of the database server: it comes back by itself, checks go on, nothing acknowledged is lost', async () => {
  const [dataDir, remove] = await temporaryFolder('postmaster');
  onTestFinished(remove);
  const target = await startHitServer({ delayMs: 10 });
  onTestFinished(target.stop);
  const folder = await documentFolder(dataDir, { 'all.yaml': manyCanaries(CANARIES, CHECKS, target.url) });
  const product = await startProduct({ dataDir, env: { QD_CONFIG_DIR: folder } });
  onTestFinished(() => product.kill());
  const client = await openLive(product.url);
  onTestFinished(client.close);
  const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  const isReady = async () => (await fetch(`${product.url}/readyz`)).ok;

  for (let kill = 0; kill < KILLS; kill++) {
    const before = client.seen.size;
    await until('results', () => client.seen.size >= before + 2 * CANARIES * CHECKS);
    process.kill(postmaster(), 'SIGKILL');
    await until('it is noticed', async () => !(await isReady()), 3000).catch(() => undefined);
    await until('the database is back', isReady);
    const hits = target.total();
    await until('checks go on', () => target.total() >= hits + CANARIES * CHECKS, 5000);
  }
  const before = client.seen.size;
  await until('results after the last kill', () => client.seen.size >= before + CANARIES * CHECKS);
  const database = await openEmbedded(dataDir);
  const store = createLedgerStore(database);
  const lost = await store.lost([...client.seen.values()]);
  const verdict = judgeSlots(await store.runs(), target.hits, CANARIES, CHECKS);
  await database.stop();
  expect(lost).toEqual([]);
  expect(verdict).toEqual({ doubled: [], unclaimed: [] });
  expect(databaseProcesses(dataDir)).toHaveLength(1);
  expect(await product.stop()).toBe(0);
});
