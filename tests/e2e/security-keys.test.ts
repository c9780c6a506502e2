import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePage, eventually, type Journey, startJourney } from '../support/journey.ts';
import { focusIn, tabTo } from '../support/keys.ts';
import { expectClean } from '../support/looks.ts';

const PASSWORD = 'a fine long phrase';
const EMAIL = 'ada@example.test';

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney({
    host: 'localhost',
    env: { QD_MODE: 'self-hosted', QD_BREACH_URL: 'off', QD_ADMIN_EMAIL: EMAIL, QD_ADMIN_PASSWORD: PASSWORD },
  });
});
afterAll(() => journey.stop());

interface Device {
  /** Whether whoever is asked touches it. */
  touch(isTouched: boolean): Promise<void>;
  count(): Promise<number>;
}

/** Plugs an authenticator in software into a page's browser: a stick without a PIN, or the device's own. */
async function plugIn(page: Page, kind: 'stick' | 'own'): Promise<Device> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: kind === 'stick' ? 'usb' : 'internal',
      hasResidentKey: kind === 'own',
      hasUserVerification: kind === 'own',
      isUserVerified: kind === 'own',
      automaticPresenceSimulation: true,
    },
  });
  return {
    async touch(enabled) {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    async count() {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;
const hardware = (page: Page) => page.getByRole('region', { name: 'Manage Hardware Tokens and Biometrics' });

async function signInByPassword(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).waitFor();
  await page.keyboard.type(EMAIL);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await Promise.all([
    page.waitForURL(/\/login\?/, { waitUntil: 'commit' }),
    page.getByRole('menuitem', { name: 'Sign out' }).click(),
  ]);
}

it('a passkey is added, and signs in without a password, by the keyboard alone', async () => {
  const page = await journey.open('/profile-settings');
  const device = await plugIn(page, 'own');
  await signInByPassword(page);
  await hardware(page).getByText('Passkeys').waitFor();
  await tabTo(page, /^Add passkey$/, 60);
  await page.keyboard.press('Enter');
  const list = hardware(page).getByRole('list', { name: 'Passkeys' });
  await list.getByText('Passkey', { exact: true }).waitFor();
  expect(await device.count()).toBe(1);
  await device.touch(false);
  await page.goto(new URL('/health', page.url()).href);
  await signOut(page);
  // The page may have written its state into its address by now.
  expect(new URL(page.url()).searchParams.get('return_to')).toMatch(/^\/health(\?|$)/);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await tabTo(page, /^Sign in with a passkey$/);
  await device.touch(true);
  await page.keyboard.press('Enter');
  await eventually(() => pathOf(page)).toBe('/health');

  // What the browser offers beside the field is chosen at once by the authenticator in software.
  await signOut(page);
  await eventually(() => pathOf(page)).toBe('/health');
  await closePage(page);
});

describe('a security key', () => {
  let page: Page;
  let device: Device;

  beforeAll(async () => {
    page = await journey.open('/profile-settings');
    device = await plugIn(page, 'stick');
    await signInByPassword(page);
  });
  afterAll(() => closePage(page));

  it('is added by its name', async () => {
    await hardware(page).getByRole('textbox', { name: 'Name of the security key' }).waitFor();
    await tabTo(page, /^Add security key$/, 60);
    await page.keyboard.press('Enter');
    await hardware(page).getByText('Please fill this in.').waitFor();
    expect(await device.count()).toBe(0);
    await page.keyboard.type('Blue key');
    await page.keyboard.press('Enter');
    await hardware(page).getByRole('list', { name: 'Security keys' }).getByText('Blue key').waitFor();
    await page.getByText('Your changes were saved.').waitFor();
    await expectClean(page, 'profile');
  });

  it('is asked for as the second step from then on, by the keyboard alone', async () => {
    await page.goto(new URL('/health', page.url()).href);
    await signOut(page);
    await page.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
    await expectClean(page, 'login');
    await page.reload();
    await signInByPassword(page);
    await page.getByRole('heading', { name: 'Two-Factor Authentication' }).waitFor();
    await page.getByRole('button', { name: 'Use security key' }).waitFor();
    await expectClean(page, 'second-step');
    expect((await focusIn(page)).name).toBe('Use security key');
    await page.keyboard.press('Enter');
    await eventually(() => pathOf(page)).toBe('/health');
  });

  it('of somebody else does not sign in, and the page says so', async () => {
    const other = await journey.open('/login');
    await plugIn(other, 'stick');
    await signInByPassword(other);
    await other.getByRole('button', { name: 'Use security key' }).click();
    await other.getByRole('alert').getByText('No key answered').waitFor();
    expect(pathOf(other)).toBe('/login');
    await closePage(other);
  });

  it('is removed once that is confirmed, and then the password is enough', async () => {
    await page.goto(new URL('/profile-settings', page.url()).href);
    await hardware(page).getByRole('button', { name: 'Remove Blue key' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Remove “Blue key”?' });
    await question.getByRole('button', { name: 'Cancel' }).press('Tab');
    await page.keyboard.press('Enter');
    await hardware(page).getByText('Blue key').waitFor({ state: 'detached' });
    expect((await focusIn(page)).name).toBe('Security keys');
    await page.goto(new URL('/health', page.url()).href);
    await signOut(page);
    await signInByPassword(page);
    await eventually(() => pathOf(page)).toBe('/health');
  });
});

it('nothing left this machine, and no code came from the server', () => {
  expect(journey.complaints()).toEqual([]);
});
