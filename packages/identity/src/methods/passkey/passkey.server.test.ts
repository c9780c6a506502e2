import type { Flow } from '@quarterdeck/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import type { IdentityResponse } from '../../http/types.ts';
import { type Deviation, SoftAuthenticator } from '../../testing/authenticator.ts';
import { Browser, CONSOLE, PASSWORD, useHarness } from '../../testing/harness.ts';
import { errorOf, flowOf, messageIds, nodeOf, nodeValue, SESSION, sessionOf } from '../../testing/read.ts';

const harness = await useHarness();
let browser: Browser;
let device: SoftAuthenticator;
let email: string;
let identityId: string;
let nth: number;

beforeEach(async () => {
  ({ id: identityId, email, browser, nth } = await harness.newPerson('dora'));
  device = new SoftAuthenticator(CONSOLE);
  await browser.signIn(email);
});

async function register(who = browser, deviation: Deviation = {}): Promise<IdentityResponse> {
  const flow = await who.begin('settings');
  const answer = device.create(nodeValue(flow, 'passkey_create_data') ?? '', deviation);
  return who.submit(flow, 'settings', { passkey_settings_register: answer });
}

const signInBy = async (who: Browser, flow: Flow, deviation?: Deviation): Promise<IdentityResponse> =>
  who.submit(flow, 'login', { passkey_login: device.get(nodeValue(flow, 'passkey_challenge') ?? '', deviation) });

async function passwordIsGone(): Promise<void> {
  await harness.test.database.pool.query(
    `delete from identity_credentials where identity_id = $1 and kind = 'password'`,
    [identityId],
  );
}

const removal = (flow: Flow) => nodeOf(flow, 'passkey_remove')?.attributes;

describe('a passkey', () => {
  test('is registered, and signs in without a password or an address', async () => {
    const saved = flowOf(await register());
    expect([saved.state, messageIds(saved)]).toEqual(['success', [1050001]]);
    expect(sessionOf(await browser.whoAmI()).authenticator_assurance_level).toBe('aal1');
    const other = new Browser(harness.service);
    const flow = await other.begin('login', 'return_to=/health');
    expect(nodeOf(flow, 'passkey_login_trigger')?.attributes).toMatchObject({
      type: 'button',
      onclickTrigger: 'oryPasskeyLogin',
      onloadTrigger: 'oryPasskeyLoginAutocompleteInit',
    });
    expect(nodeOf(flow, 'identifier')?.attributes).toMatchObject({ autocomplete: 'username webauthn' });
    expect(nodeValue(flow, 'passkey_login')).toBe('');
    const { publicKey } = JSON.parse(nodeValue(flow, 'passkey_challenge') ?? '');
    expect(publicKey).toMatchObject({ rpId: 'console.example', allowCredentials: [], userVerification: 'required' });
    const csrf = [...other.jar].find(([name]) => name.startsWith('csrf_token_'));
    const signedIn = sessionOf(await signInBy(other, flow));
    expect(signedIn.identity?.traits.email).toBe(email);
    expect(signedIn.authentication_methods).toMatchObject([{ method: 'passkey', aal: 'aal1' }]);
    expect([...other.jar].find(([name]) => name.startsWith('csrf_token_'))).not.toEqual(csrf);
  });

  test('does not take the place of a second step that is owed', async () => {
    await register();
    const flow = await browser.begin('settings');
    const shown = flowOf(await browser.submit(flow, 'settings', { lookup_secret_regenerate: true }));
    await browser.submit(shown, 'settings', { lookup_secret_confirm: true });
    const other = new Browser(harness.service);
    const first = await signInBy(other, await other.begin('login'));
    expect([first.status, errorOf(first).error.id]).toEqual([422, 'browser_location_change_required']);
    expect((await other.whoAmI()).status).toBe(403);
  });

  test('of an account that is disabled does not sign in', async () => {
    await register();
    await harness.test.database.pool.query(`update identities set state = 'inactive' where id = $1`, [identityId]);
    const other = new Browser(harness.service);
    const refused = await signInBy(other, await other.begin('login'));
    expect([refused.status, messageIds(flowOf(refused))]).toEqual([400, [4010011]]);
    expect(other.jar.has(SESSION)).toBe(false);
  });

  test('is not replayed into a second form, nor by another browser', async () => {
    await register();
    const first = new Browser(harness.service);
    const second = new Browser(harness.service);
    const flow = await first.begin('login');
    const recorded = { passkey_login: device.get(nodeValue(flow, 'passkey_challenge') ?? '') };
    const elsewhere = await second.submit(await second.begin('login'), 'login', recorded);
    expect([elsewhere.status, messageIds(flowOf(elsewhere))]).toEqual([400, [4000043]]);
    const stolen = await second.submit(flow, 'login', recorded);
    expect(errorOf(stolen).error.id).toBe('security_csrf_violation');
    expect(second.jar.has(SESSION)).toBe(false);
    const both = await Promise.all([first, first].map((one) => one.submit(flow, 'login', recorded)));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await second.submit(await second.begin('login'), 'login', recorded)).status).toBe(400);
  });

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host for keys', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['a key that did not ask who holds it', { isVerified: false }],
    ['another account', { userHandle: Buffer.from('passkey:somebody').toString('base64url') }],
    ['no account', { userHandle: null }],
    ['a forged signature', { isForged: true }],
    ['a key that nobody has', { id: Buffer.from('nobody').toString('base64url') }],
  ])('is refused of %s, in the same words', async (_, deviation) => {
    await register();
    const other = new Browser(harness.service, `198.51.100.${nth}`);
    const refused = await signInBy(other, await other.begin('login'), deviation);
    expect([refused.status, messageIds(flowOf(refused))]).toEqual([400, [4000043]]);
    expect(other.jar.has(SESSION)).toBe(false);
    const { rows } = await harness.test.database.pool.query(
      `select details ->> 'method' as method from audit_log where result = 'failed' and source = $1`,
      [`198.51.100.${nth}`],
    );
    expect(rows).toEqual([{ method: 'passkey' }]);
  });

  test('is refused when its counter goes back; one that never counts is not', async () => {
    await register();
    for (const [counter, status] of [
      [0, 200],
      [0, 200],
      [5, 200],
      [5, 400],
      [0, 400],
      [6, 200],
    ] as const) {
      const other = new Browser(harness.service);
      expect((await signInBy(other, await other.begin('login'), { counter })).status).toBe(status);
    }
  });

  test('is no security key, and a security key is no passkey', async () => {
    await register();
    const flow = await browser.begin('settings');
    const key = device.create(nodeValue(flow, 'webauthn_register_trigger') ?? '', { id: device.keys[0]?.id ?? '' });
    const values = { webauthn_register_displayname: 'Same', webauthn_register: key };
    const refused = await browser.submit(flow, 'settings', values);
    expect([refused.status, messageIds(flowOf(refused))]).toEqual([400, [4000001]]);
    const fresh = device.create(nodeValue(flowOf(refused), 'webauthn_register_trigger') ?? '');
    const named = { webauthn_register_displayname: 'Key', webauthn_register: fresh };
    expect((await browser.submit(flowOf(refused), 'settings', named)).status).toBe(200);
    const other = new Browser(harness.service);
    const asPasskey = await signInBy(other, await other.begin('login'));
    expect([asPasskey.status, messageIds(flowOf(asPasskey))]).toEqual([400, [4000043]]);
  });
});

describe('a confirmation', () => {
  test('takes the passkey of who is signed in, and no other', async () => {
    await register();
    harness.clock.advance(60_000);
    const before = sessionOf(await browser.whoAmI()).authenticated_at;
    const flow = await browser.begin('login', 'refresh=true');
    expect(nodeOf(flow, 'passkey_login_trigger')?.attributes).not.toHaveProperty('onloadTrigger');
    const { publicKey } = JSON.parse(nodeValue(flow, 'passkey_challenge') ?? '');
    expect(publicKey.allowCredentials).toHaveLength(1);
    expect((await signInBy(browser, flow)).status).toBe(200);
    expect(sessionOf(await browser.whoAmI()).authenticated_at > before).toBe(true);

    const mine = device;
    device = new SoftAuthenticator(CONSOLE);
    await harness.addPerson(`other-${email}`);
    const other = new Browser(harness.service);
    await other.signIn(`other-${email}`);
    await register(other);
    const refused = await signInBy(browser, await browser.begin('login', 'refresh=true'));
    expect([refused.status, messageIds(flowOf(refused))]).toEqual([400, [4000043]]);
    device = mine;
  });

  test('offers only what the account has', async () => {
    const withPassword = await browser.begin('login', 'refresh=true');
    expect([nodeOf(withPassword, 'passkey_challenge'), nodeOf(withPassword, 'password') === undefined]).toEqual([
      undefined,
      false,
    ]);
    await register();
    await passwordIsGone();
    const withPasskey = await browser.begin('login', 'refresh=true');
    expect(nodeOf(withPasskey, 'passkey_challenge')).toBeDefined();
    expect(nodeOf(withPasskey, 'password')).toBeUndefined();
  });
});

describe('a passkey is removed', () => {
  test('while there is another way to sign in, and whoever else is signed in is not any more', async () => {
    const saved = flowOf(await register());
    const other = new Browser(harness.service);
    await signInBy(other, await other.begin('login'));
    const attributes = removal(saved);
    expect(attributes).toMatchObject({ disabled: false });
    const passkey_remove = nodeValue(saved, 'passkey_remove');
    const removed = await browser.submit(saved, 'settings', { passkey_remove });
    expect([removed.status, removal(flowOf(removed))]).toEqual([200, undefined]);
    expect((await other.whoAmI()).status).toBe(401);
    const again = new Browser(harness.service);
    expect((await signInBy(again, await again.begin('login'))).status).toBe(400);
  });

  test('not when it is the only way to sign in, also of two at once', async () => {
    await register();
    await register();
    await passwordIsGone();
    const flow = await browser.begin('settings');
    const ids = flow.ui.nodes.flatMap(({ attributes }) =>
      attributes.node_type === 'input' && attributes.name === 'passkey_remove' ? [String(attributes.value)] : [],
    );
    const second = await browser.begin('settings');
    const both = await Promise.all([
      browser.submit(flow, 'settings', { passkey_remove: ids[0] }),
      browser.submit(second, 'settings', { passkey_remove: ids[1] }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await browser.begin('settings');
    expect(removal(left)).toMatchObject({ disabled: true });
    const last = await browser.submit(left, 'settings', { passkey_remove: nodeValue(left, 'passkey_remove') });
    expect([last.status, messageIds(flowOf(last))]).toEqual([400, [4000001]]);
    const names = left.ui.nodes.flatMap(({ attributes }) =>
      attributes.node_type === 'input' ? [attributes.name] : [],
    );
    expect(names.filter((name) => name === 'passkey_remove')).toHaveLength(1);
  });

  test('not by who signed in long ago', async () => {
    const saved = flowOf(await register());
    harness.clock.advance(16 * 60_000);
    const late = await browser.submit(saved, 'settings', { passkey_remove: nodeValue(saved, 'passkey_remove') });
    expect([late.status, errorOf(late).error.id]).toEqual([403, 'session_refresh_required']);
    const flow = await browser.begin('settings');
    expect([nodeOf(flow, 'passkey_create_data'), nodeValue(flow, 'passkey_register_trigger')]).toEqual([
      undefined,
      'true',
    ]);
    const confirmation = await browser.begin('login', 'refresh=true');
    await browser.submit(confirmation, 'login', { method: 'password', password: PASSWORD });
    const again = flowOf(await browser.submit(flow, 'settings', { passkey_register_trigger: 'true' }));
    expect([nodeOf(again, 'passkey_create_data') === undefined, messageIds(again)]).toEqual([false, []]);
  });
});

test('a reset by an administrator ends passkeys too', async () => {
  await register();
  const { pool } = harness.test.database;
  const { service } = harness;
  const me = sessionOf(await browser.whoAmI()).identity;
  expect(me?.id).toBe(identityId);
  const identity = { id: identityId, traits: { email } };
  await service.admin.resetPassword(pool, identity as Parameters<typeof service.admin.resetPassword>[1]);
  const other = new Browser(service);
  expect((await signInBy(other, await other.begin('login'))).status).toBe(400);
  expect((await other.signIn(email, PASSWORD)).status).toBe(400);
});
