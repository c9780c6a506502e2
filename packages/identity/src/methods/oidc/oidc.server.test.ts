import { createSign, generateKeyPairSync } from 'node:crypto';
import type { Flow } from '@quarterdeck/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, CONSOLE } from '../../testing/harness.ts';
import { visitProvider } from '../../testing/provider.ts';
import { errorOf, flowOf, messageIds, nodeOf, nodeValue, SESSION, sessionOf } from '../../testing/read.ts';
import { buttons, stepsOf, useSocial } from '../../testing/social.ts';
import type { ProviderFetch } from './providers.ts';

const CALLBACK = '/self-service/methods/oidc/callback';
const CONTINUITY = 'quarterdeck_continuity';

/** What a test changes of the provider's answers on their way. */
let tamper: ((claims: Record<string, unknown>) => Record<string, unknown>) | null = null;
let isDown = false;
let browser: Browser;
let count: number;
let name: string;
let email: string;

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const forged = newKey();
/** The key that the provider seems to have. */
let published = forged.publicKey;

/** Id tokens signed anew with a key that the provider then seems to have, so that only their content is wrong. */
const onTheWay: ProviderFetch = async (url, options) => {
  if (isDown) throw new Error('connection refused');
  const { body, ...rest } = options;
  const response = await fetch(url, { ...rest, ...(body == null ? {} : { body: String(body) }) });
  if (tamper === null) return response;
  if (url.endsWith('/jwks')) {
    return Response.json({ keys: [{ ...published.export({ format: 'jwk' }), kid: 'forged', alg: 'RS256' }] });
  }
  if (!url.endsWith('/token')) return response;
  const tokens = (await response.json()) as { id_token: string };
  const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString());
  return Response.json({ ...tokens, id_token: signed(tamper(claims)) });
};

function signed(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `${part({ alg: 'RS256', kid: 'forged' })}.${part(claims)}`;
  return `${head}.${createSign('sha256').update(head).sign(forged.privateKey, 'base64url')}`;
}

const world = await useSocial(onTheWay);
beforeEach(() => {
  tamper = null;
  published = forged.publicKey;
  isDown = false;
  ({ count, name, email, browser } = world.newVisitor());
});

const { leave, comeBack, signInWith, shown } = stepsOf(() => ({ browser, name }));
const reasonOf = (flow: Flow): string => String(flow.ui.messages?.[0]?.text);

describe('sign-up and sign-in', () => {
  test('a first visit makes the account with what the provider tells; the next one signs in to it', async () => {
    const flow = await browser.begin('registration');
    expect(buttons(flow, 'provider')).toEqual(['acme', 'other']);
    const up = await signInWith('acme', 'registration');
    expect([up.status, `${up.to.pathname}${up.to.search}`]).toEqual([303, '/health?group=a']);
    const me = sessionOf(await browser.whoAmI());
    expect(me.identity?.traits).toEqual({ email, name: { first: 'Grace', last: 'H' } });
    expect(me.identity?.verifiable_addresses).toMatchObject([{ value: email, verified: true }]);
    expect(me.authentication_methods).toMatchObject([{ method: 'oidc', provider: 'acme', aal: 'aal1' }]);

    const again = new Browser(world.open.service, `192.0.2.${count}`);
    const flowAgain = await again.begin('login');
    expect(nodeOf(flowAgain, 'provider')?.meta.label).toMatchObject({
      id: 1010002,
      context: { provider: 'Acme', provider_id: 'acme' },
    });
    const before = again.jar.get(SESSION);
    const back = await signInWith('acme', 'login', again);
    expect(back.to.pathname).toBe('/health');
    expect(again.jar.get(SESSION)).not.toBe(before);
    expect(sessionOf(await again.whoAmI()).identity?.id).toBe(me.identity?.id);
    expect(again.jar.has(CONTINUITY)).toBe(false);
  });

  test('a sign-in makes the account too where registration is open, and only there', async () => {
    expect((await signInWith('acme')).to.pathname).toBe('/health');
    const stranger = new Browser(world.closed.service);
    const back = await signInWith('acme', 'login', stranger);
    expect(back.to.pathname).toBe('/login');
    const flow = await shown(back.to, 'login', stranger);
    expect([messageIds(flow), (await stranger.whoAmI()).status]).toEqual([[4000001], 401]);
    expect((await stranger.call('GET', '/self-service/registration/browser')).status).toBe(400);
    const { rows } = await world.closed.test.database.pool.query('select from identities');
    expect(rows).toHaveLength(0);
  });

  test('a provider that tells no address leaves the form to be filled in', async () => {
    world.acme.accounts.set(name, { given_name: 'Grace' });
    const back = await signInWith('acme', 'registration');
    const flow = await shown(back.to, 'registration');
    expect([back.to.pathname, messageIds(flow)]).toEqual(['/registration', [4000002]]);
    expect(nodeOf(flow, 'traits.name.first')?.attributes).toMatchObject({ value: 'Grace' });
  });

  test('a second step that is owed is asked for as after a password', async () => {
    await signInWith('acme');
    const { id = '' } = sessionOf(await browser.whoAmI()).identity ?? {};
    await world.open.test.database.pool.query(
      `insert into identity_credentials (identity_id, kind, config) values ($1, 'totp', '{"secret":"","lastStep":0}')`,
      [id],
    );
    const again = new Browser(world.open.service, `192.0.2.${count}`);
    const back = await signInWith('acme', 'login', again);
    expect([back.to.pathname, back.to.searchParams.get('aal')]).toEqual([
      '/api/.ory/self-service/login/browser',
      'aal2',
    ]);
    expect((await again.whoAmI()).status).toBe(403);
  });

  test('an account that is disabled stays out', async () => {
    await signInWith('acme');
    const { id = '' } = sessionOf(await browser.whoAmI()).identity ?? {};
    await world.open.test.database.pool.query(`update identities set state = 'inactive' where id = $1`, [id]);
    const again = new Browser(world.open.service, `192.0.2.${count}`);
    const back = await signInWith('acme', 'login', again);
    expect(messageIds(await shown(back.to, 'login', again))).toEqual([4010011]);
    expect((await again.whoAmI()).status).toBe(401);
  });

  test('the form of a browser goes on by a redirect, and a program is told where', async () => {
    const flow = await browser.begin('login');
    const form = new URLSearchParams({ provider: 'acme', csrf_token: nodeValue(flow, 'csrf_token') ?? '' });
    const response = await browser.call('POST', `/self-service/login?flow=${flow.id}`, { body: form, html: true });
    expect(response.status).toBe(303);
    const to = new URL(response.headers.location ?? '');
    expect(to.origin).toBe(world.acme.issuer);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${CONSOLE}/api/.ory${CALLBACK}/acme`,
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('what was sent as a form comes back as a visit with the same parameters, and no others', async () => {
    const body = new URLSearchParams({ code: 'c', state: 's', redirect_uri: 'https://evil.example' });
    const response = await browser.call('POST', `${CALLBACK}/acme`, { body, html: true });
    expect([response.status, response.headers.location]).toEqual([
      303,
      `${CONSOLE}/api/.ory${CALLBACK}/acme?code=c&state=s`,
    ]);
  });
});

describe('what is refused', () => {
  test('the answer to another browser, an answer twice, and an answer long after', async () => {
    const flow = await browser.begin('login');
    const url = await visitProvider(await leave(flow, 'login', { provider: 'acme' }), name);
    const victim = new Browser(world.open.service, `192.0.2.${count}`);
    await victim.begin('login');
    const stolen = await comeBack(url, victim);
    expect(stolen.to.pathname).toBe('/error');
    const id = stolen.to.searchParams.get('id') ?? '';
    expect(errorOf(await victim.call('GET', `/self-service/errors?id=${id}`)).error.id).toBe('security_csrf_violation');
    // Also with a visit of its own under way.
    await leave(await victim.begin('login'), 'login', { provider: 'acme' }, victim);
    expect((await comeBack(url, victim)).to.pathname).toBe('/error');
    expect((await victim.whoAmI()).status).toBe(401);

    expect((await comeBack(url)).to.pathname).toBe('/');
    const twice = new Browser(world.open.service, `192.0.2.${count}`);
    for (const [key, value] of browser.jar) if (key !== SESSION) twice.jar.set(key, value);
    expect((await comeBack(url, twice)).to.pathname).toBe('/error');
    expect((await twice.whoAmI()).status).toBe(401);

    const late = new Browser(world.open.service, `192.0.2.${count}`);
    const lateUrl = await visitProvider(
      await leave(await late.begin('login'), 'login', { provider: 'acme' }, late),
      name,
    );
    world.open.clock.advance(30 * 60_000);
    expect((await comeBack(lateUrl, late)).to.pathname).toBe('/error');
    world.open.clock.advance(-30 * 60_000);
  });

  test('a code is of one use at the provider too: another visit cannot bring it', async () => {
    const first = await visitProvider(await leave(await browser.begin('login'), 'login', { provider: 'acme' }), name);
    expect((await comeBack(first)).to.pathname).toBe('/');
    const again = new Browser(world.open.service, `192.0.2.${count}`);
    const second = new URL(
      await leave(await again.begin('login'), 'login', { provider: 'acme' }, again),
    ).searchParams.get('state');
    const replay = new URL(first);
    replay.searchParams.set('state', second ?? '');
    const back = await comeBack(replay, again);
    expect([back.to.pathname, (await again.whoAmI()).status]).toEqual(['/login', 401]);
    expect(messageIds(await shown(back.to, 'login', again))).toEqual([4000001]);
  });

  test.each([
    ['another nonce', (claims: object) => ({ ...claims, nonce: 'x' })],
    ['no nonce', (claims: object) => ({ ...claims, nonce: undefined })],
    ['another issuer', (claims: object) => ({ ...claims, iss: world.other.issuer })],
    ['another audience', (claims: object) => ({ ...claims, aud: 'somebody' })],
    ['a time that is over', (claims: object) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 })],
  ])('an id token with %s', async (_what, change) => {
    tamper = change;
    // The keys of a provider are remembered for a while: another node has none yet.
    const node = new Browser(world.open.anotherNode(), `192.0.2.${count}`);
    const back = await signInWith('acme', 'login', node);
    const flow = await shown(back.to, 'login', node);
    expect([back.to.pathname, messageIds(flow), (await node.whoAmI()).status]).toEqual(['/login', [4000001], 401]);
    expect(reasonOf(flow)).toBe('Acme: Its answer was not valid.');
  });

  test('such a token is taken when only its key is new: the refusals above are of what it says', async () => {
    tamper = (claims) => claims;
    const node = new Browser(world.open.anotherNode(), `192.0.2.${count}`);
    expect((await signInWith('acme', 'login', node)).to.pathname).toBe('/health');
  });

  test('an id token of somebody who has no key of the provider', async () => {
    tamper = (claims) => claims;
    published = newKey().publicKey;
    const node = new Browser(world.open.anotherNode(), `192.0.2.${count}`);
    const back = await signInWith('acme', 'login', node);
    expect([back.to.pathname, (await node.whoAmI()).status]).toEqual(['/login', 401]);
  });

  test('a mix-up: the answer of one provider at the address of another, and an answer that names another issuer', async () => {
    const url = await visitProvider(await leave(await browser.begin('login'), 'login', { provider: 'acme' }), name);
    const wrong = new URL(url);
    wrong.pathname = wrong.pathname.replace('/acme', '/other');
    expect((await comeBack(wrong)).to.pathname).toBe('/error');

    const again = await visitProvider(await leave(await browser.begin('login'), 'login', { provider: 'acme' }), name);
    again.searchParams.set('iss', world.other.issuer);
    const back = await comeBack(again);
    expect([back.to.pathname, messageIds(await shown(back.to, 'login'))]).toEqual(['/login', [4000001]]);
    expect((await browser.whoAmI()).status).toBe(401);
  });

  test('someone who says no at the provider stays on the form', async () => {
    const back = await signInWith('acme', 'login', browser, null);
    const flow = await shown(back.to, 'login');
    expect([back.to.pathname, messageIds(flow)]).toEqual(['/login', [4000001]]);
    expect(reasonOf(flow)).toBe('Acme: The sign-in was cancelled there.');
    expect((await signInWith('acme')).to.pathname).toBe('/health');
  });

  test('a provider that is away or unknown, and a place elsewhere to go back to', async () => {
    const node = new Browser(world.open.anotherNode(), `192.0.2.${count}`);
    isDown = true;
    const away = await node.submit(await node.begin('login'), 'login', { provider: 'acme' });
    expect([away.status, reasonOf(flowOf(away))]).toEqual([400, 'Acme: It cannot be reached at the moment.']);
    isDown = false;
    // Nothing of the failure is remembered.
    await leave(await node.begin('login'), 'login', { provider: 'acme' }, node);
    const unknown = await browser.submit(await browser.begin('login'), 'login', { provider: 'nobody' });
    expect([unknown.status, messageIds(flowOf(unknown))]).toEqual([400, [4000001]]);
    const elsewhere = await browser.call('GET', '/self-service/login/browser?return_to=https%3A%2F%2Fevil.example');
    expect(errorOf(elsewhere).error.id).toBe('self_service_flow_return_to_forbidden');
  });

  test('a form without a token of its page is taken only when the browser says that the page is ours', async () => {
    const post = async (headers: Record<string, string>, values: Record<string, string> = { provider: 'acme' }) => {
      const flow = await browser.begin('login');
      const { status } = await browser.call('POST', `/self-service/login?flow=${flow.id}`, { body: values, headers });
      return status;
    };
    expect(await post({ origin: CONSOLE })).toBe(422);
    expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(422);
    expect(await post({})).toBe(403);
    expect(await post({ 'sec-fetch-site': 'none' })).toBe(403);
    expect(await post({ origin: 'https://evil.example' })).toBe(403);
    expect(await post({ origin: CONSOLE, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await post({ origin: CONSOLE }, { provider: 'acme', csrf_token: 'wrong' })).toBe(403);
    expect(await post({ origin: CONSOLE }, { provider: 'acme', method: 'password', identifier: email })).toBe(403);
  });
});
