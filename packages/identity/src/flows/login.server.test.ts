import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hashThreads } from '../methods/password/hash-threads.ts';
import { Browser, CONSOLE, PASSWORD, useHarness } from '../testing/harness.ts';
import { errorOf, flowOf, messageIds, nodeOf, nodeValue, SESSION, sessionOf } from '../testing/read.ts';

const harness = await useHarness();
const ada = await harness.addPerson('ada@example.test', { first: 'Ada', last: 'L' });
let browser: Browser;

beforeEach(async () => {
  await harness.test.database.pool.query('truncate identity_attempts, identity_pauses');
  browser = new Browser(harness.service);
});

describe('a login flow', () => {
  test('is made for this browser', async () => {
    const response = await browser.call('GET', '/self-service/login/browser');
    const flow = flowOf(response);
    expect(response.status).toBe(200);
    expect(flow).toMatchObject({ type: 'browser', state: 'choose_method', requested_aal: 'aal1', refresh: false });
    expect(flow.ui.action).toBe(`${CONSOLE}/api/.ory/self-service/login?flow=${flow.id}`);
    for (const name of ['csrf_token', 'identifier', 'password', 'method']) expect(nodeOf(flow, name)).toBeDefined();
    expect(Date.parse(flow.expires_at)).toBeGreaterThan(harness.clock.now());
    const [cookie = ''] = response.cookies;
    expect(cookie).toMatch(/^csrf_token_[0-9a-f]{64}=.*HttpOnly; SameSite=Lax; Secure$/);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('sends who came for a page to the page of the flow, which another browser cannot read', async () => {
    const response = await browser.call('GET', '/self-service/login/browser', { html: true });
    expect(response.status).toBe(303);
    const [, id = ''] = /^https:\/\/console\.example\/login\?flow=(.+)$/.exec(response.headers.location ?? '') ?? [];
    expect((await browser.call('GET', `/self-service/login/flows?id=${id}`)).status).toBe(200);
    const other = await new Browser(harness.service).call('GET', `/self-service/login/flows?id=${id}`);
    expect([other.status, errorOf(other).error.id]).toEqual([403, 'security_csrf_violation']);
    expect((await browser.call('GET', '/self-service/login/flows?id=x')).status).toBe(404);
  });

  test('shows two different tokens of one cookie, both valid', async () => {
    const [first, second] = [await browser.begin('login'), await browser.begin('login')];
    expect(nodeValue(first, 'csrf_token')).not.toBe(nodeValue(second, 'csrf_token'));
    const response = await browser.submit(first, 'login', {
      csrf_token: nodeValue(second, 'csrf_token'),
      method: 'password',
      identifier: 'ada@example.test',
      password: PASSWORD,
    });
    expect(response.status).toBe(200);
  });

  test('refuses places elsewhere to go back to, and echoes one of the console', async () => {
    const response = await browser.call('GET', '/self-service/login/browser?return_to=https://evil.example');
    expect([response.status, errorOf(response).error.id]).toEqual([400, 'self_service_flow_return_to_forbidden']);
    expect((await browser.begin('login', 'return_to=%2Fhealth%3Flayout%3Dcard')).return_to).toBe('/health?layout=card');
    expect((await browser.call('GET', '/self-service/login/browser?aal=aal9')).status).toBe(400);
  });

  test('expires: a submit gets another flow to go on with', async () => {
    const flow = await browser.begin('login', 'return_to=/health');
    harness.clock.advance(3_600_001);
    const read = await browser.call('GET', `/self-service/login/flows?id=${flow.id}`);
    expect([read.status, errorOf(read).error.id]).toEqual([410, 'self_service_flow_expired']);
    const late = await browser.submit(flow, 'login', { method: 'password', identifier: 'a', password: 'b' });
    expect(late.status).toBe(410);
    const next = await browser.call('GET', `/self-service/login/flows?id=${errorOf(late).use_flow_id}`);
    expect(flowOf(next).return_to).toBe('/health');
    expect(messageIds(flowOf(next))).toContain(4010001);
  });
});

describe('a sign-in', () => {
  test('gives a session by cookie, and whoami knows it', async () => {
    const response = await browser.signIn(' Ada@Example.test ');
    const session = sessionOf(response);
    expect(response.status).toBe(200);
    expect(session).toMatchObject({ active: true, authenticator_assurance_level: 'aal1' });
    expect(session.authentication_methods.map(({ method }) => method)).toEqual(['password']);
    const cookie = response.cookies.find((one) => one.startsWith(SESSION)) ?? '';
    expect(cookie).toMatch(/; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/);
    const me = await browser.whoAmI();
    expect([me.status, me.headers['x-kratos-authenticated-identity-id']]).toEqual([200, ada]);
    expect(sessionOf(me).identity?.traits).toEqual({ email: 'ada@example.test', name: { first: 'Ada', last: 'L' } });
    expect(JSON.stringify(me.body)).not.toContain('argon2');
  });

  test('as a form leads to where it came from', async () => {
    const flow = await browser.begin('login', 'return_to=/health');
    const body = new URLSearchParams({
      csrf_token: nodeValue(flow, 'csrf_token') ?? '',
      method: 'password',
      identifier: 'ada@example.test',
      password: PASSWORD,
    });
    const response = await browser.call('POST', `/self-service/login?flow=${flow.id}`, { body, html: true });
    expect([response.status, response.headers.location]).toEqual([303, `${CONSOLE}/health`]);
  });

  test('with a wrong password shows the form again, without the password', async () => {
    const flow = await browser.begin('login');
    const response = await browser.submit(flow, 'login', {
      method: 'password',
      identifier: 'ada@example.test',
      password: 'wrong password here',
    });
    expect([response.status, flowOf(response).id]).toEqual([400, flow.id]);
    expect(messageIds(flowOf(response))).toEqual([4000006]);
    expect(nodeValue(flowOf(response), 'identifier')).toBe('ada@example.test');
    expect(nodeValue(flowOf(response), 'password')).toBeUndefined();
    expect(browser.jar.has(SESSION)).toBe(false);
  });

  test('of an unknown address reads the same', async () => {
    const answers = [];
    for (const identifier of ['ada@example.test', 'nobody@example.test']) {
      const one = new Browser(harness.service);
      const { status, headers, body } = await one.signIn(identifier, 'wrong password here');
      const names = (body as { ui: { nodes: { attributes: { name: string } }[] } }).ui.nodes.map(
        (n) => n.attributes.name,
      );
      answers.push([status, Object.keys(headers), messageIds(flowOf({ body })), names]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('of an unknown address is the same work, and so is one of an account without a password', async () => {
    const { pool } = harness.test.database;
    await pool.query(
      `with made as (insert into identities (schema_id, traits, state)
         values ('default', '{"email":"invited@example.test"}', 'active') returning id)
       insert into identity_addresses (identity_id, value, status) select id, 'invited@example.test', 'pending' from made`,
    );
    // A node of its own: it has the work of a first sign-in too.
    const node = harness.anotherNode();
    const asked = vi.spyOn(pool, 'query');
    const hashed = vi.spyOn(hashThreads, 'hash');
    const compared = vi.spyOn(hashThreads, 'verify');
    const work = [];
    for (const name of ['nobody', 'ada', 'invited', 'nobody']) {
      for (const spy of [asked, hashed, compared]) spy.mockClear();
      const { status } = await new Browser(node).signIn(`${name}@example.test`, 'wrong password here');
      const statements = asked.mock.calls.map(([text]) => text);
      work.push({
        status,
        statements,
        hashed: hashed.mock.calls.length,
        compared: compared.mock.calls.length,
      });
    }
    vi.restoreAllMocks();
    expect(work[0]).toMatchObject({ status: 400, hashed: 0, compared: 1 });
    expect(work[0]?.statements.length).toBeGreaterThan(3);
    for (const one of work) expect(one).toEqual(work[0]);
  });

  test('asks for what is missing, at its field', async () => {
    const response = await browser.submit(await browser.begin('login'), 'login', { method: 'password' });
    expect(nodeOf(flowOf(response), 'identifier')?.messages.map(({ id }) => id)).toEqual([4000002]);
    expect(nodeOf(flowOf(response), 'password')?.messages.map(({ id }) => id)).toEqual([4000002]);
  });

  test('is refused to whoever is signed in', async () => {
    await browser.signIn('ada@example.test');
    const again = await browser.call('GET', '/self-service/login/browser');
    expect([again.status, errorOf(again).error.id]).toEqual([400, 'session_already_available']);
    const page = await browser.call('GET', '/self-service/login/browser', { html: true });
    expect(page.headers.location).toBe(`${CONSOLE}/`);
    expect((await browser.call('GET', '/self-service/login/browser?aal=aal2')).status).toBe(200);
  });

  test('a second step without a first is refused', async () => {
    const response = await browser.call('GET', '/self-service/login/browser?aal=aal2');
    expect([response.status, errorOf(response).error.id]).toEqual([401, 'session_aal1_required']);
  });

  test('is refused to a disabled account, in words of its own only when the password is right', async () => {
    await harness.addPerson('gone@example.test');
    await harness.test.database.pool.query(
      `update identities set state = 'inactive' where traits ->> 'email' like 'gone%'`,
    );
    expect(messageIds(flowOf(await browser.signIn('gone@example.test', 'wrong password here')))).toEqual([4000006]);
    expect(messageIds(flowOf(await browser.signIn('gone@example.test')))).toEqual([4010011]);
    const { rows } = await harness.test.database.pool.query(
      "select action, result, details from audit_log where actor_name = 'gone@example.test' and action like 'sign_in%' order by at",
    );
    expect(rows).toEqual([
      { action: 'sign_in', result: 'failed', details: { method: 'password' } },
      { action: 'sign_in', result: 'refused', details: { method: 'password', reason: 'deactivated' } },
    ]);
    expect(browser.jar.has(SESSION)).toBe(false);
  });
});

test('a confirmation renews the session: later, under another token, as the same person only', async () => {
  await harness.addPerson('eve@example.test');
  await browser.signIn('ada@example.test');
  const old = browser.jar.get(SESSION) ?? '';
  const before = sessionOf(await browser.whoAmI());
  harness.clock.advance(60_000);
  const flow = await browser.begin('login', 'refresh=true');
  expect([flow.refresh, messageIds(flow), nodeValue(flow, 'identifier')]).toEqual([
    true,
    [1010003],
    'ada@example.test',
  ]);
  const response = await browser.submit(flow, 'login', {
    method: 'password',
    identifier: 'eve@example.test',
    password: PASSWORD,
  });
  expect(sessionOf(response).identity?.id).toBe(ada);
  expect(Date.parse(sessionOf(response).authenticated_at)).toBeGreaterThan(Date.parse(before.authenticated_at));
  expect(sessionOf(response).expires_at).toBe(before.expires_at);
  const stale = new Browser(harness.service);
  stale.jar.set(SESSION, old);
  expect((await stale.whoAmI()).status).toBe(401);
  expect((await browser.whoAmI()).status).toBe(200);
});

describe('attacks', () => {
  test('a value that was there before the sign-in is never adopted', async () => {
    browser.jar.set(SESSION, 'invented');
    const flow = await browser.begin('login');
    const csrf = [...browser.jar].find(([name]) => name.startsWith('csrf_token'))?.[1];
    await browser.submit(flow, 'login', { method: 'password', identifier: 'ada@example.test', password: PASSWORD });
    expect(browser.jar.get(SESSION)).not.toBe('invented');
    expect([...browser.jar].find(([name]) => name.startsWith('csrf_token'))?.[1]).not.toBe(csrf);
    const other = new Browser(harness.service);
    other.jar.set(SESSION, 'invented');
    expect((await other.whoAmI()).status).toBe(401);
  });

  test('a form that another page or browser sent is refused', async () => {
    const flow = await browser.begin('login');
    const values = { method: 'password', identifier: 'ada@example.test', password: PASSWORD };
    const foreign = nodeValue(await new Browser(harness.service).begin('login'), 'csrf_token');
    const refused = [
      await browser.submit(flow, 'login', { ...values, csrf_token: foreign }),
      await browser.submit(flow, 'login', { ...values, csrf_token: undefined }),
      await new Browser(harness.service).submit(flow, 'login', values),
      await browser.call('POST', `/self-service/login?flow=${flow.id}`, {
        body: { ...values, csrf_token: nodeValue(flow, 'csrf_token') },
        headers: { origin: 'https://evil.example' },
      }),
      await browser.call('POST', `/self-service/login?flow=${flow.id}`, {
        body: { ...values, csrf_token: nodeValue(flow, 'csrf_token') },
        headers: { 'sec-fetch-site': 'cross-site' },
      }),
    ];
    for (const response of refused) {
      expect([response.status, errorOf(response).error.id]).toEqual([403, 'security_csrf_violation']);
    }
    expect(browser.jar.has(SESSION)).toBe(false);
  });

  test('ten wrong passwords close the address on every node, known or not; then a right one is refused too', async () => {
    const nodes = [harness.service, harness.anotherNode()];
    const answers = [];
    for (const identifier of ['ada@example.test', 'nobody@example.test']) {
      for (let i = 0; i < 10; i += 1) {
        const one = new Browser(nodes[i % 2] ?? harness.service, `192.0.2.${i + 1}`);
        expect((await one.signIn(identifier, 'wrong password here')).status).toBe(400);
      }
      const { status, headers } = await new Browser(harness.service).signIn(identifier);
      answers.push([status, headers['retry-after']]);
    }
    expect(answers).toEqual([
      [429, '900'],
      [429, '900'],
    ]);
    harness.clock.advance(900_001);
    expect((await browser.signIn('ada@example.test')).status).toBe(200);
  });

  test('nobody else can lock out a browser that signed in before', async () => {
    await browser.signIn('ada@example.test');
    browser.jar.delete(SESSION);
    for (let i = 0; i < 10; i += 1) {
      await new Browser(harness.service, '198.51.100.9').signIn('ada@example.test', 'wrong password here');
    }
    expect((await new Browser(harness.service).signIn('ada@example.test')).status).toBe(429);
    expect((await browser.signIn('ada@example.test')).status).toBe(200);
  });

  test('the same form cannot be used twice', async () => {
    const flow = await browser.begin('login');
    const values = { method: 'password', identifier: 'ada@example.test', password: PASSWORD };
    const twice = await Promise.all([browser.submit(flow, 'login', values), browser.submit(flow, 'login', values)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
