import { createTestDatabase } from '@quarterdeck/db/testing';
import { expect, onTestFinished, test } from 'vitest';
import { startProduct, temporaryFolder } from '../support/product.ts';
import { documentFolder, manyCanaries } from './support/documents.ts';
import { startHitServer } from './support/hit-server.ts';
import { createLedgerStore } from './support/ledger-store.ts';
import { until } from './support/until.ts';

const CANARIES = 20;
const CHECKS = 5;
/** Never two results of a check within one second: of those only the first is kept. */
const SCHEDULE = '@every 2s';

test('SIGTERM in the middle of runs: they end and are stored, all is handed back, exit code 0', async () => {
  const main = await createTestDatabase();
  onTestFinished(main.drop);
  const [dataDir, remove] = await temporaryFolder('stop');
  onTestFinished(remove);
  const target = await startHitServer({ delayMs: 400 });
  onTestFinished(target.stop);
  const folder = await documentFolder(dataDir, { 'all.yaml': manyCanaries(CANARIES, CHECKS, target.url, SCHEDULE) });
  const product = await startProduct({ dataDir, env: { QD_CONFIG_DIR: folder, DATABASE_URL: main.url } });
  onTestFinished(() => product.kill());
  await until('each check ran', () => target.total() >= CANARIES * CHECKS);
  await until('runs under way', () => target.open() >= 5);

  expect(await product.stop()).toBe(0);
  const store = createLedgerStore(main.database);
  const runs = await store.runs();
  expect(runs.filter((run) => !run.finished)).toEqual([]);
  expect(await store.schedules()).toMatchObject({ owned: 0, running: 0 });
  const results = await store.results();
  const stored = [...results.values()].reduce((sum, { passed, failed, unknown }) => sum + passed + failed + unknown, 0);
  expect(stored).toBe(target.total());
  for (const [name, { passed, failed, unknown }] of results) {
    expect({ name, passed: passed > 0, failed, unknown }).toEqual({ name, passed: true, failed: 0, unknown: 0 });
  }
});
