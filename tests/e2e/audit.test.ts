import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAxeViolations } from '../support/browser.ts';
import { closePage, eventually, type Journey, rowOf, startJourney } from '../support/journey.ts';
import { expectCleanState, type PageState } from '../support/looks.ts';

const PASSWORD = 'a fine long phrase';
const ROOT = 'root@example.test';

let journey: Journey;
/** The administrator's page; each test begins where the one before it ended. */
let root: Page;

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const searchOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams;

async function signIn(page: Page, password: string): Promise<void> {
  await field(page, 'Email').fill(ROOT);
  await field(page, 'Password').fill(password);
  await page.keyboard.press('Enter');
}

beforeAll(async () => {
  journey = await startJourney({
    env: { QD_MODE: 'self-hosted', QD_BREACH_URL: 'off', QD_ADMIN_EMAIL: ROOT, QD_ADMIN_PASSWORD: PASSWORD },
  });
});
afterAll(() => journey.stop());

it('the audit page tells of a sign-in that failed and of the one that did not', async () => {
  root = await journey.open('/login?return_to=%2Fsettings%2Faudit');
  await signIn(root, 'not the password');
  await root.getByRole('alert').getByText('The address or the password is wrong.').waitFor();
  await signIn(root, PASSWORD);
  await eventually(() => pathOf(root)).toBe('/settings/audit');
  await rowOf(root, /Sign in.*Failed/)
    .first()
    .waitFor();
  await rowOf(root, /Sign in.*Done/)
    .first()
    .waitFor();
  expect(await root.title()).toBe('Audit | Quarterdeck');
});

it('finds by result and person, opens an act by keyboard, and Back closes it', async () => {
  await root.getByRole('textbox', { name: 'Person' }).fill('root@');
  await eventually(() => searchOf(root).get('query')).toBe('root@');
  const row = rowOf(root, /Sign in.*Failed/).first();
  await row.focus();
  await root.keyboard.press('Enter');
  const dialog = root.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByText('127.0.0.1').waitFor();
  expect(searchOf(root).get('entry')).not.toBeNull();
  await root.goBack();
  await dialog.waitFor({ state: 'detached' });
});

it('exports what is found', async () => {
  const waiting = root.waitForEvent('download');
  await root.getByRole('button', { name: 'Export' }).click();
  await root.getByRole('menuitem', { name: 'CSV' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.split('\r\n')[0]).toMatch(/^at,actor_name/);
  expect(text).toContain('root@example.test');
});

it('the outbox shows the mail of a recovery, with its code', async () => {
  const stranger = await journey.open('/recovery');
  await field(stranger, 'Email').fill(ROOT);
  await stranger.keyboard.press('Enter');
  await stranger.getByLabel(/code/i).first().waitFor();
  await root.goto(`${journey.product.url}/settings/outbox`);
  await rowOf(root, /root@example\.test/)
    .first()
    .click();
  const dialog = root.getByRole('dialog');
  await dialog.getByText(/\d{6}/).first().waitFor();
  await closePage(stranger);
});

const states: PageState[] = [
  [
    'audit',
    '/settings/audit',
    (page) =>
      rowOf(page, /Sign in/)
        .first()
        .waitFor(),
  ],
  ['audit-none', '/settings/audit?query=nobody-at-all', (page) => page.getByText('No data available').waitFor()],
  [
    'outbox',
    '/settings/outbox',
    (page) =>
      rowOf(page, /root@example\.test/)
        .first()
        .waitFor(),
  ],
];

it.each(states)('%s is clean in both themes and at every width', (...state) => expectCleanState(journey, root, state));

it('the details of an act are clean', async () => {
  await root.goto(`${journey.product.url}/settings/audit`);
  await rowOf(root, /Sign in/)
    .first()
    .click();
  await root.getByRole('dialog').waitFor();
  expect(await findAxeViolations(root)).toEqual([]);
  if (process.env.QD_SHOTS) await root.screenshot({ path: `${process.env.QD_SHOTS}/audit-details.png` });
  expect(journey.complaints()).toEqual([]);
});

it('36: without a sign-in nobody is asked for: no whoami, no identity service, no account (contract identity §11)', async () => {
  const alone = await startJourney({ env: { QD_MODE: 'standalone' } });
  try {
    const page = await alone.open('/login');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${alone.product.url}/`);
    await eventually(() => pathOf(page)).toBe('/health');
    await page.getByRole('button', { name: 'Help' }).waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    expect(asked).toContain('/api/bootstrap');
    expect(asked.filter((path) => /whoami|\.ory|kratos/.test(path))).toEqual([]);
    expect(await page.getByRole('button', { name: 'Account' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
    expect(await page.title()).toBe('Health | Quarterdeck');
  } finally {
    await alone.stop();
  }
});
