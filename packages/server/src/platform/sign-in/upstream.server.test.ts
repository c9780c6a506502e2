import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlowErrorBody, IdentitySession, WhoAmI } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../container.ts';
import { openAccounts } from '../../features/access/accounts.ts';
import { Page } from '../../testing/page.ts';

const PASSWORD = 'seven brown foxes';
const ROOT = 'root@example.test';

const folder = mkdtempSync(join(tmpdir(), 'qd-upstream-'));
/** What reached the upstream, last first. */
const seen: { method: string; url: string; headers: IncomingHttpHeaders }[] = [];
let [far, near]: TestDatabase[] = [];
let upstream: RunningServer;
let relay: Server;
let isAway = false;
let nodes: RunningServer[];
let page: Page;
let count = 0;

const start = (test: TestDatabase | undefined, env: Record<string, string>) =>
  startServer(
    loadConfig(
      {
        PORT: '0',
        DATABASE_URL: test?.url ?? '',
        QD_MODE: 'self-hosted',
        QD_SECRET_KEY: randomBytes(32).toString('base64'),
        QD_DATA_DIR: folder,
        QD_BREACH_URL: 'off',
        QD_ADMIN_EMAIL: ROOT,
        ...env,
      },
      {},
      folder,
      false,
    ),
    { log: silentLog, consoleDir: null },
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  server.close();
  await once(server, 'close');
  return port;
}

/** Stands before the upstream, passes everything on and remembers what it saw. */
async function startRelay(): Promise<Server> {
  const server = createServer((request, response) => {
    seen.unshift({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    if (isAway) return void request.socket.destroy();
    const { method, headers } = request;
    const target = new URL(request.url ?? '/', upstream.url);
    const outgoing = send(target, { method, headers: { ...headers, host: target.host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response);
    });
    request.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

beforeAll(async () => {
  [far, near] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const port = await freePort();
  const QD_PUBLIC_ENDPOINT = `http://127.0.0.1:${port}`;
  upstream = await start(far, { QD_PUBLIC_ENDPOINT, QD_ADMIN_PASSWORD: PASSWORD, QD_REGISTRATION: 'true' });
  relay = await startRelay();
  const QD_IDENTITY_URL = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/api/.ory/`;
  nodes = [
    await start(near, { QD_IDENTITY_URL, QD_PUBLIC_ENDPOINT, PORT: String(port) }),
    await start(near, { QD_IDENTITY_URL, QD_PUBLIC_ENDPOINT }),
  ];
});
afterAll(async () => {
  for (const node of [...nodes, upstream]) await node.stop();
  relay.closeAllConnections();
  relay.close();
  await Promise.all([far?.drop(), near?.drop()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  isAway = false;
  count += 1;
  page = new Page(() => nodes);
});

const WHO = '/api/auth/whoami';
const whoIs = async (node = 0) => ((await (await page.call(WHO, { node })).json()) as WhoAmI).payload;

/** Registers somebody at the upstream, as its page does. */
async function register(): Promise<string> {
  const email = `ada${count}@example.test`;
  const traits = { email, name: { first: 'Ada', last: 'L' } };
  const made = await page.submit(await page.flow('registration'), 'registration', {
    method: 'password',
    password: PASSWORD,
    traits,
  });
  expect(made.status).toBe(200);
  return email;
}

describe('signing in at the service elsewhere', () => {
  it('makes a person of the same id, and no administrator of just anybody', async () => {
    expect((await page.call(WHO)).status).toBe(401);
    const email = await register();
    const session = (await (await page.call('/api/.ory/sessions/whoami')).json()) as IdentitySession;
    const { user, roles } = await whoIs();
    expect([user.id, user.name, user.email, roles]).toEqual([session.identity?.id, 'Ada L', email, ['everyone']]);
    expect((await page.call('/api/db/people')).status).toBe(403);
    // The second node, and the alias of the calls.
    expect((await whoIs(1)).user.id).toBe(user.id);
    expect((await page.call('/kratos/sessions/whoami')).status).toBe(200);
    expect((await page.call('/api/kratos/sessions/whoami')).status).toBe(200);
  });

  it('whoever has proven the address of QD_ADMIN_EMAIL administers, on every node', async () => {
    expect((await page.signIn(ROOT, PASSWORD)).status).toBe(200);
    await far?.database.pool.query(
      `update identity_addresses set status = 'completed', verified_at = now() where value = $1`,
      [ROOT],
    );
    expect((await page.call('/api/db/people?select=name')).status).toBe(200);
    for (const node of [0, 1]) await expect.poll(async () => (await whoIs(node)).roles).toContain('admin');
  });

  it('takes over what changes there', async () => {
    await register();
    const { user } = await whoIs();
    const flow = await page.flow('settings');
    const traits = { email: user.email, name: { first: 'Augusta', last: 'King' } };
    expect((await page.submit(flow, 'settings', { method: 'profile', traits })).status).toBe(200);
    expect((await whoIs()).user.name).toBe('Augusta King');
  });

  it('is told as when its person signed in last', async () => {
    const email = await register();
    const { user } = await whoIs();
    const lastLogin = async (): Promise<number> => {
      const found = await near?.database.pool.query<{ last_login: string }>(
        'select last_login from people where id = $1',
        [user.id],
      );
      return Date.parse(found?.rows[0]?.last_login ?? '');
    };
    const first = await lastLogin();
    expect(first).toBeGreaterThan(0);
    page = new Page(() => nodes);
    expect((await page.signIn(email, PASSWORD)).status).toBe(200);
    await whoIs();
    expect(await lastLogin()).toBeGreaterThan(first);
  });

  it('a second step that is owed there is owed here', async () => {
    const email = await register();
    const { user } = await whoIs();
    await far?.database.pool.query(
      `insert into identity_credentials (identity_id, kind, config) values ($1, 'totp', '{"secret":"","lastStep":0}')`,
      [user.id],
    );
    page = new Page(() => nodes);
    expect((await page.signIn(email, PASSWORD)).status).toBe(422);
    const refused = await page.call(WHO);
    expect(refused.status).toBe(403);
    expect(((await refused.json()) as FlowErrorBody).error.id).toBe('session_aal2_required');
  });

  it('someone who was removed here stays out, though the service knows them', async () => {
    await register();
    const { user } = await whoIs();
    await near?.database.pool.query('update people set deleted_at = now() where id = $1', [user.id]);
    expect((await page.call(WHO)).status).toBe(401);
    expect((await page.call('/api/.ory/sessions/whoami')).status).toBe(200);
  });
});

describe('a session', () => {
  it('is asked for once in a while only, and by its cookie alone', async () => {
    await register();
    await page.call(WHO);
    seen.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => page.call(WHO)));
    expect(seen.length).toBeLessThanOrEqual(1);
    const other = new Page(() => nodes);
    await other.call(WHO, { headers: { cookie: 'ory_kratos_session=invented; private=1' } });
    expect(seen[0]).toMatchObject({
      url: '/api/.ory/sessions/whoami',
      headers: { cookie: 'ory_kratos_session=invented' },
    });
    await other.call(WHO);
    // Who has no such cookie is not asked for.
    expect(seen[0]?.headers.cookie).toBe('ory_kratos_session=invented');
  });

  it('that ended is over on every node at once', async () => {
    await register();
    for (const node of [0, 1]) expect((await page.call(WHO, { node })).status).toBe(200);
    const { logout_token } = (await (await page.call('/api/.ory/self-service/logout/browser')).json()) as {
      logout_token: string;
    };
    // The browser forgets its cookie; somebody who copied it does not.
    const copied = page.cookies();
    expect((await page.call(`/api/.ory/self-service/logout?token=${logout_token}`)).status).toBe(204);
    for (const node of [0, 1]) {
      await expect
        .poll(async () => (await page.call(WHO, { node, headers: { cookie: copied } })).status, { timeout: 4000 })
        .toBe(401);
    }
  });

  it('cannot be told while the service is away: nobody is let in, and nobody is sent out', async () => {
    await register();
    isAway = true;
    const other = new Page(() => nodes);
    const refused = await other.answer(WHO, { headers: { cookie: 'ory_kratos_session=unknown' } });
    expect([refused.status, refused.code]).toEqual([503, 'SIGN_IN_UNAVAILABLE']);
    expect((await page.answer('/api/.ory/sessions/whoami')).code).toBe('SIGN_IN_UNAVAILABLE');
    isAway = false;
    expect((await page.call(WHO)).status).toBe(200);
  });
});

it('has no accounts for the command line', async () => {
  const config = loadConfig({ QD_MODE: 'self-hosted', QD_IDENTITY_URL: 'http://127.0.0.1:1/' }, {}, folder, false);
  await expect(openAccounts(config)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});

describe('the way there', () => {
  it('passes on what a browser needs, and nothing that could count as a session', async () => {
    await page.flow('login', {
      authorization: 'Bearer stolen',
      'x-session-token': 'stolen',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https,http',
      'accept-language': 'en',
    });
    const { headers, url } = seen[0] ?? {};
    expect(url).toBe('/api/.ory/self-service/login/browser');
    expect(headers).toMatchObject({
      'accept-language': 'en',
      'x-forwarded-host': new URL(nodes[0]?.url ?? '').host,
      'x-forwarded-proto': 'http',
    });
    expect(Object.keys(headers ?? {})).not.toContain('authorization');
    expect(Object.keys(headers ?? {})).not.toContain('x-session-token');
  });

  it('gives answers back as they are: redirects are not followed, cookies stay apart', async () => {
    const created = await page.call('/api/.ory/self-service/login/browser?return_to=%2Fhealth%3Fa%3Db', {
      headers: { accept: 'text/html' },
    });
    expect(created.status).toBe(303);
    const to = new URL(created.headers.get('location') ?? '');
    expect([to.origin, to.pathname]).toEqual([nodes[0]?.url.origin, '/login']);
    expect(created.headers.get('cache-control')).toBe('no-store');
    const flow = await page.call(`/api/.ory/self-service/login/flows?id=${to.searchParams.get('flow')}`);
    expect(await flow.json()).toMatchObject({
      return_to: '/health?a=b',
      ui: { action: expect.stringContaining(to.origin) },
    });
    const form = await page.flow('login');
    const signedIn = await page.submit(form, 'login', { method: 'password', identifier: ROOT, password: PASSWORD });
    const names = signedIn.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    expect(names).toContain('ory_kratos_session');
    expect(names.some((name) => name?.startsWith('csrf_token_'))).toBe(true);
  });

  it('asks for no place elsewhere to go back to', async () => {
    seen.length = 0;
    for (const name of ['return_to', 'after_verification_return_to']) {
      for (const place of ['https://evil.example', '/\\evil.example', '///evil.example', 'https:\\\\evil.example']) {
        const query = new URLSearchParams([
          [name, '/health'],
          [name, place],
        ]);
        const refused = await page.answer(`/api/.ory/self-service/login/browser?${query}`);
        expect(refused.status, place).toBe(400);
        expect((refused.body as FlowErrorBody).error.id).toBe('self_service_flow_return_to_forbidden');
        const visit = await page.call(`/api/.ory/self-service/login/browser?${query}`, {
          headers: { accept: 'text/html' },
        });
        expect([visit.status, visit.headers.get('location')]).toEqual([303, '/']);
      }
    }
    expect(seen).toEqual([]);
    await page.call('/api/.ory/self-service/logout?token=x&return_to=%2F%5Cevil.example');
    expect(seen[0]?.url).toBe('/api/.ory/self-service/logout?token=x');
  });

  it('leads to the public calls alone', async () => {
    seen.length = 0;
    for (const path of ['admin/identities', 'identities', 'self-service/..%2f..%2fadmin', 'health/alive', '']) {
      expect((await page.call(`/api/.ory/${path}`)).status, path).toBe(404);
    }
    expect(seen).toEqual([]);
  });

  it('refuses forms of other sites before they leave', async () => {
    seen.length = 0;
    const flow = '/api/.ory/self-service/login?flow=x';
    const refused = await page.call(flow, { method: 'POST', body: {}, headers: { origin: 'https://evil.example' } });
    expect([refused.status, seen]).toEqual([403, []]);
  });
});
