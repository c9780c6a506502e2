import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerStatus } from '@quarterdeck/contract';
import { expect, onTestFinished, test } from 'vitest';
import { startProduct, temporaryFolder } from '../support/product.ts';
import { canaryDocument, documentFolder, replaceFile } from './support/documents.ts';
import { startHitServer } from './support/hit-server.ts';
import { createLedgerStore, openEmbedded } from './support/ledger-store.ts';
import { until } from './support/until.ts';

/** A changed, added or removed file takes effect within this time. */
const EFFECT_MS = 2000;

test('the folder of documents is followed: added, changed, replaced, removed, and bad ones', async () => {
  const [dataDir, remove] = await temporaryFolder('documents');
  onTestFinished(remove);
  const target = await startHitServer();
  onTestFinished(target.stop);
  const one = (name: string, path: string, schedule?: string) =>
    canaryDocument(name, [{ name: `${name}-check`, url: `${target.url}${path}` }], schedule);
  const folder = await documentFolder(dataDir, { 'good.yaml': one('good', '/good') });
  const product = await startProduct({ dataDir, env: { QD_CONFIG_DIR: folder } });
  onTestFinished(() => product.kill());
  const database = await openEmbedded(dataDir);
  onTestFinished(database.stop);
  const store = createLedgerStore(database);
  const names = async () => [...(await store.results()).keys()].sort();
  const count = (path: string) => target.hits.get(path)?.length ?? 0;
  const isAsked = (path: string) => {
    const before = count(path);
    return () => count(path) > before;
  };
  await until('the first document runs', isAsked('/good'));

  await writeFile(join(folder, 'added.yaml'), one('added', '/added'));
  await until('an added file', isAsked('/added'), EFFECT_MS);

  await writeFile(join(folder, 'added.yaml'), one('added', '/changed'));
  await until('a changed file', isAsked('/changed'), EFFECT_MS);

  await replaceFile(join(folder, 'added.yaml'), one('added', '/replaced'));
  await until('a replaced file', isAsked('/replaced'), EFFECT_MS);

  await rm(join(folder, 'added.yaml'));
  await until('a removed file', async () => (await names()).join() === 'good-check', EFFECT_MS);
  const last = count('/replaced');
  await until('the good one goes on', isAsked('/good'));
  await until('the good one goes on', isAsked('/good'));
  expect(count('/replaced')).toBe(last);

  await writeFile(join(folder, 'bad.yaml'), 'kind: Canary\nmetadata:\n  name: bad\nspec:\n  http:\n    - url: [1\n');
  const status = async () => (await (await fetch(`${product.url}/api/status`)).json()) as ServerStatus;
  await until('the bad file is told of', async () => (await status()).documentErrors.length > 0, EFFECT_MS);
  const [error] = (await status()).documentErrors;
  expect(error).toMatchObject({
    file: 'bad.yaml',
    line: expect.any(Number),
    code: expect.stringMatching(/^DOCUMENT_/),
  });
  const readyz = await fetch(`${product.url}/readyz`);
  expect(readyz.status).toBe(200);
  expect(await readyz.json()).toMatchObject({ checks: { documents: { status: 'errors', errors: [error] } } });
  await until('the good one goes on', isAsked('/good'));

  await writeFile(join(folder, 'bad.yaml'), one('bad', '/mended'));
  await until('the mended file', isAsked('/mended'), EFFECT_MS);
  expect((await status()).documentErrors).toEqual([]);

  await writeFile(join(folder, 'schedule.yaml'), one('odd', '/odd', 'every now and then'));
  await until('a schedule that cannot be read', async () => (await store.failures('odd')) > 0, EFFECT_MS);
  await until('the good one goes on', isAsked('/good'));
  expect(count('/odd')).toBe(0);
  expect(await names()).toContain('odd-check');
});
