import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  startTestCluster,
  type TestCluster,
} from '../../packages/server/src/features/kubernetes/testing/cluster-server.ts';
import { findAxeViolations } from '../support/browser.ts';
import { type Journey, startJourney } from '../support/journey.ts';

const PASSWORD = 'a fine long phrase';
const EMAIL = 'root@example.test';

let cluster: TestCluster;
let journey: Journey;
/** The administrator's page. */
let root: Page;

beforeAll(async () => {
  cluster = await startTestCluster();
  journey = await startJourney({
    env: {
      ...cluster.env,
      QD_MODE: 'self-hosted',
      QD_BREACH_URL: 'off',
      QD_ADMIN_EMAIL: EMAIL,
      QD_ADMIN_PASSWORD: PASSWORD,
    },
  });
});
afterAll(async () => {
  await journey.stop();
  await cluster.stop();
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Download and install kubeconfig' });

it('the file is downloaded by keyboard, and reads the canaries of the cluster until its token is deleted', async () => {
  root = await journey.open('/settings/tokens');
  await root.getByRole('textbox', { name: 'Email', exact: true }).fill(EMAIL);
  await root.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await root.keyboard.press('Enter');
  await root.getByRole('button', { name: 'Account' }).focus();
  await root.keyboard.press('Enter');
  await root.getByRole('menuitem', { name: 'Download kubeconfig' }).focus();
  await root.keyboard.press('Enter');
  const dialog = dialogOf(root);
  await dialog.getByText('kubectl --kubeconfig 127.0.0.1-kubeconfig.yaml get canaries').waitFor();
  await dialog.getByRole('button', { name: 'Download kubeconfig file' }).focus();
  const [file] = await Promise.all([root.waitForEvent('download'), root.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toBe('127.0.0.1-kubeconfig.yaml');
  const { clusters, users } = parse(await readFile(await file.path(), 'utf8'));
  const { server } = clusters[0].cluster;
  const { username, password } = users[0].user;
  expect(server).toBe(`${journey.product.url}/kubeproxy`);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const read = () => fetch(`${server}/apis/canaries.flanksource.com/v1/canaries`, { headers: { authorization } });
  const answer = await read();
  expect([answer.status, await answer.json()]).toMatchObject([200, { kind: 'CanaryList' }]);
  expect(cluster.calls.at(-1)?.headers['impersonate-user']).toBe('mission-control-writer');
  expect(await root.content()).not.toContain(password);
  await dialog.getByRole('status').getByText('was given to the browser').waitFor();
  await dialog.getByText('Close', { exact: true }).click();

  await root.reload();
  await root.getByRole('row', { name: /kubeconfig \d{4}-/ }).click();
  await root.getByRole('button', { name: 'Delete', exact: true }).click();
  await root.getByRole('dialog', { name: 'Delete Token' }).getByRole('button', { name: 'Delete' }).click();
  await root.getByText('Token deleted successfully').waitFor();
  expect((await read()).status).toBe(401);
});

it('the dialog is clean in both themes and at every width, and only the command scrolls sideways', async () => {
  const { cookies } = await root.context().storageState();
  for (const theme of ['light', 'dark'] as const) {
    const page = await journey.open('/healthz', { theme, width: 1440 });
    await page.context().addCookies(cookies);
    await page.goto(`${journey.product.url}/health`);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Download kubeconfig' }).click();
    await dialogOf(page).getByRole('button', { name: 'Download kubeconfig file' }).waitFor();
    for (const width of [1440, 768, 400]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findAxeViolations(page), `${theme} ${width}`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), `${theme} ${width}`).toBe(false);
      if (process.env.QD_SHOTS)
        await page.screenshot({ path: `${process.env.QD_SHOTS}/kubeconfig-${theme}-${width}.png` });
    }
    await page.context().close();
  }
});

it('a page of another site makes no file', async () => {
  const { cookies } = await root.context().storageState();
  const page = await journey.open('/healthz');
  await page.context().addCookies(cookies);
  await page.goto('data:text/html,<a href="">x</a>');
  const [answer] = await Promise.all([
    page.waitForResponse(/\/api\/kubeconfig$/),
    page.evaluate(`location.href = '${journey.product.url}/api/kubeconfig'`),
  ]);
  expect(answer.status()).toBe(403);
  expect(journey.complaints()).toEqual([]);
});
