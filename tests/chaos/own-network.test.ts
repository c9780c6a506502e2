import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, startProduct, temporaryFolder } from '../support/product.ts';
import { canaryDocument, documentFolder } from './support/documents.ts';
import { createLedgerStore, openEmbedded } from './support/ledger-store.ts';
import { until } from './support/until.ts';

/** Runs a program where there is no network, or none but loopback; only root may ask for that. */
const CUT = ['unshare', '--net'];
const LOOPBACK_ONLY = [...CUT, 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh'];
const canCut = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' }).status === 0;

/** Starts the product behind `wrapper`, waits for two results of each check, and answers what is stored of them. */
async function resultsBehind(wrapper: string[]) {
  const [dataDir, remove] = await temporaryFolder('network');
  onTestFinished(remove);
  const port = await freePort();
  const checks = [
    { name: 'address', url: 'http://10.0.0.1/' },
    { name: 'other-address', url: 'http://192.0.2.7:8080/' },
    { name: 'name', url: 'http://www.example.com/' },
    { name: 'refused', url: `http://127.0.0.1:${port}/` },
  ];
  const folder = await documentFolder(dataDir, { 'all.yaml': canaryDocument('network', checks) });
  const isReady = async () => {
    const database = await openEmbedded(dataDir).catch(() => null);
    await database?.stop();
    return database !== null;
  };
  const product = await startProduct({ dataDir, env: { QD_CONFIG_DIR: folder }, wrapper, isReady });
  onTestFinished(() => product.kill());
  const database = await openEmbedded(dataDir);
  onTestFinished(database.stop);
  const store = createLedgerStore(database);
  const isTried = async (name: string) => {
    const result = (await store.results().catch(() => new Map())).get(name);
    return result !== undefined && result.passed + result.failed + result.unknown >= 2;
  };
  for (const { name } of checks) await until(`results of ${name}`, () => isTried(name), 40_000);

  const results = await store.results();
  const counted = await store.counted();
  expect(await product.stop()).toBe(0);
  return { results, counted };
}

test.runIf(canCut)(
  'without a network the product calls nothing unhealthy but what refuses it on loopback',
  async () => {
    const { results, counted } = await resultsBehind(LOOPBACK_ONLY);
    for (const name of ['address', 'other-address', 'name']) {
      expect(results.get(name), name).toMatchObject({ passed: 0, failed: 0, status: 'unknown' });
    }
    expect(results.get('refused')).toMatchObject({ passed: 0, unknown: 0, status: 'unhealthy' });
    expect(counted).toEqual(['refused']);
  },
);

test.runIf(canCut)('without even loopback it calls nothing unhealthy', async () => {
  const { results, counted } = await resultsBehind(CUT);
  for (const [name, result] of results) {
    expect(result, name).toMatchObject({ passed: 0, failed: 0, status: 'unknown' });
  }
  expect(counted).toEqual([]);
});
