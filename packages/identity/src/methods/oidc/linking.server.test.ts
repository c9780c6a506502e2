import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, PASSWORD } from '../../testing/harness.ts';
import { visitProvider } from '../../testing/provider.ts';
import { errorOf, flowOf, messageIds, nodeOf, SESSION, sessionOf } from '../../testing/read.ts';
import { buttons, stepsOf, useSocial } from '../../testing/social.ts';

const world = await useSocial((url, { body, ...options }) =>
  fetch(url, { ...options, ...(body == null ? {} : { body: String(body) }) }),
);
let browser: Browser;
let count: number;
let name: string;
let email: string;

beforeEach(() => {
  ({ count, name, email, browser } = world.newVisitor());
});

const { leave, comeBack, signInWith, shown } = stepsOf(() => ({ browser, name }));

describe('an address that has an account', () => {
  test('is never connected by itself: its owner signs in first, and from then on by the provider too', async () => {
    const id = await world.open.addPerson(email);
    const back = await signInWith('acme', 'registration');
    expect(back.to.pathname).toBe('/login');
    const flow = await shown(back.to, 'login');
    expect(flow.ui.messages).toMatchObject([
      { id: 1010016, type: 'info', context: { provider: 'Acme', duplicateIdentifier: email } },
    ]);
    expect(nodeOf(flow, 'identifier')?.attributes).toMatchObject({ value: email });
    expect((await browser.whoAmI()).status).toBe(401);
    await browser.submit(flow, 'login', { method: 'password', identifier: email, password: PASSWORD });
    expect(sessionOf(await browser.whoAmI()).identity?.id).toBe(id);

    const again = new Browser(world.open.service, `192.0.2.${count}`);
    expect((await signInWith('acme', 'login', again)).to.pathname).toBe('/health');
    expect(sessionOf(await again.whoAmI()).identity?.id).toBe(id);
  });

  test('whoever signs in as somebody else on that form connects nothing', async () => {
    await world.open.addPerson(email);
    await world.open.addPerson(`mallory${count}@example.test`);
    const flow = await shown((await signInWith('acme')).to, 'login');
    const identifier = `mallory${count}@example.test`;
    await browser.submit(flow, 'login', { method: 'password', identifier, password: PASSWORD });
    const again = new Browser(world.open.service, `192.0.2.${count}`);
    const back = await signInWith('acme', 'login', again);
    expect(messageIds(await shown(back.to, 'login', again))).toEqual([1010016]);
  });

  test('nothing is offered when the provider does not say that the address is proven', async () => {
    await world.open.addPerson(email);
    for (const email_verified of [false, undefined]) {
      world.acme.accounts.set(name, { email, ...(email_verified === undefined ? {} : { email_verified }) });
      const back = await signInWith('acme', 'registration');
      expect([back.to.pathname, messageIds(await shown(back.to, 'registration'))]).toEqual([
        '/registration',
        [4000007],
      ]);
    }
    const closedBrowser = new Browser(world.closed.service);
    await world.closed.addPerson(email);
    const hidden = await signInWith('acme', 'login', closedBrowser);
    expect(messageIds(await shown(hidden.to, 'login', closedBrowser))).toEqual([4000001]);
  });

  test('an address that is not proven makes an account whose address is not proven either', async () => {
    world.acme.accounts.set(name, { email, email_verified: false });
    await signInWith('acme');
    expect(sessionOf(await browser.whoAmI()).identity?.verifiable_addresses).toMatchObject([{ verified: false }]);
  });
});

describe('connecting and disconnecting', () => {
  const settings = (from = browser) => from.begin('settings');
  const link = async (provider: string, as: string | null = name, from = browser) =>
    comeBack(await visitProvider(await leave(await settings(from), 'settings', { link: provider }, from), as), from);

  beforeEach(async () => {
    await world.open.addPerson(email);
    await browser.signIn(email);
  });

  test('an account is connected, signs in, and is disconnected', async () => {
    const flow = await settings();
    expect([buttons(flow, 'link'), buttons(flow, 'unlink')]).toEqual([['acme', 'other'], []]);
    const back = await link('acme');
    expect(back.to.pathname).toBe('/profile-settings');
    const after = await shown(back.to, 'settings');
    expect([after.state, messageIds(after)]).toEqual(['success', [1050001]]);
    expect([buttons(after, 'link'), buttons(after, 'unlink')]).toEqual([['other'], ['acme']]);
    const again = new Browser(world.open.service, `192.0.2.${count}`);
    await signInWith('acme', 'login', again);
    expect((await again.whoAmI()).status).toBe(200);

    const off = await browser.submit(after, 'settings', { unlink: 'acme' });
    expect([off.status, buttons(flowOf(off), 'link')]).toEqual([200, ['acme', 'other']]);
    const gone = new Browser(world.open.service, `192.0.2.${count}`);
    expect((await signInWith('acme', 'login', gone)).to.pathname).toBe('/login');
    const { rows } = await world.open.test.database.pool.query(
      `select action, target, result from audit_log where actor_name = $1 and action like 'social%' order by id`,
      [email],
    );
    expect(rows).toEqual([
      { action: 'social.link', target: 'acme', result: 'ok' },
      { action: 'social.unlink', target: 'acme', result: 'ok' },
    ]);
  });

  test('the only way to sign in stays', async () => {
    const fresh = new Browser(world.open.service, `198.51.100.${count}`);
    world.acme.accounts.set(`solo-${count}`, { email: `solo${count}@example.test`, email_verified: true });
    await signInWith('acme', 'login', fresh, `solo-${count}`);
    const flow = await settings(fresh);
    expect([buttons(flow, 'link'), buttons(flow, 'unlink')]).toEqual([['other'], []]);
    const off = await fresh.submit(flow, 'settings', { unlink: 'acme' });
    expect([off.status, messageIds(flowOf(off))]).toEqual([400, [4000001]]);
    world.other.accounts.set(`solo-${count}`, {});
    const both = await shown((await link('other', `solo-${count}`, fresh)).to, 'settings', fresh);
    expect(buttons(both, 'unlink')).toEqual(['acme', 'other']);
    // Of two at once one stays.
    const [one, two] = await Promise.all([
      fresh.submit(both, 'settings', { unlink: 'acme' }),
      fresh.submit(await settings(fresh), 'settings', { unlink: 'other' }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 400]);
  });

  test('an account of somebody else is not taken from them', async () => {
    await link('acme');
    await world.open.addPerson(`eve${count}@example.test`);
    const eve = new Browser(world.open.service, `198.51.100.${count}`);
    await eve.signIn(`eve${count}@example.test`);
    const back = await link('acme', name, eve);
    expect(messageIds(await shown(back.to, 'settings', eve))).toEqual([4000001]);
    expect(buttons(await settings(eve), 'unlink')).toEqual([]);
  });

  test('the answer to one person connects nothing for another who signed in meanwhile', async () => {
    const url = await visitProvider(await leave(await settings(), 'settings', { link: 'acme' }), name);
    await world.open.addPerson(`eve${count}@example.test`);
    const eve = new Browser(world.open.service, `198.51.100.${count}`);
    await eve.signIn(`eve${count}@example.test`);
    for (const [key, value] of eve.jar) browser.jar.set(key, value);
    expect((await comeBack(url)).to.pathname).toBe('/error');
    expect(buttons(await settings(), 'unlink')).toEqual([]);
  });

  test('only within the minutes after a sign-in, also when the visit took longer', async () => {
    const url = await visitProvider(await leave(await settings(), 'settings', { link: 'acme' }), name);
    world.open.clock.advance(16 * 60_000);
    const back = await comeBack(url);
    expect([back.to.pathname, back.to.searchParams.get('refresh')]).toEqual([
      '/api/.ory/self-service/login/browser',
      'true',
    ]);
    const late = await browser.submit(await settings(), 'settings', { link: 'acme' });
    expect(errorOf(late).error.id).toBe('session_refresh_required');
    world.open.clock.advance(-16 * 60_000);
    expect(buttons(await settings(), 'link')).toEqual(['acme', 'other']);
  });

  test('a confirmation offers what is connected alone, and takes no other account', async () => {
    await link('acme');
    world.other.accounts.set(name, { email, email_verified: true });
    world.acme.accounts.set(`twin-${count}`, { email: `twin${count}@example.test`, email_verified: true });
    const flow = await browser.begin('login', 'refresh=true');
    expect(buttons(flow, 'provider')).toEqual(['acme']);
    const to = await leave(flow, 'login', { provider: 'acme' });
    expect(new URL(to).searchParams.get('prompt')).toBe('login');
    const refused = await comeBack(await visitProvider(to, `twin-${count}`));
    expect(messageIds(await shown(refused.to, 'login'))).toEqual([4000001]);
    const before = browser.jar.get(SESSION);
    world.open.clock.advance(1000);
    const again = await leave(await browser.begin('login', 'refresh=true'), 'login', { provider: 'acme' });
    expect((await comeBack(await visitProvider(again, name))).to.pathname).toBe('/');
    expect(browser.jar.get(SESSION)).not.toBe(before);
  });
});
