import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, runCommand, startProduct, temporaryFolder } from '../support/product.ts';
import { canaryDocument, documentFolder } from './support/documents.ts';
import { startHitServer } from './support/hit-server.ts';
import { until } from './support/until.ts';

/** `spec.http[0].thresholdMillis` cannot be a word; it stands in line 8. */
const BROKEN = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: broken
spec:
  http:
    - url: http://127.0.0.1:1/
      thresholdMillis: soon
`;

async function setUp() {
  const [cwd, remove] = await temporaryFolder('cli');
  onTestFinished(remove);
  const target = await startHitServer();
  onTestFinished(target.stop);
  const refused = `http://127.0.0.1:${await freePort()}/`;
  return {
    cwd,
    target,
    pass: canaryDocument('passes', [{ name: 'passing', url: `${target.url}/pass` }]),
    fail: canaryDocument('fails', [{ name: 'failing', url: refused }]),
  };
}

test('run ends with 0 when all pass and with 1 when a check fails', async () => {
  const { cwd, pass, fail } = await setUp();
  const folder = await documentFolder(cwd, { 'pass.yaml': pass });
  const good = await runCommand(['run', folder], { cwd });
  expect(good, good.stderr).toMatchObject({ code: 0 });
  expect(good.stdout).toContain('passing');
  await writeFile(join(folder, 'fail.yaml'), fail);
  const bad = await runCommand(['run', '--json', folder], { cwd });
  expect(bad.code).toBe(1);
  expect(JSON.stringify(JSON.parse(bad.stdout))).toContain('failing');
});

test('run on a folder with one broken document runs the others and names its line and field', async () => {
  const { cwd, target, pass } = await setUp();
  const folder = await documentFolder(cwd, { 'broken.yaml': BROKEN, 'pass.yaml': pass });
  const { code, stdout, stderr } = await runCommand(['run', folder], { cwd });
  expect(code).toBe(2);
  expect(target.hits.get('/pass')).toHaveLength(1);
  expect(stdout).toContain('passing');
  expect(stderr).toMatch(/broken\.yaml:8\b.*http.*thresholdMillis/i);
});

test('apply sends documents to a running server, which runs them; it names a broken one', async () => {
  const { cwd, target, pass } = await setUp();
  const dataDir = join(cwd, 'data');
  await mkdir(dataDir);
  const product = await startProduct({ dataDir });
  onTestFinished(() => product.kill());
  const folder = await documentFolder(cwd, { 'pass.yaml': pass });
  const applied = await runCommand(['apply', folder, '--server', product.url], { cwd });
  expect(applied, applied.stderr).toMatchObject({ code: 0 });
  expect(applied.stdout).toContain('default/passes created');
  await until('it runs', () => (target.hits.get('/pass')?.length ?? 0) >= 2);
  expect((await runCommand(['apply', folder, '--server', product.url], { cwd })).stdout).toContain('unchanged');

  await writeFile(join(folder, 'broken.yaml'), BROKEN);
  const broken = await runCommand(['apply', folder, '--server', product.url], { cwd });
  expect(broken.code).toBe(2);
  expect(broken.stderr).toMatch(/broken\.yaml:8\b/);
  expect(await product.stop()).toBe(0);
  expect((await runCommand(['apply', folder, '--server', product.url], { cwd })).code).toBe(1);
});
