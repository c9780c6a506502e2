import type { Flow, FlowMessage } from '@quarterdeck/contract';
import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, PASSWORD, useHarness } from '../testing/harness.ts';
import { errorOf, flowOf, messageIds, nodeOf, nodeValue, SESSION, sessionOf } from '../testing/read.ts';

const harness = await useHarness();
let browser: Browser;
let email: string;
beforeEach(async () => {
  ({ email, browser } = await harness.newPerson('bob'));
  await browser.signIn(email);
});

const mails = async (): Promise<string[]> => {
  const { rows } = await harness.test.database.pool.query<{ template: string }>(
    'select template from mail_queue where recipient = $1 order by id',
    [email],
  );
  return rows.map(({ template }) => template);
};

function secretOf(flow: Flow): string {
  const attributes = nodeOf(flow, 'totp_secret_key')?.attributes;
  return attributes?.node_type === 'text' ? String(attributes.text.context?.secret) : '';
}

function codesOf(flow: Flow): { id: number; code: string }[] {
  const attributes = nodeOf(flow, 'lookup_secret_codes')?.attributes;
  const secrets = attributes?.node_type === 'text' ? (attributes.text.context?.secrets as FlowMessage[]) : [];
  return secrets.map(({ id, context }) => ({ id, code: String(context?.secret) }));
}

const codeAt = (secret: string): string => generateSync({ secret, epoch: Math.floor(harness.clock.now() / 1000) });

async function addTotp(): Promise<string> {
  const flow = await browser.begin('settings');
  const secret = secretOf(flow);
  const response = await browser.submit(flow, 'settings', { method: 'totp', totp_code: codeAt(secret) });
  expect(response.status).toBe(200);
  harness.clock.advance(30_000);
  return secret;
}

async function addBackupCodes(): Promise<string[]> {
  const flow = await browser.begin('settings');
  const shown = flowOf(await browser.submit(flow, 'settings', { lookup_secret_regenerate: true }));
  await browser.submit(shown, 'settings', { lookup_secret_confirm: true });
  return codesOf(shown).map(({ code }) => code);
}

describe('an authenticator app', () => {
  test('is set up with a right code: the session is proven by it at once, and nothing shows the secret again', async () => {
    const flow = await browser.begin('settings');
    const secret = secretOf(flow);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(secretOf(flowOf(await browser.call('GET', `/self-service/settings/flows?id=${flow.id}`)))).toBe(secret);
    const wrong = await browser.submit(flow, 'settings', { method: 'totp', totp_code: '000000' });
    expect([wrong.status, messageIds(flowOf(wrong))]).toEqual([400, [4000008]]);
    const saved = flowOf(await browser.submit(flow, 'settings', { method: 'totp', totp_code: codeAt(secret) }));
    expect([saved.state, messageIds(saved)]).toEqual(['success', [1050001]]);
    expect(nodeOf(saved, 'totp_unlink')).toBeDefined();
    expect(JSON.stringify(saved)).not.toContain(secret);
    const me = sessionOf(await browser.whoAmI());
    expect(me.authenticator_assurance_level).toBe('aal2');
    expect(me.authentication_methods.map(({ method }) => method)).toEqual(['password', 'totp']);
    const { rows } = await harness.test.database.pool.query(
      'select config::text, secrets::text from identity_credentials, identity_flows',
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('is owed from then on: the first step alone opens nothing', async () => {
    const secret = await addTotp();
    const other = new Browser(harness.service);
    const first = await other.signIn(email);
    expect([first.status, errorOf(first).error.id]).toEqual([422, 'browser_location_change_required']);
    expect(errorOf(first).redirect_browser_to).toContain('/self-service/login/browser?aal=aal2');
    const me = await other.whoAmI();
    expect([me.status, errorOf(me).error.id]).toEqual([403, 'session_aal2_required']);
    expect(await harness.service.signedIn({ headers: { cookie: `${SESSION}=${other.jar.get(SESSION)}` } })).toEqual({
      state: 'second-factor',
    });
    const settings = await other.call('GET', '/self-service/settings/browser?return_to=/health');
    expect(errorOf(settings).redirect_browser_to).toContain('return_to=%2Fhealth');
    const flow = await other.begin('login', 'aal=aal2&return_to=/health');
    expect(messageIds(flow)).toEqual([1010004]);
    expect([nodeOf(flow, 'totp_code') === undefined, nodeOf(flow, 'password')]).toEqual([false, undefined]);
    const old = other.jar.get(SESSION);
    const second = await other.submit(flow, 'login', { method: 'totp', totp_code: codeAt(secret) });
    expect(sessionOf(second).authentication_methods.map(({ method }) => method)).toEqual(['password', 'totp']);
    expect(other.jar.get(SESSION)).not.toBe(old);
    expect((await other.whoAmI()).status).toBe(200);
  });

  test('a code counts once, also before its time is over, also for two at once on two nodes', async () => {
    const secret = await addTotp();
    const code = codeAt(secret);
    const pair = [new Browser(harness.service), new Browser(harness.anotherNode())];
    const both = await Promise.all(pair.map((one) => one.signInTwice(email, { method: 'totp', totp_code: code })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const again = await new Browser(harness.service).signInTwice(email, { method: 'totp', totp_code: code });
    expect(messageIds(flowOf(again))).toEqual([4000008]);
  });

  test('is removed only by who signed in lately, and then nobody else stays signed in', async () => {
    const secret = await addTotp();
    const other = new Browser(harness.service);
    await other.signInTwice(email, { method: 'totp', totp_code: codeAt(secret) });
    harness.clock.advance(16 * 60_000);
    const flow = await browser.begin('settings');
    const late = await browser.submit(flow, 'settings', { totp_unlink: true });
    expect([late.status, errorOf(late).error.id]).toEqual([403, 'session_refresh_required']);
    expect(errorOf(late).redirect_browser_to).toContain(encodeURIComponent(`/profile-settings?flow=${flow.id}`));
    await browser.submit(await browser.begin('login', 'refresh=true'), 'login', {
      method: 'password',
      password: PASSWORD,
    });
    expect((await browser.submit(flow, 'settings', { totp_unlink: true })).status).toBe(200);
    expect((await other.whoAmI()).status).toBe(401);
    expect((await browser.whoAmI()).status).toBe(200);
  });

  test('five wrong codes undo the first step; ten pause the second for an hour and tell its owner', async () => {
    const secret = await addTotp();
    for (let round = 0; round < 2; round += 1) {
      const other = new Browser(harness.service);
      await other.signIn(email);
      const flow = await other.begin('login', 'aal=aal2');
      const statuses = [];
      for (let i = 0; i < 5; i += 1) {
        statuses.push((await other.submit(flow, 'login', { method: 'totp', totp_code: '000000' })).status);
      }
      expect(statuses).toEqual([400, 400, 400, 400, 401]);
      expect([other.jar.has(SESSION), (await other.whoAmI()).status]).toEqual([false, 401]);
    }
    const paused = await new Browser(harness.service).signInTwice(email, { method: 'totp', totp_code: codeAt(secret) });
    expect([paused.status, paused.headers['retry-after']]).toEqual([429, '3600']);
    expect(await mails()).toEqual(['second-step-paused']);
    harness.clock.advance(3_600_001);
    const late = await new Browser(harness.service).signInTwice(email, { method: 'totp', totp_code: codeAt(secret) });
    expect(late.status).toBe(200);
  });
});

describe('backup codes', () => {
  test('count when they are confirmed, and are shown again with what was used', async () => {
    const flow = await browser.begin('settings');
    const shown = flowOf(await browser.submit(flow, 'settings', { lookup_secret_regenerate: true }));
    const codes = codesOf(shown).map(({ code }) => code);
    expect(new Set(codes).size).toBe(12);
    expect(codes.every((code) => /^[a-z0-9]{8}$/.test(code))).toBe(true);
    const { rows } = await harness.test.database.pool.query(
      `select from identity_credentials where kind = 'lookup_secret' and identity_id = (select id from identities where traits ->> 'email' = $1)`,
      [email],
    );
    expect(rows).toEqual([]);
    const saved = flowOf(await browser.submit(shown, 'settings', { lookup_secret_confirm: true }));
    expect(saved.state).toBe('success');
    const other = new Browser(harness.service);
    await other.signInTwice(email, { method: 'lookup_secret', lookup_secret: codes[3] ?? '' });
    expect((await other.whoAmI()).status).toBe(200);
    const revealed = flowOf(
      await browser.submit(await browser.begin('settings'), 'settings', { lookup_secret_reveal: true }),
    );
    expect(codesOf(revealed).map(({ id }) => id)).toEqual(codes.map((_, i) => (i === 3 ? 1050014 : 1050009)));
    expect(await mails()).toEqual(['backup-code-used']);
  });

  test('each is good once: of two at the same moment one wins', async () => {
    const [code = ''] = await addBackupCodes();
    const pair = [new Browser(harness.service), new Browser(harness.anotherNode())];
    const step = { method: 'lookup_secret', lookup_secret: code.toUpperCase() };
    const both = await Promise.all(pair.map((one) => one.signInTwice(email, step)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = both.find(({ status }) => status === 400);
    expect(
      messageIds(flowOf(refused ?? both[0] ?? both[1] ?? { status: 0, headers: {}, cookies: [], body: null })),
    ).toEqual([4000012]);
    const unknown = await new Browser(harness.service).signInTwice(email, { ...step, lookup_secret: 'zzzzzzzz' });
    expect(messageIds(flowOf(unknown))).toEqual([4000016]);
  });

  test('new ones end the old ones once confirmed, and turned off they are owed no more', async () => {
    const [old = ''] = await addBackupCodes();
    await addBackupCodes();
    const stale = await new Browser(harness.service).signInTwice(email, {
      method: 'lookup_secret',
      lookup_secret: old,
    });
    expect(messageIds(flowOf(stale))).toEqual([4000016]);
    const flow = await browser.begin('settings');
    expect(nodeValue(flow, 'lookup_secret_disable')).toBe('true');
    await browser.submit(flow, 'settings', { lookup_secret_disable: true });
    expect((await new Browser(harness.service).signIn(email)).status).toBe(200);
  });
});
