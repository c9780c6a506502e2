import { readFile } from 'node:fs/promises';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findAxeViolations } from '../support/browser.ts';
import { closePage, eventually, type Journey, startJourney } from '../support/journey.ts';
import { runCommand, startProduct, temporaryFolder } from '../support/product.ts';

const NEW_PASSWORD = 'a fine long phrase';

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney({ command: 'hub', args: ['--demo'], env: { QD_BREACH_URL: 'off' } });
  await vi.waitFor(() => expect(journey.product.output()).toContain('The control plane listens'), { timeout: 60_000 });
});
afterAll(() => journey.stop());

const pathOf = (page: Page): string => new URL(page.url()).pathname;
const said = (pattern: RegExp): string => pattern.exec(journey.product.output())?.[1] ?? '';
const password = (email: string): string => said(new RegExp(`Sign in as ${email} with the password (\\S+)`));
const backendOf = (slug: string): string => said(new RegExp(`\\(${slug}\\) has its backend at (http://[\\d.:]+)`));
const mailTo = (email: string): string =>
  [...journey.product.output().matchAll(new RegExp(`Mail to ${email}: .*?: (http\\S+)`, 'g'))].at(-1)?.[1] ?? '';

async function signIn(page: Page, email: string, secret = password(email)): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.keyboard.press('Enter');
}

async function choose(page: Page, organization: string): Promise<void> {
  await page.getByRole('list', { name: 'Organisations' }).getByRole('button', { name: organization }).click();
  await eventually(() => pathOf(page)).toBe('/health');
}

async function switchTo(page: Page, organization: string): Promise<void> {
  await page.getByRole('button', { name: /^Organisation: / }).click();
  await page.getByRole('menuitem', { name: organization }).click();
}

/** Waits for a check of the health page, which hides those that pass until it is told not to. */
async function seeCheck(page: Page, name: string): Promise<void> {
  const show = page.getByRole('button', { name: 'Show' }).first();
  const check = page.getByText(name).first();
  await show.or(check).first().waitFor();
  if (await show.isVisible()) await show.click();
  await check.waitFor();
}

/** The text of a file that the page of an audit trail gives to the browser. */
async function exportTrail(page: Page, format: 'CSV' | 'NDJSON'): Promise<string> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: format }).click();
  return readFile(await (await saved).path(), 'utf8');
}

/** The calls of a page to `/api`, and those to a backend. */
function watchCalls(page: Page, backend: string): { own: Request[]; direct: Request[] } {
  const calls = { own: [] as Request[], direct: [] as Request[] };
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === backend) calls.direct.push(request);
    else if (url.pathname.startsWith('/api/') && url.pathname !== '/api/bootstrap') calls.own.push(request);
  });
  return calls;
}

describe('two organisations on two backends', () => {
  it('lead from the sign-in over the choice to the page that is the one’s, and on to the other’s', async () => {
    const page = await journey.open('/health');
    await eventually(() => page.url()).toContain('/login?return_to=%2Fhealth');
    await page.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
    await signIn(page, 'ada@example.test');
    await page.getByRole('heading', { name: 'Choose an organisation' }).waitFor();
    const proxied = watchCalls(page, backendOf('harbour'));
    await choose(page, 'Harbour');
    await seeCheck(page, 'harbour-console');
    await page.getByText(/^Live/).first().waitFor();
    expect(await page.getByText('meridian-console').count()).toBe(0);
    expect(proxied.direct).toEqual([]);
    expect(proxied.own.length).toBeGreaterThan(0);

    const direct = watchCalls(page, backendOf('meridian'));
    await switchTo(page, 'Meridian');
    await seeCheck(page, 'meridian-console');
    await eventually(() => pathOf(page)).toBe('/health');
    expect(await page.getByText('harbour-console').count()).toBe(0);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByText('Hello, Ada Owner').waitFor();
    await page.getByText(/Backend: (?!NA)/).waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => direct.direct.length).toBeGreaterThan(3);
    for (const request of direct.direct.filter((one) => one.method() !== 'OPTIONS')) {
      const headers = await request.allHeaders();
      expect(headers.authorization).toMatch(/^Bearer eyJ/);
      expect(headers).not.toHaveProperty('cookie');
    }

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'View as …' }).click();
    const dialog = page.getByRole('dialog', { name: 'View as' });
    await dialog.getByRole('radio', { name: 'A role' }).check();
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('viewer');
    await dialog.getByRole('button', { name: 'View' }).click();
    await page.getByText('You view as the role viewer').waitFor();
    await page.getByRole('button', { name: 'Leave the view' }).click();
    await eventually(() => page.getByText('You view as').count()).toBe(0);

    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('row', { name: 'Sign in Done' }).waitFor();
    // A file, too, is fetched from the backend with a token.
    expect(await exportTrail(page, 'CSV')).toContain('ada@example.test');
    await closePage(page);
  });

  it('are no place for who does not belong to them', async () => {
    const page = await journey.open('/login?return_to=%2Fhealth');
    await signIn(page, 'bob@example.test');
    await seeCheck(page, 'harbour-console');
    await page.getByRole('button', { name: /^Organisation: / }).click();
    await page.getByRole('menuitem', { name: 'Create organisation' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /Meridian/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Settings' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
    expect(new URL(page.url()).searchParams.get('return_to')).toMatch(/^\/health(\?|$)/);
    await closePage(page);
  });
});

describe('on a phone', () => {
  it('the organisation leaves the titles of pages their room in the bar', async () => {
    const page = await journey.open('/login');
    await page.setViewportSize({ width: 400, height: 860 });
    await signIn(page, 'ada@example.test');
    await choose(page, 'Harbour');
    await page.getByRole('button', { name: 'Organisation: Harbour' }).waitFor();
    for (const [path, title] of [
      ['/settings/permissions', 'Permissions'],
      ['/settings/organization-profile', 'Organisation'],
    ] as const) {
      await page.goto(new URL(path, journey.product.url).href);
      await page.getByRole('button', { name: 'Organisation: Harbour' }).waitFor();
      const heading = page.getByRole('heading', { name: title, level: 1 });
      expect(await heading.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
    await closePage(page);
  });
});

describe('a new organisation', () => {
  it('is made by who signs up, waits for the operator, and then opens by itself', async () => {
    const page = await journey.open('/registration');
    await page.getByRole('textbox', { name: 'Name' }).fill('Cleo');
    await page.getByRole('textbox', { name: 'Email' }).fill('cleo@example.test');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The password needs at least 12 characters; this one has 5.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('We sent a mail to cleo@example.test.').waitFor();
    await eventually(() => mailTo('cleo@example.test')).not.toBe('');
    await page.goto(mailTo('cleo@example.test'));
    await page.getByText('You belong to no organisation yet.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Café Later');
    expect(await page.getByRole('textbox', { name: 'Short name' }).inputValue()).toBe('cafe-later');
    await page.keyboard.press('Enter');
    await page.getByText('Please wait, instance provisioning in-progress ...').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    const dataDir = said(/host=(\/[^"]*)\/hub\/postgres/);
    const operate = async (...args: string[]) => {
      const env = { QD_DATA_DIR: dataDir, QD_EGRESS_ALLOW: '127.0.0.1' };
      const { code, stdout, stderr } = await runCommand(['hub', 'org', ...args], { cwd: dataDir, env });
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    };
    const [, id = ''] = /^cafe-later (\S+) pending no backend \(1 member\)$/m.exec(await operate('list')) ?? [];
    expect(id).not.toBe('');
    const [ownDir, removeOwnDir] = await temporaryFolder('backend');
    const backend = await startProduct({
      dataDir: ownDir,
      env: { QD_MODE: 'hosted', QD_TENANT_ISSUER: journey.product.url, QD_TENANT_ORG_ID: id },
    });
    try {
      expect(await operate('set-backend', 'cafe-later', `${backend.url}/api`)).toContain(` ready ${backend.url}/api `);
      await expect.poll(() => pathOf(page), { timeout: 40_000 }).toBe('/health');
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByText('Hello, Cleo').waitFor();
    } finally {
      await backend.stop();
      await removeOwnDir();
    }
    await closePage(page);
  });
});

describe('the profile of an organisation', () => {
  it('invites somebody by mail, who then belongs to it, until they are removed', async () => {
    const page = await journey.open('/login');
    await signIn(page, 'ada@example.test');
    await choose(page, 'Harbour');
    await page.goto(new URL('/settings/organization-profile', journey.product.url).href);
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Email' }).fill('dora@example.test');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Invitations' }).getByText('dora@example.test', { exact: true }).waitFor();
    await eventually(() => mailTo('dora@example.test')).toContain('/organizations/invitation?id=');
    const invitation = mailTo('dora@example.test');

    const other = await journey.open('/health');
    await other.goto(invitation);
    const create = other.getByRole('link', { name: 'Create account' });
    await create.waitFor();
    expect(await findAxeViolations(other)).toEqual([]);
    await create.click();
    await other.getByRole('textbox', { name: 'Name' }).fill('Dora');
    await other.getByRole('textbox', { name: 'Email' }).fill('dora@example.test');
    await other.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await other.keyboard.press('Enter');
    await other.getByText('We sent a mail to dora@example.test.').waitFor();
    await eventually(() => mailTo('dora@example.test')).toContain('/verify-email');
    await other.goto(mailTo('dora@example.test'));
    await other.goto(invitation);
    await other.getByRole('button', { name: 'Accept invitation' }).click();
    await seeCheck(other, 'harbour-console');

    await page.reload();
    const members = page.getByRole('list', { name: 'Members' });
    await members.getByText('dora@example.test').waitFor();
    await members.getByRole('button', { name: 'Remove Dora' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await members.getByText('dora@example.test').waitFor({ state: 'detached' });
    await other.goto(new URL('/', journey.product.url).href);
    await other.getByText('You belong to no organisation yet.').waitFor();

    await page.getByRole('link', { name: 'Open the audit trail' }).click();
    for (const act of ['Invitation created', 'Invitation accepted', 'Member joined', 'Member removed']) {
      await page.getByRole('row', { name: `${act} dora@example.test` }).waitFor();
    }
    await page.getByRole('row', { name: 'Member removed dora@example.test' }).click();
    await page.getByRole('dialog', { name: 'Member removed' }).getByText('ada@example.test').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await exportTrail(page, 'NDJSON')).toContain('"action":"invitation.accept"');
    for (const width of [1440, 768, 400]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findAxeViolations(page)).toEqual([]);
      }
    }
    await closePage(page);
    await closePage(other);
  });
});

describe('the pages of hosted mode', () => {
  it.each(['light', 'dark'] as const)('have no fault that axe finds, in %s, also on a phone', async (theme) => {
    for (const width of [1440, 768, 400]) {
      const page = await journey.open('/login', { theme, width });
      await page.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await signIn(page, 'ada@example.test');
      await page.getByRole('list', { name: 'Organisations' }).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.goto(new URL('/profile-settings', journey.product.url).href);
      await page.getByRole('heading', { name: 'Change Password' }).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await closePage(page);
    }
  });

  it('load nothing of the identity service', async () => {
    const page = await journey.open('/login');
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.reload();
    await page.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
    expect(scripts.filter((url) => /FlowForm|flow-api|use-flow|\.ory/.test(url))).toEqual([]);
    await closePage(page);
  });
});

it('nothing of all this called another host, failed in a script, or broke the policy of content', () => {
  expect(journey.complaints()).toEqual([]);
});
