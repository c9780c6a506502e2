import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePage, eventually, type Journey, startJourney } from '../support/journey.ts';
import { expectClean } from '../support/looks.ts';

const PASSWORD = 'a fine long phrase';
const EMAIL = 'ada@example.test';

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney({ env: { QD_MODE: 'self-hosted', QD_BREACH_URL: 'off' } });
});
afterAll(() => journey.stop());

const pathOf = (page: Page): string => new URL(page.url()).pathname;
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function signIn(page: Page): Promise<void> {
  await field(page, 'Email').fill(EMAIL);
  await password(page).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
}

describe('a fresh server', () => {
  it('leads to the sign-in, and back to the page that was asked for', async () => {
    const page = await journey.open('/health?groupBy=no-group');
    await page.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
    const url = new URL(page.url());
    expect([url.pathname, url.searchParams.get('return_to')]).toEqual(['/login', '/health?groupBy=no-group']);
    expect(await page.title()).toBe('Sign in | Quarterdeck');
    await closePage(page);
  });

  it('makes the first account by the address of the terminal, which leaves the code nowhere', async () => {
    const address = () => /https?:\S+#setup=\S+/.exec(journey.product.output())?.[0] ?? '';
    await eventually(address).not.toBe('');
    const page = await journey.open(address().replace(/^https?:\/\/[^/]+/, ''));
    await field(page, 'Email').fill(EMAIL);
    await field(page, 'First name').fill('Ada');
    await password(page).fill('short');
    expect(new URL(page.url()).hash).toBe('');
    await page.keyboard.press('Enter');
    await page.getByText('The password needs at least 12 characters; this one has 5.').waitFor();
    await password(page).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await eventually(() => pathOf(page)).toBe('/health');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByText('Hello, Ada').waitFor();
    await page.keyboard.press('Escape');
    await signOut(page);
    await closePage(page);
  });
});

it('a wrong password stays on the form and says so; a right one goes on by keyboard alone', async () => {
  const page = await journey.open('/login?return_to=%2Fsettings%2Fjobs');
  await field(page, 'Email').waitFor();
  await page.keyboard.type(EMAIL);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('The address or the password is wrong.').waitFor();
  expect(await field(page, 'Email').inputValue()).toBe(EMAIL);
  expect(await password(page).inputValue()).toBe('');
  await password(page).focus();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await eventually(() => pathOf(page)).toBe('/settings/jobs');
  await closePage(page);
});

it('a place elsewhere to go back to is not gone to', async () => {
  const page = await journey.open('/login?return_to=https%3A%2F%2Fevil.example%2F');
  await page.getByText('The return_to address is not allowed.').waitFor();
  await signIn(page);
  await eventually(() => pathOf(page)).toBe('/health');
  await closePage(page);
});

it('an authenticator app is set up, and asked for from then on', async () => {
  const page = await journey.open('/profile-settings');
  await signIn(page);
  const section = page.getByRole('region', { name: 'Manage 2FA TOTP Authenticator App' });
  const secret = (await section.locator('code').textContent()) ?? '';
  const code = () => generateSync({ secret });
  await section.getByRole('img').waitFor();
  await section.getByLabel('Verification code').fill(code());
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByRole('button', { name: 'Remove the authenticator app' }).waitFor();
  await page.getByText('Your changes were saved.').waitFor();
  await page.goto(`${journey.product.url}/health`);
  await signOut(page);

  await signIn(page);
  await page.getByRole('heading', { name: 'Two-Factor Authentication' }).waitFor();
  expect(await password(page).count()).toBe(0);
  await page.getByLabel('Code of the authenticator app').fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong, or was used already.').waitFor();
  await closePage(page);
});

it.each(['login', 'recovery', 'verification', 'registration'])(
  '%s is clean in both themes and at every width',
  async (name) => {
    const page = await journey.open('/login');
    await expectClean(page, name, async () => {
      await page.goto(`${journey.product.url}/${name}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('form').or(page.getByRole('alert')).first().waitFor();
    });
    await closePage(page);
    expect(journey.complaints()).toEqual([]);
  },
);
