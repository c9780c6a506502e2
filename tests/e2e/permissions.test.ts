import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAxeViolations } from '../support/browser.ts';
import { closePage, eventually, type Journey, startJourney } from '../support/journey.ts';
import { expectClean } from '../support/looks.ts';

const EMAIL = 'root@example.test';
const PASSWORD = 'a fine long phrase';

let journey: Journey;
let page: Page;

beforeAll(async () => {
  const env = { QD_MODE: 'self-hosted', QD_BREACH_URL: 'off', QD_ADMIN_EMAIL: EMAIL, QD_ADMIN_PASSWORD: PASSWORD };
  journey = await startJourney({ env });
  page = await journey.open('/settings/permissions');
  await signIn();
});
afterAll(() => journey.stop());

async function signIn(): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Calls the server as the page does; answers the status and the code of a refusal. */
function call(method: string, path: string, body?: object): Promise<[number, string | undefined]> {
  return page.evaluate(
    async ([how, where, sent]) => {
      const answer = await fetch(where ?? '', {
        method: how ?? '',
        headers: { 'content-type': 'application/json' },
        ...(sent ? { body: sent } : {}),
      });
      const text = await answer.text();
      const told: { code?: string } = text.startsWith('{') ? JSON.parse(text) : {};
      return [answer.status, told.code] as [number, string | undefined];
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );
}

const choose = async (label: string, text: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).fill(text);
  await page.locator('[role="option"]').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
};

it('a rule is added by keyboard, shown, changed and deleted', async () => {
  await page.getByText('No rule is set').waitFor();
  await page.getByRole('button', { name: 'Add Permission' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Permission' });
  await dialog.getByRole('tab', { name: 'Global' }).click();
  await choose('Object', 'Connection');
  await dialog.getByRole('tab', { name: 'Role or group' }).click();
  await choose('Role or group', 'viewer');
  await choose('Action', 'Read');
  await dialog.getByLabel('Description').fill('viewers see connections');
  await dialog.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Permission added').waitFor();
  const row = page.getByRole('row', { name: 'Allow Read on Connection for viewer' });
  await row.waitFor();
  await row.focus();
  await page.keyboard.press('Enter');
  const edited = page.getByRole('dialog', { name: 'Edit Permission' });
  await edited.getByRole('switch', { name: 'Deny' }).click();
  await edited.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Permission updated').waitFor();
  await page.getByRole('row', { name: 'Deny Read on Connection for viewer' }).click();
  await edited.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Are you sure you want to delete the permission?').waitFor();
  await page.getByRole('dialog', { name: 'Delete Permission' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Permission deleted').waitFor();
  await page.getByText('No rule is set').waitFor();
});

it('why? tells which rules decide, as the server does', async () => {
  const rule = {
    action: 'read',
    object: 'catalog',
    subject: 'viewer',
    subject_type: 'group',
    deny: true,
    name: 'secret',
  };
  expect(await call('POST', '/api/db/permissions', rule)).toEqual([201, undefined]);
  await page.getByRole('link', { name: 'Why?' }).click();
  await page.getByText('Who may do what?').waitFor();
  await page.getByLabel('Who').selectOption('Role');
  await choose('Role', 'viewer');
  await choose('May', 'read');
  await choose('What', 'Catalog');
  await page.getByRole('heading', { name: 'Role viewer may not read Catalog' }).waitFor();
  expect(await page.getByRole('list', { name: 'What decides' }).getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Deny\s+Permission secret$/),
  ]);
  await page.getByRole('list', { name: 'Without effect here' }).getByText('Role viewer').waitFor();
  await page.getByRole('link', { name: 'Permission secret' }).click();
  await page.getByRole('dialog', { name: 'Edit Permission' }).waitFor();
  await page.keyboard.press('Escape');
});

it('an administrator views as a role: its rights, no writes, and the way out', async () => {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'View as …' }).click();
  const dialog = page.getByRole('dialog', { name: 'View as' });
  await dialog.getByRole('radio', { name: 'A role' }).check();
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('guest');
  await dialog.getByRole('button', { name: 'View' }).click();
  await page.getByText('You view as the role guest').waitFor();
  expect(await page.getByRole('link', { name: 'Permissions' }).count()).toBe(0);
  expect(await call('GET', '/api/rbac/dump')).toEqual([403, 'ACCESS_DENIED']);
  expect(await call('POST', '/api/db/permissions', { action: 'read' })).toEqual([403, 'VIEWING_READ_ONLY']);
  await page.getByRole('button', { name: 'Leave the view' }).click();
  await eventually(() => page.getByText('You view as').count()).toBe(0);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await call('GET', '/api/rbac/dump'))[0]).toBe(200);
});

it('and as a person, whose name the banner says', async () => {
  const ana = { firstName: 'Ana', lastName: 'Lima', email: 'ana@example.test', role: 'viewer' };
  expect((await call('POST', '/api/auth/invite_user', ana))[0]).toBe(200);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'View as …' }).click();
  await choose('Person', 'Ana');
  await page.getByRole('dialog', { name: 'View as' }).getByRole('button', { name: 'View' }).click();
  await page.getByText('You view as Ana Lima').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Leave the view' }).click();
  await eventually(() => page.getByText('You view as').count()).toBe(0);
});

it('a view reaches every tab of the session, and ends with it', async () => {
  const other = await page.context().newPage();
  await other.goto(`${journey.product.url}/health`);
  await other.getByRole('heading', { level: 1 }).waitFor();
  expect((await call('POST', '/api/auth/view-as', { type: 'role', id: 'viewer' }))[0]).toBe(200);
  await page.reload();
  await page.getByText('You view as the role viewer').waitFor();
  await other.reload();
  await other.getByRole('button', { name: 'Leave the view' }).click();
  // The tab that was left alone follows by itself. None is closed while it loads: Chromium may then never answer.
  for (const tab of [other, page]) {
    await eventually(() => tab.getByText('You view as').count()).toBe(0);
    await tab.getByRole('heading', { level: 1 }).waitFor();
  }
  await closePage(other);
  expect((await call('POST', '/api/auth/view-as', { type: 'role', id: 'viewer' }))[0]).toBe(200);
  await page.reload();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
  await signIn();
  await page.getByRole('button', { name: 'Account' }).waitFor();
  expect(await page.getByText('You view as').count()).toBe(0);
});

it('the pages are clean in both themes and at every width', async () => {
  const places = [
    ['/settings/permissions', page.getByText('Catalog').first()],
    ['/settings/permissions?add=true', page.getByRole('dialog', { name: 'Add Permission' })],
    ['/why?resource=database&action=read', page.getByRole('region', { name: 'Answer' })],
  ] as const;
  for (const [index, [path, shown]] of places.entries()) {
    await expectClean(page, `permissions-${index}`, async () => {
      await page.goto(`${journey.product.url}${path}`);
      await shown.waitFor();
    });
  }
  expect(journey.complaints()).toEqual([]);
});
