import type { Flow } from '@quarterdeck/contract';
import { SoftAuthenticator } from '@quarterdeck/identity/testing/authenticator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, flowOf, messageIds, nodeOf, nodeValue, SESSION, sessionOf } from './support/browser.ts';
import { addAuthenticator } from './support/factors.ts';
import { CONSOLE, PASSWORD, type Site, startSite, upstreamUrl } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Somebody with one key of each kind. */
async function addOwner(): Promise<{ email: string; key: SoftAuthenticator; passkey: SoftAuthenticator }> {
  const { email } = await site.addPerson();
  const browser = site.browser();
  await browser.signIn(email, PASSWORD);
  const passkey = new SoftAuthenticator(CONSOLE);
  const first = await browser.begin('settings');
  const made = passkey.create(nodeValue(first, 'passkey_create_data') ?? '');
  const added = await browser.submit(first, 'settings', { passkey_settings_register: made });
  expect([added.status, flowOf(added).state]).toEqual([200, 'success']);
  const key = new SoftAuthenticator(CONSOLE);
  const second = await browser.begin('settings');
  const registered = await browser.submit(second, 'settings', {
    webauthn_register_displayname: 'Key',
    webauthn_register: key.create(nodeValue(second, 'webauthn_register_trigger') ?? ''),
  });
  expect([registered.status, flowOf(registered).state]).toEqual([200, 'success']);
  return { email, key, passkey };
}

async function atSecondStep(email: string, node: number): Promise<[Browser, Flow]> {
  const browser = site.browser(node);
  await browser.signIn(email, PASSWORD);
  return [browser, await browser.begin('login', 'aal=aal2')];
}

describe.runIf(upstreamUrl === null)('keys (contract identity §11)', () => {
  it('35: what a key answered goes into no other form, on no node; nor does what it answered elsewhere', async () => {
    const { email, key } = await addOwner();
    const [browser, flow] = await atSecondStep(email, 0);
    const recorded = key.get(nodeValue(flow, 'webauthn_login_trigger') ?? '');
    for (const node of [0, 1]) {
      const [other, form] = await atSecondStep(email, node);
      const answer = await other.submit(form, 'login', { webauthn_login: recorded });
      expect([answer.status, messageIds(flowOf(answer)), (await other.whoAmI()).status]).toEqual([400, [4000043], 403]);
    }
    const [phished, form] = await atSecondStep(email, 1);
    const elsewhere = key.get(nodeValue(form, 'webauthn_login_trigger') ?? '', { origin: 'https://evil.example' });
    const answer = await phished.submit(form, 'login', { webauthn_login: elsewhere });
    expect([answer.status, messageIds(flowOf(answer)), (await phished.whoAmI()).status]).toEqual([400, [4000043], 403]);
    expect((await browser.submit(flow, 'login', { webauthn_login: recorded })).status).toBe(200);
    expect((await browser.submit(flow, 'login', { webauthn_login: recorded })).status).toBe(400);
  });

  it('35: the same of a passkey, which alone signs in: no session comes of it', async () => {
    const { passkey } = await addOwner();
    const first = site.browser(0);
    const flow = await first.begin('login');
    const recorded = passkey.get(nodeValue(flow, 'passkey_challenge') ?? '');
    const second = site.browser(1);
    const replayed = await second.submit(await second.begin('login'), 'login', { passkey_login: recorded });
    expect([replayed.status, messageIds(flowOf(replayed)), second.jar.has(SESSION)]).toEqual([400, [4000043], false]);
    const form = await second.begin('login');
    const elsewhere = passkey.get(nodeValue(form, 'passkey_challenge') ?? '', { origin: 'https://evil.example' });
    const phished = await second.submit(form, 'login', { passkey_login: elsewhere });
    expect([phished.status, second.jar.has(SESSION)]).toEqual([400, false]);
  });

  it('9: a key is asked for where there is one, and leads to a session of both steps', async () => {
    const { email, key } = await addOwner();
    const [browser, flow] = await atSecondStep(email, 1);
    await browser.submit(flow, 'login', { webauthn_login: key.get(nodeValue(flow, 'webauthn_login_trigger') ?? '') });
    expect(sessionOf(await browser.whoAmI()).authentication_methods.map(({ method, aal }) => [method, aal])).toEqual([
      ['password', 'aal1'],
      ['webauthn', 'aal2'],
    ]);
    const { email: bob } = await site.addPerson();
    await addAuthenticator(site, bob);
    const [, form] = await atSecondStep(bob, 0);
    expect([nodeOf(form, 'totp_code') === undefined, nodeOf(form, 'webauthn_login')]).toEqual([false, undefined]);
  });
});
