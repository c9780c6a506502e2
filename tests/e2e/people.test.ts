import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../support/browser.ts';
import { closePage, eventually, type Journey, rowOf, startJourney } from '../support/journey.ts';
import { expectCleanState, type PageState } from '../support/looks.ts';

const PASSWORD = 'a fine long phrase';
const ROOT = 'root@example.test';
const NEW = 'new@example.test';

let test: TestDatabase;
let journey: Journey;
/** The administrator's page; each test begins where the one before it ended. */
let root: Page;

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const pathOf = (page: Page): string => new URL(page.url()).pathname;

beforeAll(async () => {
  test = await createTestDatabase();
  const key = randomBytes(32).toString('base64');
  journey = await startJourney({
    env: { QD_MODE: 'self-hosted', QD_BREACH_URL: 'off', DATABASE_URL: test.url, QD_SECRET_KEY: key },
  });
});
afterAll(async () => {
  await journey.stop();
  await test.drop();
});

/** Makes the first account by the address of the terminal. */
async function becomeRoot(): Promise<Page> {
  const code = () => /#setup=\S+/.exec(journey.product.output())?.[0] ?? '';
  await eventually(code).not.toBe('');
  const page = await journey.open(`/registration${code()}`);
  await field(page, 'Email').fill(ROOT);
  await field(page, 'First name').fill('Root');
  await field(page, 'Last name').fill('Admin');
  await field(page, 'Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await eventually(() => pathOf(page)).toBe('/health');
  return page;
}

/** What an open page is told of who is there. */
async function rolesOf(page: Page): Promise<string[]> {
  const answer = await page.request.get(`${journey.product.url}/api/auth/whoami`);
  return ((await answer.json()) as { payload: { roles: string[] } }).payload.roles.filter(
    (role) => role !== 'everyone',
  );
}

async function chooseFor(name: string, act: string): Promise<void> {
  await root.getByRole('button', { name: `Actions for ${name}` }).click();
  await root.getByRole('menuitem', { name: act }).click();
}

describe('somebody is invited', () => {
  let link: string;
  let code: string;

  it('by keyboard alone, and link and code are shown', async () => {
    root = await becomeRoot();
    await root.goto(`${journey.product.url}/settings/users`);
    await rowOf(root, /Root Admin/).waitFor();
    await root.getByRole('button', { name: 'Invite User' }).focus();
    await root.keyboard.press('Enter');
    await root.getByRole('dialog', { name: 'Invite User' }).waitFor();
    await root.keyboard.type('New');
    await root.keyboard.press('Tab');
    await root.keyboard.type('Person');
    await root.keyboard.press('Tab');
    await root.keyboard.type(NEW);
    await root.keyboard.press('Tab');
    await root.keyboard.type('responder');
    await root.keyboard.press('Tab');
    await root.getByRole('button', { name: 'Invite user', exact: true }).focus();
    await root.keyboard.press('Enter');
    const dialog = root.getByRole('dialog', { name: 'Invite Link' });
    link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    code = await dialog.getByLabel('Code', { exact: true }).inputValue();
    expect(code).toMatch(/^\d{6}$/);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await rowOf(root, /New Person/)
      .getByText('responder')
      .waitFor();
  });

  it('opens the link in a clean browser, gives the code, sets a password, and has exactly that role', async () => {
    const page = await journey.open(link.replace(/^https?:\/\/[^/]+/, ''));
    await page.getByRole('textbox', { name: /code/i }).fill(code);
    await page.keyboard.press('Enter');
    await eventually(() => pathOf(page)).toBe('/profile-settings');
    const section = page.getByRole('region', { name: 'Change Password' });
    await section.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await section.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your changes were saved.').waitFor();
    expect(await rolesOf(page)).toEqual(['responder']);
    await page.goto(`${journey.product.url}/settings/users`);
    await page.getByText('Unauthorized - You do not have permission to access this page').waitFor();
    await closePage(page);
  });

  it('a code that was used opens nothing more', async () => {
    const page = await journey.open(link.replace(/^https?:\/\/[^/]+/, ''));
    await page.getByRole('textbox').first().waitFor();
    const again = page.getByRole('textbox', { name: /code/i });
    if ((await again.count()) > 0) {
      await again.fill(code);
      await page.keyboard.press('Enter');
    }
    await eventually(() => page.request.get(`${journey.product.url}/api/auth/whoami`).then((one) => one.status())).toBe(
      401,
    );
    await closePage(page);
  });
});

describe('an administrator', () => {
  it('gives another role, which acts at once', async () => {
    const page = await journey.open('/login');
    await field(page, 'Email').fill(NEW);
    await field(page, 'Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await eventually(() => pathOf(page)).toBe('/health');
    await root.bringToFront();
    await root.reload();
    await rowOf(root, /New Person/).click();
    await root.getByRole('combobox', { name: /Role/ }).selectOption('editor');
    await root.getByRole('button', { name: 'Update' }).click();
    await root.getByText('New Person updated successfully').waitFor();
    await eventually(() => rolesOf(page)).toEqual(['editor']);

    await chooseFor('New Person', 'Deactivate');
    await root.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await root.getByText('New Person was deactivated').waitFor();
    await page.reload();
    await eventually(() => pathOf(page)).toBe('/login');
    await closePage(page);
  });

  it('puts people into a team, and takes them out', async () => {
    await root.goto(`${journey.product.url}/settings/teams`);
    await root.getByText('No resources found').waitFor();
    await root.getByRole('button', { name: 'Add Teams' }).click();
    await root.getByLabel(/^Name\b/).fill('night');
    await root.getByRole('button', { name: 'Save' }).click();
    await rowOf(root, /night/).click();
    await root.getByRole('tab', { name: 'Members' }).click();
    await root.getByRole('button', { name: 'Add Members' }).click();
    await root.getByRole('combobox', { name: 'Users' }).fill('Root');
    await root.getByRole('option', { name: /Root Admin/ }).click();
    await root.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await root.getByText('Root Admin added to the team successfully').waitFor();
    await chooseFor('Root Admin', 'Remove user');
    await root.getByText('Root Admin removed from team successfully').waitFor();
    await root.getByRole('button', { name: 'Undo' }).click();
    await root.getByText('Root Admin is back').waitFor();
  });

  it('whose sign-in was a while ago confirms it beside the page, and the act goes on', async () => {
    await test.database.pool.query("update identity_sessions set authenticated_at = now() - interval '16 minutes'");
    await root.goto(`${journey.product.url}/settings/users`);
    await chooseFor('New Person', 'Reactivate');
    const proof = root.getByRole('dialog', { name: 'Confirm Action' });
    await proof.getByLabel('Password', { exact: true }).fill('not the password');
    await root.keyboard.press('Enter');
    await proof.getByText('The address or the password is wrong.').waitFor();
    expect(await findAxeViolations(root)).toEqual([]);
    if (process.env.QD_SHOTS) await root.screenshot({ path: `${process.env.QD_SHOTS}/proof.png` });
    await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await root.keyboard.press('Enter');
    await root.getByText('New Person can sign in again').waitFor();
    expect(await proof.count()).toBe(0);
    await rowOf(root, /New Person/)
      .getByText('Active')
      .waitFor();
  });

  it('is not kept from the own account, and the last one stays', async () => {
    await root.goto(`${journey.product.url}/settings/users`);
    await root.getByRole('button', { name: 'Actions for Root Admin' }).click();
    expect(await root.getByRole('menuitem').allTextContents()).toEqual(['Edit User']);
    await root.keyboard.press('Escape');
    const { id } = (await (await root.request.get(`${journey.product.url}/api/auth/whoami`)).json()).payload.user;
    const refused = await root.request.delete(`${journey.product.url}/api/people/${id}`, {
      headers: { origin: journey.product.url, 'content-type': 'application/json' },
    });
    expect([refused.status(), (await refused.json()).code]).toEqual([409, 'LAST_ADMIN']);
  });
});

const STATES: PageState[] = [
  ['users', '/settings/users', (page) => page.getByText('New Person').first().waitFor()],
  ['invite', '/settings/users?invite=true', (page) => page.getByRole('dialog').waitFor()],
  ['teams', '/settings/teams', (page) => page.getByText('night').first().waitFor()],
];

describe('the pages are clean in both themes and at every width', () => {
  it.each(STATES)('%s', (...state) => expectCleanState(journey, root, state));

  it('a team', async () => {
    await root.goto(`${journey.product.url}/settings/teams`);
    await rowOf(root, /night/).click();
    for (const tab of ['Spec', 'Members', 'Job History']) {
      await root.getByRole('tab', { name: tab }).click();
      await root.getByRole('tabpanel', { name: tab }).waitFor();
      if (tab === 'Members') await root.getByRole('list', { name: 'Members of night' }).waitFor();
      if (tab === 'Job History') await root.getByText(/No run of a job matches/).waitFor();
      expect(await findAxeViolations(root), tab).toEqual([]);
      if (process.env.QD_SHOTS) await root.screenshot({ path: `${process.env.QD_SHOTS}/team-${tab}.png` });
    }
    expect(journey.complaints()).toEqual([]);
  });
});
