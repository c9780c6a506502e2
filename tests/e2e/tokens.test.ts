import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAxeViolations } from '../support/browser.ts';
import { eventually, type Journey, rowOf, startJourney } from '../support/journey.ts';

const PASSWORD = 'a fine long phrase';
const EMAIL = 'root@example.test';

let journey: Journey;
/** The administrator's page; each test begins where the one before it ended. */
let root: Page;
let token: string;

beforeAll(async () => {
  journey = await startJourney({
    env: { QD_MODE: 'self-hosted', QD_BREACH_URL: 'off', QD_ADMIN_EMAIL: EMAIL, QD_ADMIN_PASSWORD: PASSWORD },
  });
});
afterAll(() => journey.stop());

async function signIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** The class of what holds the example of a dialog and scrolls sideways; null: nothing does. */
const WIDER_THAN_ITS_PLACE = `(() => {
  let one = document.querySelector('dialog [role=tabpanel], [role=dialog] [role=tabpanel]');
  if (one === null) return 'no example';
  for (; one; one = one.parentElement) if (one.scrollWidth > one.clientWidth + 1) return one.className;
  return null;
})()`;

const call = (path: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  fetch(`${journey.product.url}${path}`, { headers });

it('a token is made by keyboard, shown once, and opens what was left to it', async () => {
  root = await journey.open('/settings/tokens');
  await signIn(root);
  await root.getByText('There is no token. A program that calls the API needs one.').waitFor();
  await root.getByRole('button', { name: 'Create Token' }).focus();
  await root.keyboard.press('Enter');
  const dialog = root.getByRole('dialog', { name: 'Create new token' });
  await dialog.getByRole('checkbox', { name: 'canaries:read' }).waitFor();
  await root.keyboard.type('nightly report');
  await dialog.getByRole('checkbox', { name: 'connections:read' }).focus();
  await root.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Create Token' }).focus();
  await root.keyboard.press('Enter');
  const created = root.getByRole('dialog', { name: 'Token Created Successfully' });
  await created.getByRole('button', { name: 'Reveal token' }).click();
  token = (await created.getByRole('status', { name: 'Token' }).textContent()) ?? '';
  expect(token).toMatch(/^mct_[0-9a-f]{32}_[\w-]{43}$/);
  await created.getByRole('button', { name: 'Hide token' }).click();
  expect(await created.textContent()).not.toContain(token);
  await created.getByText('Close', { exact: true }).click();
  await created.waitFor({ state: 'detached' });
  expect(await root.content()).not.toContain(token);

  expect((await call('/api/db/checks?limit=1')).status).toBe(200);
  expect((await call('/api/db/connections?limit=1')).status).toBe(403);
  const basic = Buffer.from(`token:${token}`).toString('base64');
  expect((await call('/api/auth/whoami', { authorization: `Basic ${basic}` })).status).toBe(200);
});

it('its use and its owner are in the list, and its details tell what it may', async () => {
  await root.reload();
  const row = rowOf(root, /nightly report/);
  await row.waitFor();
  expect(await row.textContent()).toMatch(/Never/);
  await row.click();
  const details = root.getByRole('dialog', { name: 'Token Details' });
  const box = details.getByRole('checkbox', { name: 'connections:read' });
  await box.waitFor();
  expect([await box.isChecked(), await box.isDisabled()]).toEqual([false, true]);
  expect(await details.getByRole('checkbox', { name: 'canaries:read' }).isChecked()).toBe(true);
  expect(new URL(root.url()).searchParams.get('id')).toMatch(/^[0-9a-f-]{36}$/);
});

it('is deleted after one question, and ends at once', async () => {
  await root.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = root.getByRole('dialog', { name: 'Delete Token' });
  await question.getByText('Are you sure you want to delete this token?').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await root.getByText('Token deleted successfully').waitFor();
  await root.getByText('There is no token.').waitFor();
  const gone = await call('/api/auth/whoami');
  expect([gone.status, gone.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

it('an assistant is set up by keyboard, and searches with what was copied', async () => {
  await root.getByRole('button', { name: 'Account' }).focus();
  await root.keyboard.press('Enter');
  await root.getByRole('menuitem', { name: 'Setup MCP' }).focus();
  await root.keyboard.press('Enter');
  const dialog = root.getByRole('dialog', { name: 'Create new token' });
  await dialog.getByRole('checkbox', { name: 'mcp:mcp:*' }).waitFor();
  await root.keyboard.type('assistant');
  await root.keyboard.press('Enter');
  const created = root.getByRole('dialog', { name: 'Token Created Successfully' });
  await created.getByRole('tab', { name: 'Claude Desktop' }).focus();
  await root.keyboard.press('End');
  const panel = created.getByRole('tabpanel', { name: 'Direct HTTP' });
  await panel.waitFor();
  expect(await panel.textContent()).toMatch(/curl -X POST .*••••/s);
  await created.getByRole('button', { name: 'Reveal token' }).focus();
  await root.keyboard.press('Enter');
  await created.getByRole('tab', { name: 'Direct HTTP' }).focus();
  await root.keyboard.press('Home');
  await root.keyboard.press('ArrowRight');
  const text = await created.getByRole('tabpanel', { name: 'Claude Code' }).locator('pre').textContent();
  const { url, headers } = JSON.parse(text ?? '') as { url: string; headers: Record<string, string> };
  expect(url).toBe(`${journey.product.url}/api/mcp`);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_all_checks', arguments: {} },
    }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([200, { id: 1, result: { content: [{ type: 'text' }] } }]);
  await created.getByText('Close', { exact: true }).click();
  await created.waitFor({ state: 'detached' });
  expect(await root.content()).not.toContain(headers.Authorization?.replace('Bearer ', ''));
});

it('the set-up of an assistant is clean in both themes and at every width, and only examples scroll sideways', async () => {
  const { cookies } = await root.context().storageState();
  for (const theme of ['light', 'dark'] as const) {
    const page = await journey.open('/healthz', { theme, width: 1440 });
    await page.context().addCookies(cookies);
    await page.goto(`${journey.product.url}/settings/tokens`);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Setup MCP' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create new token' });
    await dialog.getByRole('checkbox', { name: 'canaries:read' }).waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`assistant ${theme}`);
    await dialog.getByRole('button', { name: 'Create Token' }).click();
    const created = page.getByRole('dialog', { name: 'Token Created Successfully' });
    await created.getByRole('tab', { name: 'Direct HTTP' }).click();
    await created.getByRole('tabpanel', { name: 'Direct HTTP' }).waitFor();
    await page.getByText('Token created successfully', { exact: true }).waitFor({ state: 'hidden' });
    for (const width of [1440, 768, 400]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findAxeViolations(page), `${theme} ${width}`).toEqual([]);
      expect(await page.evaluate(WIDER_THAN_ITS_PLACE), `${theme} ${width}`).toBeNull();
      if (process.env.QD_SHOTS) await page.screenshot({ path: `${process.env.QD_SHOTS}/mcp-${theme}-${width}.png` });
    }
    await page.context().close();
  }
});

it('signed out in another tab, the page goes to the sign-in by itself, and comes back', async () => {
  await root.getByRole('button', { name: 'Account' }).waitFor();
  await root.context().clearCookies({ name: 'ory_kratos_session' });
  await eventually(() => new URL(root.url()).pathname).toBe('/login');
  expect(new URL(root.url()).searchParams.get('return_to')).toBe('/settings/tokens');
  await signIn(root);
  await eventually(() => new URL(root.url()).pathname).toBe('/settings/tokens');
});

it('every state of the page is clean in both themes and at every width', async () => {
  const { cookies } = await root.context().storageState();
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1440, 768, 400]) {
      const page = await journey.open('/healthz', { theme, width });
      await page.context().addCookies(cookies);
      await page.goto(`${journey.product.url}/settings/tokens?addToken=true`);
      const dialog = page.getByRole('dialog', { name: 'Create new token' });
      await dialog.getByRole('checkbox', { name: 'canaries:read' }).waitFor();
      const look = async (name: string) => {
        expect(await findAxeViolations(page), `${name} ${theme} ${width}`).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), `${name} ${width}`).toBe(
          false,
        );
        if (process.env.QD_SHOTS)
          await page.screenshot({ path: `${process.env.QD_SHOTS}/${name}-${theme}-${width}.png` });
      };
      await look('create-token');
      await dialog.getByRole('textbox', { name: 'Name' }).fill(`pipeline ${theme} ${width}`);
      await dialog.getByRole('button', { name: 'Create Token' }).click();
      const created = page.getByRole('dialog', { name: 'Token Created Successfully' });
      await created.waitFor();
      await page.getByText('Token created successfully', { exact: true }).waitFor({ state: 'hidden' });
      await look('created-token');
      await created.getByText('Close', { exact: true }).click();
      await rowOf(page, new RegExp(`pipeline ${theme} ${width}`)).click();
      await page.getByRole('dialog', { name: 'Token Details' }).getByRole('checkbox').first().waitFor();
      await look('token');
      await page.keyboard.press('Escape');
      await look('tokens');
      await page.context().close();
    }
  }
  expect(journey.complaints()).toEqual([]);
});
