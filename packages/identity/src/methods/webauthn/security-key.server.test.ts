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
beforeEach(async () => {
  // The limit of forms for one source is of a minute.
  harness.clock.advance(60_000);
  ({ email, browser } = await harness.newPerson('carol'));
  device = new SoftAuthenticator(CONSOLE);
  await browser.signIn(email);
});

const NAME = 'webauthn_register_displayname';

/** Registers a key in a new settings flow. */
async function register(name = 'Blue key', who = browser, deviation: Deviation = {}): Promise<IdentityResponse> {
  const flow = await who.begin('settings');
  const answer = device.create(nodeValue(flow, 'webauthn_register_trigger') ?? '', deviation);
  return who.submit(flow, 'settings', { [NAME]: name, webauthn_register: answer });
}

/** A browser whose first step is done, at the second. */
async function atSecondStep(service = harness.service): Promise<[Browser, Flow]> {
  const other = new Browser(service);
  await other.signIn(email);
  return [other, await other.begin('login', 'aal=aal2')];
}

const answerTo = (flow: Flow, deviation?: Deviation): string =>
  device.get(nodeValue(flow, 'webauthn_login_trigger') ?? '', deviation);

const prove = (who: Browser, flow: Flow, deviation?: Deviation): Promise<IdentityResponse> =>
  who.submit(flow, 'login', { webauthn_login: answerTo(flow, deviation) });

const removals = (flow: Flow): { value: unknown; name: unknown }[] =>
  flow.ui.nodes.flatMap(({ attributes, meta }) =>
    attributes.node_type === 'input' && attributes.name === 'webauthn_remove'
      ? [{ value: attributes.value, name: meta.label?.context?.display_name }]
      : [],
  );

const mails = async (): Promise<string[]> => {
  const { rows } = await harness.test.database.pool.query<{ template: string }>(
    'select template from mail_queue where recipient = $1 order by id',
    [email],
  );
  return rows.map(({ template }) => template);
};

describe('a security key is registered', () => {
  test('with a name: the session is proven by it at once, and the key can be removed by its id', async () => {
    const saved = flowOf(await register());
    expect([saved.state, messageIds(saved)]).toEqual(['success', [1050001]]);
    const id = Buffer.from(device.keys[0]?.id ?? '', 'base64url').toString('hex');
    expect(removals(saved)).toEqual([{ value: id, name: 'Blue key' }]);
    const me = sessionOf(await browser.whoAmI());
    expect(me.authenticator_assurance_level).toBe('aal2');
    expect(me.authentication_methods.map(({ method }) => method)).toEqual(['password', 'webauthn']);
  });

  test('by a form whose result is empty, whose name is asked for, and which runs no code', async () => {
    const flow = await browser.begin('settings');
    const attributes = nodeOf(flow, 'webauthn_register_trigger')?.attributes;
    expect(attributes).toMatchObject({ type: 'button', onclickTrigger: 'oryWebAuthnRegistration' });
    expect(nodeValue(flow, 'webauthn_register')).toBe('');
    expect(JSON.stringify(flow)).not.toContain('"onclick"');
    const options = JSON.parse(nodeValue(flow, 'webauthn_register_trigger') ?? '');
    expect(options.publicKey.rp).toEqual({ id: 'console.example', name: 'Quarterdeck' });
    const nameless = await register(' ');
    expect([nameless.status, messageIds(flowOf(nameless))]).toEqual([400, [4000002]]);
    const long = await register('x'.repeat(65));
    expect([long.status, messageIds(flowOf(long))]).toEqual([400, [4000017]]);
  });

  test('once, also when the answer comes twice or two forms hold it', async () => {
    const flow = await browser.begin('settings');
    const answer = device.create(nodeValue(flow, 'webauthn_register_trigger') ?? '');
    const values = { [NAME]: 'Key', webauthn_register: answer };
    const both = await Promise.all([
      browser.submit(flow, 'settings', values),
      browser.submit(flow, 'settings', values),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(removals(await browser.begin('settings'))).toHaveLength(1);
    const elsewhere = await browser.submit(await browser.begin('settings'), 'settings', values);
    expect([elsewhere.status, messageIds(flowOf(elsewhere))]).toEqual([400, [4000043]]);
  });

  test('for one account only', async () => {
    await register();
    const id = device.keys[0]?.id ?? '';
    const otherEmail = `other-${email}`;
    await harness.addPerson(otherEmail);
    const other = new Browser(harness.service);
    await other.signIn(otherEmail);
    const stolen = await register('Mine now', other, { id });
    expect([stolen.status, messageIds(flowOf(stolen))]).toEqual([400, [4000001]]);
    expect(removals(flowOf(stolen))).toEqual([]);
  });

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host for keys', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
  ])('not of %s', async (_, deviation) => {
    const refused = await register('Key', browser, deviation);
    expect([refused.status, messageIds(flowOf(refused))]).toEqual([400, [4000043]]);
    expect(removals(flowOf(refused))).toEqual([]);
    expect((await register()).status).toBe(200);
  });

  test('only by who signed in lately: before that no key is made, and the form leads to a confirmation', async () => {
    const early = await browser.begin('settings');
    const answer = device.create(nodeValue(early, 'webauthn_register_trigger') ?? '');
    harness.clock.advance(16 * 60_000);
    const late = await browser.submit(early, 'settings', { [NAME]: 'Key', webauthn_register: answer });
    expect([late.status, errorOf(late).error.id]).toEqual([403, 'session_refresh_required']);
    const flow = await browser.begin('settings');
    expect(nodeOf(flow, 'webauthn_register_trigger')?.attributes).toMatchObject({ type: 'submit', value: 'true' });
    const pressed = await browser.submit(flow, 'settings', { webauthn_register_trigger: 'true' });
    expect(errorOf(pressed).error.id).toBe('session_refresh_required');
    const confirmation = await browser.begin('login', 'refresh=true');
    await browser.submit(confirmation, 'login', { method: 'password', password: PASSWORD });
    const again = flowOf(await browser.submit(flow, 'settings', { webauthn_register_trigger: 'true' }));
    expect([again.state, messageIds(again)]).toEqual(['show_form', []]);
    expect(nodeOf(again, 'webauthn_register_trigger')?.attributes).toMatchObject({ type: 'button' });
  });
});

describe('a second step by a security key', () => {
  beforeEach(async () => {
    await register();
  });

  test('is owed, and leads to a session of both steps', async () => {
    const other = new Browser(harness.service);
    const first = await other.signIn(email);
    expect(errorOf(first).error.id).toBe('browser_location_change_required');
    const flow = await other.begin('login', 'aal=aal2');
    expect(nodeOf(flow, 'webauthn_login_trigger')?.attributes).toMatchObject({ onclickTrigger: 'oryWebAuthnLogin' });
    expect([nodeValue(flow, 'webauthn_login'), nodeValue(flow, 'identifier')]).toEqual(['', email]);
    const { publicKey } = JSON.parse(nodeValue(flow, 'webauthn_login_trigger') ?? '');
    expect(publicKey.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([device.keys[0]?.id]);
    const old = other.jar.get(SESSION);
    const second = await prove(other, flow);
    expect(sessionOf(second).authenticator_assurance_level).toBe('aal2');
    expect(sessionOf(second).authentication_methods.map(({ method }) => method)).toEqual(['password', 'webauthn']);
    expect(other.jar.get(SESSION)).not.toBe(old);
  });

  test('is not replayed: not into the same form, not into a second one, not by two at once', async () => {
    const [first, flow] = await atSecondStep();
    const [second, otherFlow] = await atSecondStep();
    const recorded = { webauthn_login: answerTo(flow) };
    const elsewhere = await second.submit(otherFlow, 'login', recorded);
    expect([elsewhere.status, messageIds(flowOf(elsewhere))]).toEqual([400, [4000043]]);
    expect((await second.whoAmI()).status).toBe(403);
    const both = await Promise.all([first, first].map((one) => one.submit(flow, 'login', recorded)));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await first.submit(flow, 'login', recorded);
    expect(again.status).toBe(400);
  });

  test('spends its challenge also when it is wrong; the form comes back with another', async () => {
    const [other, flow] = await atSecondStep();
    const right = answerTo(flow);
    const wrong = await prove(other, flow, { isForged: true });
    expect([wrong.status, messageIds(flowOf(wrong))]).toEqual([400, [4000043]]);
    const next = flowOf(wrong);
    expect(nodeValue(next, 'webauthn_login_trigger')).not.toBe(nodeValue(flow, 'webauthn_login_trigger'));
    expect((await other.submit(flow, 'login', { webauthn_login: right })).status).toBe(400);
    expect(
      (await prove(other, flowOf(await other.call('GET', `/self-service/login/flows?id=${flow.id}`)))).status,
    ).toBe(200);
  });

  test('lives for five minutes, and a form that is read again always leaves time', async () => {
    const [other, flow] = await atSecondStep();
    const read = async () => flowOf(await other.call('GET', `/self-service/login/flows?id=${flow.id}`));
    const shown = (one: Flow) => JSON.parse(nodeValue(one, 'webauthn_login_trigger') ?? '').publicKey;
    harness.clock.advance(60_000);
    const soon = shown(await read());
    expect([soon.challenge, soon.timeout]).toEqual([shown(flow).challenge, 240_000]);
    harness.clock.advance(100_000);
    const pair = (await Promise.all([read(), read()])).map(shown);
    expect(pair[0].challenge).not.toBe(soon.challenge);
    expect(pair[1].challenge).toBe(pair[0].challenge);
    const open = await read();
    const answer = answerTo(open);
    harness.clock.advance(300_000);
    const late = await other.submit(open, 'login', { webauthn_login: answer });
    expect([late.status, messageIds(flowOf(late))]).toEqual([400, [4000043]]);
    expect((await prove(other, flowOf(late))).status).toBe(200);
  });

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['the plain address of the same host', { origin: 'http://console.example' }],
    ['another host for keys', { rpId: 'evil.example' }],
    ['the other ceremony', { type: 'webauthn.create' }],
    ['a page in a frame', { crossOrigin: true }],
    ['nobody there', { isPresent: false }],
  ])('is refused of %s, without a session', async (_, deviation) => {
    const [other, flow] = await atSecondStep();
    const refused = await prove(other, flow, deviation);
    expect([refused.status, messageIds(flowOf(refused))]).toEqual([400, [4000043]]);
    expect((await other.whoAmI()).status).toBe(403);
  });

  test('is refused of a key of somebody else', async () => {
    const own = device;
    device = new SoftAuthenticator(CONSOLE);
    const other = new Browser(harness.service);
    await harness.addPerson(`thief-${email}`);
    await other.signIn(`thief-${email}`);
    await register('Mine', other);
    const [victim, flow] = await atSecondStep();
    const refused = await prove(victim, flow);
    expect([refused.status, messageIds(flowOf(refused))]).toEqual([400, [4000043]]);
    device = own;
    expect((await prove(victim, flowOf(refused))).status).toBe(200);
  });

  test('is refused and told when the counter goes back, and not told when a stranger says so', async () => {
    const [other, flow] = await atSecondStep();
    expect((await prove(other, flow, { counter: 41 })).status).toBe(200);
    for (const counter of [41, 40, 0]) {
      const [again, next] = await atSecondStep();
      const refused = await prove(again, next, { counter });
      expect([refused.status, messageIds(flowOf(refused))], String(counter)).toEqual([400, [4000043]]);
    }
    expect(await mails()).toEqual(['key-copied', 'key-copied', 'key-copied']);
    const [stranger, form] = await atSecondStep();
    const refused = await prove(stranger, form, { counter: 3, isForged: true });
    expect(refused.status).toBe(400);
    expect(await mails()).toHaveLength(3);
    expect((await prove(stranger, flowOf(refused), { counter: 42 })).status).toBe(200);
    const { rows } = await harness.test.database.pool.query(
      `select distinct result, details ->> 'name' as name from audit_log where action = 'webauthn.counter' and actor_name = $1`,
      [email],
    );
    expect(rows).toEqual([{ result: 'refused', name: 'Blue key' }]);
  });

  test('counts towards the limits of the second step', async () => {
    const [other, flow] = await atSecondStep();
    let form = flow;
    const statuses: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const refused = await prove(other, form, { isForged: true });
      statuses.push(refused.status);
      form = flowOf(refused);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 401]);
    expect((await other.whoAmI()).status).toBe(401);
  });

  test('is refused where there is no key', async () => {
    await browser.submit(await browser.begin('settings'), 'settings', {
      webauthn_remove: removals(await browser.begin('settings'))[0]?.value,
    });
    const flow = await browser.begin('settings');
    expect(removals(flow)).toEqual([]);
    expect((await new Browser(harness.service).signIn(email)).status).toBe(200);
  });
});

test('one of two keys is removed by its id; whoever else is signed in is not any more; a wrong id removes none', async () => {
  await register('First');
  await register('Second');
  const [other, flow] = await atSecondStep();
  expect((await prove(other, flow)).status).toBe(200);
  const [first] = removals(await browser.begin('settings'));
  const none = await browser.submit(await browser.begin('settings'), 'settings', { webauthn_remove: 'ab' });
  expect([none.status, messageIds(flowOf(none))]).toEqual([400, [4000001]]);
  const saved = await browser.submit(await browser.begin('settings'), 'settings', { webauthn_remove: first?.value });
  expect(removals(flowOf(saved)).map(({ name }) => name)).toEqual(['Second']);
  expect((await other.whoAmI()).status).toBe(401);
  expect((await browser.whoAmI()).status).toBe(200);
  const { rows } = await harness.test.database.pool.query(
    `select action, target from audit_log where actor_name = $1 and action like 'webauthn.%' order by at`,
    [email],
  );
  expect(rows).toEqual([
    { action: 'webauthn.add', target: 'First' },
    { action: 'webauthn.add', target: 'Second' },
    { action: 'webauthn.remove', target: 'First' },
  ]);
});

test('one of somebody else is not removed', async () => {
  await register();
  const [key] = removals(await browser.begin('settings'));
  const other = new Browser(harness.service);
  await harness.addPerson(`stranger-${email}`);
  await other.signIn(`stranger-${email}`);
  const refused = await other.submit(await other.begin('settings'), 'settings', { webauthn_remove: key?.value });
  expect([refused.status, messageIds(flowOf(refused))]).toEqual([400, [4000001]]);
  expect(removals(await browser.begin('settings'))).toEqual([key]);
});
