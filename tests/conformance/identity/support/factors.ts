import { generateSync } from 'otplib';
import { type Browser, flowOf, nodeOf } from './browser.ts';
import { PASSWORD, type Site } from './site.ts';

/** Sets up an authenticator app for somebody by the settings page. Answers its secret. */
export async function addAuthenticator(site: Site, email: string): Promise<string> {
  const browser = site.browser();
  await browser.signIn(email, PASSWORD);
  return confirmAuthenticator(site, browser);
}

/** Sets up an authenticator app for whoever is signed in at a browser. Answers its secret. */
export async function confirmAuthenticator(site: Site, browser: Browser): Promise<string> {
  const flow = await browser.begin('settings');
  const shown = nodeOf(flow, 'totp_secret_key')?.attributes;
  const secret = shown?.node_type === 'text' ? String(shown.text.context?.secret ?? shown.text.text) : '';
  const answer = await browser.submit(flow, 'settings', { method: 'totp', totp_code: totp(site, secret) });
  if (answer.status !== 200) throw new Error(`no authenticator app was set up: ${answer.status} ${answer.text}`);
  return secret;
}

/** The code of an app now, or some steps of 30 seconds from now. */
export function totp(site: Site, secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(site.now() / 1000) + steps * 30 });
}

/** Makes backup codes for whoever is signed in at a browser. */
export async function addBackupCodes(browser: Browser): Promise<string[]> {
  const flow = await browser.begin('settings');
  const shown = flowOf(await browser.submit(flow, 'settings', { lookup_secret_regenerate: true }));
  const node = nodeOf(shown, 'lookup_secret_codes')?.attributes;
  const secrets = node?.node_type === 'text' ? node.text.context?.secrets : undefined;
  const codes = (Array.isArray(secrets) ? secrets : []).map((one: { context?: { secret?: string }; text: string }) =>
    String(one.context?.secret ?? one.text),
  );
  const answer = await browser.submit(shown, 'settings', { lookup_secret_confirm: true });
  if (answer.status !== 200) throw new Error(`no backup codes were made: ${answer.status} ${answer.text}`);
  return codes;
}
