import { startProvider, type TestProvider, visitProvider } from '@quarterdeck/identity/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../support/browser.ts';
import { eventually, type Journey, startJourney } from '../support/journey.ts';
import { freePort } from '../support/product.ts';

const ROOT = 'root@example.test';
const PASSWORD = 'a fine long phrase';

let acme: TestProvider;
let journey: Journey;

beforeAll(async () => {
  const port = await freePort();
  acme = await startProvider([`http://127.0.0.1:${port}/api/.ory/self-service/methods/oidc/callback/acme`]);
  acme.accounts.set('grace', { email: 'grace@example.test', email_verified: true, given_name: 'Grace' });
  acme.accounts.set('root', { email: ROOT, email_verified: true });
  const { issuer, clientId, clientSecret } = acme;
  journey = await startJourney({
    port,
    env: {
      QD_MODE: 'self-hosted',
      QD_BREACH_URL: 'off',
      QD_REGISTRATION: 'true',
      QD_ADMIN_EMAIL: ROOT,
      QD_ADMIN_PASSWORD: PASSWORD,
      QD_OIDC_PROVIDERS: JSON.stringify([{ id: 'acme', label: 'Acme', issuer, clientId }]),
      QD_OIDC_SECRETS: JSON.stringify({ acme: clientSecret }),
    },
  });
});
afterAll(async () => {
  await journey.stop();
  await acme.stop();
});

const pathOf = (page: Page): string => new URL(page.url()).pathname;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Says who one is on the provider's page, and allows it or not. */
async function answer(page: Page, name: string, act: 'Allow' | 'Deny' = 'Allow'): Promise<void> {
  await page.getByRole('heading', { name: 'Provider' }).waitFor();
  expect(new URL(page.url()).origin).toBe(acme.issuer);
  await page.getByLabel('Name').fill(name);
  await press(page, act);
}

async function signOut(page: Page): Promise<void> {
  await press(page, 'Account');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
}

async function signInAsRoot(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(ROOT);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

it('somebody makes an account by a provider, and signs in by it again, back to where they wanted to be', async () => {
  const page = await journey.open('/registration');
  await press(page, 'Create account with Acme');
  await answer(page, 'grace');
  await eventually(() => new URL(page.url()).origin).toBe(journey.product.url);
  // Somebody without a role may see nothing yet, but who they are.
  await page.getByText(/^Unauthorized/).waitFor();
  await press(page, 'Account');
  await page.getByText('Hello, Grace').waitFor();
  await page.keyboard.press('Escape');
  await signOut(page);
  await page.goto(`${journey.product.url}/profile-settings`);
  await page.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
  // The provider knows the person still, and asks nothing.
  await press(page, 'Sign in with Acme');
  await page.getByRole('region', { name: 'Profile Settings' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('grace@example.test');
  // It is the only way to sign in.
  expect(await page.getByRole('button', { name: 'Disconnect Acme' }).count()).toBe(0);
  await page.context().close();
});

it('whoever says no at the provider is back on the form, which says so', async () => {
  const page = await journey.open('/login');
  await press(page, 'Sign in with Acme');
  await answer(page, 'grace', 'Deny');
  await page.getByRole('alert').getByText('Acme: The sign-in was cancelled there.').waitFor();
  expect(pathOf(page)).toBe('/login');
  await page.context().close();
});

it('an account with the same address is connected only by who signs in to it, and disconnected by them', async () => {
  const page = await journey.open('/login');
  await press(page, 'Sign in with Acme');
  await answer(page, 'root');
  await page.getByText('An account with this address exists. Sign in to it to connect Acme.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Email', exact: true }).inputValue()).toBe(ROOT);
  await page.goto(`${journey.product.url}/profile-settings`);
  await signInAsRoot(page);
  const section = page.getByRole('region', { name: 'Manage Social Sign In' });
  await section.getByRole('button', { name: 'Connect Acme' }).click();
  await section.getByRole('button', { name: 'Disconnect Acme' }).waitFor();
  await page.getByText('Your changes were saved.').waitFor();
  await page.goto(`${journey.product.url}/health`);
  await signOut(page);
  await press(page, 'Sign in with Acme');
  await eventually(() => pathOf(page)).toBe('/health');
  await page.goto(`${journey.product.url}/profile-settings`);
  await section.getByRole('button', { name: 'Disconnect Acme' }).click();
  await section.getByRole('button', { name: 'Connect Acme' }).waitFor();
  await page.context().close();
});

describe('the way back', () => {
  it('is of no use to another browser', async () => {
    const page = await journey.open('/login');
    const left = page.waitForRequest((request) => request.url().startsWith(`${acme.issuer}/auth`));
    await press(page, 'Sign in with Acme');
    const back = (await visitProvider((await left).url(), 'grace')).href;
    const victim = await journey.open('/login');
    await victim.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
    await victim.goto(back);
    await victim.getByText('The sign-in failed').waitFor();
    expect(pathOf(victim)).toBe('/error');
    await victim.goto(`${journey.product.url}/health`);
    await eventually(() => pathOf(victim)).toBe('/login');
    // Its own browser still may.
    await page.goto(back);
    await page.goto(`${journey.product.url}/profile-settings`);
    await page.getByRole('region', { name: 'Profile Settings' }).waitFor();
    await victim.context().close();
    await page.context().close();
  });
});

it('the pages with providers are clean in both themes and at every width', async () => {
  for (const path of ['/login', '/registration']) {
    for (const theme of ['light', 'dark'] as const) {
      for (const width of [1440, 768, 400]) {
        const page = await journey.open(path, { theme, width });
        await page.getByRole('button', { name: /with Acme$/ }).waitFor();
        expect(await findAxeViolations(page), `${path} ${theme} ${width}`).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
        if (process.env.QD_SHOTS)
          await page.screenshot({ path: `${process.env.QD_SHOTS}${path}-social-${theme}-${width}.png` });
        await page.context().close();
      }
    }
  }
  expect(journey.complaints()).toEqual([]);
});
