import type { Flow } from '@quarterdeck/contract';
import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, CONSOLE, PASSWORD, useHarness } from '../testing/harness.ts';
import { errorOf, flowOf, messageIds, nodeOf, nodeValue, SESSION, sessionOf } from '../testing/read.ts';

const harness = await useHarness();
let browser: Browser;
let email: string;
beforeEach(async () => {
  ({ email, browser } = await harness.newPerson('carol'));
  await harness.test.database.pool.query('truncate identity_attempts, identity_pauses, mail_queue');
});

interface SentMail {
  recipient: string;
  template: string;
  body_text: string;
  body_html: string;
}

async function mails(): Promise<SentMail[]> {
  const { rows } = await harness.test.database.pool.query<SentMail>('select * from mail_queue order by id');
  return rows;
}

async function mailedCode(): Promise<string> {
  const [mail] = (await mails()).slice(-1);
  return /^\d{6}$/m.exec(mail?.body_text ?? '')?.[0] ?? '';
}

async function ask(who: Browser, kind: 'recovery' | 'verification', address: string): Promise<Flow> {
  return flowOf(await who.submit(await who.begin(kind), kind, { method: 'code', email: address }));
}

const redeem = (flow: Flow, kind: string, code: string) => browser.submit(flow, kind, { method: 'code', code });

describe('recovery', () => {
  test('reads the same for an address that nobody has, and only mails to one that somebody has', async () => {
    const flows = [];
    for (const address of [email, 'nobody@example.test'])
      flows.push(await ask(new Browser(harness.service), 'recovery', address));
    const shape = (flow: Flow) => [
      flow.state,
      messageIds(flow),
      flow.ui.nodes.map((one) => Object.keys(one.attributes)),
    ];
    expect(flows[0]?.state).toBe('sent_email');
    expect(messageIds(flows[0] ?? flows[1] ?? (await browser.begin('recovery')))).toEqual([1060003]);
    expect(flows.map(shape)[0]).toEqual(flows.map(shape)[1]);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([email]);
  });

  test('a right code signs in, ends every other session, and leads to the settings', async () => {
    const other = new Browser(harness.service);
    await other.signIn(email);
    const flow = await ask(browser, 'recovery', email);
    const wrong = await redeem(flow, 'recovery', '000000');
    expect([wrong.status, messageIds(flowOf(wrong)), browser.jar.has(SESSION)]).toEqual([200, [4060006], false]);
    const right = await redeem(flow, 'recovery', await mailedCode());
    expect([right.status, errorOf(right).error.id]).toEqual([422, 'browser_location_change_required']);
    const target = new URL(errorOf(right).redirect_browser_to ?? '');
    expect([target.origin, target.pathname]).toEqual([CONSOLE, '/profile-settings']);
    const settings = flowOf(
      await browser.call('GET', `/self-service/settings/flows?id=${target.searchParams.get('flow')}`),
    );
    expect(messageIds(settings)).toEqual([1060001]);
    expect(sessionOf(await browser.whoAmI()).authentication_methods.map(({ method }) => method)).toEqual([
      'code_recovery',
    ]);
    expect((await other.whoAmI()).status).toBe(401);
    const changed = await browser.submit(settings, 'settings', {
      method: 'password',
      password: 'quite another phrase',
    });
    expect(changed.status).toBe(200);
    expect((await other.signIn(email, 'quite another phrase')).status).toBe(200);
  });

  test('a code is used once: neither again nor from another browser', async () => {
    const flow = await ask(browser, 'recovery', email);
    const code = await mailedCode();
    const stolen = await new Browser(harness.service).submit(flow, 'recovery', { method: 'code', code });
    expect(stolen.status).toBe(403);
    const csrf = new Map(browser.jar);
    await redeem(flow, 'recovery', code);
    const again = new Browser(harness.service);
    for (const [name, value] of csrf) again.jar.set(name, value);
    const second = await again.submit(flow, 'recovery', { method: 'code', code });
    expect([second.status, messageIds(flowOf(second)), again.jar.has(SESSION)]).toEqual([200, [4060001], false]);
  });

  test('five wrong codes spend the form: the right one is of no use then', async () => {
    const flow = await ask(browser, 'recovery', email);
    const code = await mailedCode();
    const wrong = code === '111111' ? '222222' : '111111';
    for (let i = 0; i < 5; i += 1) expect(flowOf(await redeem(flow, 'recovery', wrong)).id).toBe(flow.id);
    const sixth = flowOf(await redeem(flow, 'recovery', code));
    expect(sixth.id).not.toBe(flow.id);
    expect([sixth.state, browser.jar.has(SESSION)]).toEqual(['choose_method', false]);
  });

  test('a new code kills the one before; an old one does not work; and three mails an hour leave', async () => {
    let flow = await ask(browser, 'recovery', email);
    const first = await mailedCode();
    flow = flowOf(await browser.submit(flow, 'recovery', { email }));
    const second = await mailedCode();
    if (first !== second) expect(messageIds(flowOf(await redeem(flow, 'recovery', first)))).toEqual([4060006]);
    harness.clock.advance(15 * 60_000 + 1);
    expect(messageIds(flowOf(await redeem(flow, 'recovery', second)))).toEqual([4060006]);
    for (let i = 0; i < 3; i += 1) expect((await ask(browser, 'recovery', email)).state).toBe('sent_email');
    expect(await mails()).toHaveLength(3);
  });

  test('proves a mailbox, no second factor', async () => {
    await browser.signIn(email);
    const flow = await browser.begin('settings');
    const attributes = nodeOf(flow, 'totp_secret_key')?.attributes;
    const secret = attributes?.node_type === 'text' ? String(attributes.text.context?.secret) : '';
    const totp_code = generateSync({ secret, epoch: Math.floor(harness.clock.now() / 1000) });
    await browser.submit(flow, 'settings', { method: 'totp', totp_code });
    browser = new Browser(harness.service);
    const target = errorOf(await redeem(await ask(browser, 'recovery', email), 'recovery', await mailedCode()));
    const id = new URL(target.redirect_browser_to ?? '').searchParams.get('flow');
    const settings = await browser.call('GET', `/self-service/settings/flows?id=${id}`);
    expect([settings.status, errorOf(settings).error.id]).toEqual([403, 'session_aal2_required']);
  });

  test('is refused to whoever is signed in, and what is no address is said at its field', async () => {
    await browser.signIn(email);
    const signedIn = await browser.call('GET', '/self-service/recovery/browser');
    expect(errorOf(signedIn).error.id).toBe('session_already_available');
    const flow = await ask(new Browser(harness.service), 'recovery', 'no address');
    expect(nodeOf(flow, 'email')?.messages.map(({ id }) => id)).toEqual([4000040]);
  });
});

describe('verification', () => {
  beforeEach(() =>
    harness.test.database.pool.query(
      `update identity_addresses set status = 'pending', verified_at = null where value = $1`,
      [email],
    ),
  );

  const isVerified = async (): Promise<boolean> => {
    const { rows } = await harness.test.database.pool.query(
      'select verified_at from identity_addresses where value = $1',
      [email],
    );
    return rows[0]?.verified_at !== null;
  };

  test('a link that a scanner opens uses nothing up; the submit verifies once and signs nobody in', async () => {
    const flow = await ask(browser, 'verification', email);
    const code = await mailedCode();
    const [mail] = await mails();
    const link = new URL(/https:\S+/.exec(mail?.body_text ?? '')?.[0] ?? '');
    expect(link.origin).toBe(CONSOLE);
    const opened = await browser.call('GET', `/self-service/verification${link.search}`, { html: true });
    expect(opened.headers.location).toBe(`${CONSOLE}/verification?flow=${flow.id}`);
    const shown = flowOf(await browser.call('GET', `/self-service/verification/flows?id=${flow.id}`));
    expect([nodeValue(shown, 'code'), await isVerified()]).toEqual([code, false]);
    const done = flowOf(await redeem(shown, 'verification', code));
    expect([done.state, messageIds(done), done.ui.method, done.ui.action]).toEqual([
      'passed_challenge',
      [1080002],
      'GET',
      `${CONSOLE}/`,
    ]);
    expect([await isVerified(), browser.jar.has(SESSION)]).toEqual([true, false]);
    const again = await redeem(shown, 'verification', code);
    expect([again.status, errorOf(again).error.id]).toEqual([410, 'self_service_flow_replaced']);
  });

  test('mails nothing to an address that is verified or unknown, and says nothing of it', async () => {
    await harness.test.database.pool.query(`update identity_addresses set verified_at = now() where value = $1`, [
      email,
    ]);
    for (const address of [email, 'nobody@example.test']) {
      expect(messageIds(await ask(new Browser(harness.service), 'verification', address))).toEqual([1080003]);
    }
    expect(await mails()).toEqual([]);
  });
});

describe('an address', () => {
  test('is changed once the new one is proven; until then the old one signs in, and its owner learns of it', async () => {
    await browser.signIn(email);
    const wanted = `new-${email}`;
    const response = await browser.submit(await browser.begin('settings'), 'settings', {
      method: 'profile',
      traits: { email: wanted, name: { first: 'Carol' } },
    });
    const [next] = flowOf(response).continue_with ?? [];
    const id = next?.action === 'show_verification_ui' ? next.flow.id : '';
    expect((await new Browser(harness.service).signIn(wanted)).status).toBe(400);
    const flow = flowOf(await browser.call('GET', `/self-service/verification/flows?id=${id}`));
    await redeem(flow, 'verification', await mailedCode());
    expect((await new Browser(harness.service).signIn(wanted)).status).toBe(200);
    expect((await new Browser(harness.service).signIn(email)).status).toBe(400);
    const sent = await mails();
    expect(sent.map(({ recipient, template }) => [recipient, template])).toEqual([
      [wanted, 'verification-code'],
      [email, 'address-changed'],
    ]);
    const { rows } = await harness.test.database.pool.query('select name, email from people where email = $1', [
      wanted,
    ]);
    expect(rows).toEqual([{ name: 'Carol', email: wanted }]);
  });

  test('of somebody else is never taken, and nothing tells that it is somebody’s', async () => {
    const other = `other-${email}`;
    await harness.addPerson(other);
    await browser.signIn(email);
    const response = await browser.submit(await browser.begin('settings'), 'settings', {
      method: 'profile',
      traits: { email: other },
    });
    expect(flowOf(response).continue_with?.[0]?.action).toBe('show_verification_ui');
    expect(await mails()).toEqual([]);
    expect((await new Browser(harness.service).signIn(other, PASSWORD)).status).toBe(200);
  });
});
