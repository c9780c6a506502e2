import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostedOrganization, HostedSession, ServerStatus, TenantToken, WhoAmI } from '@quarterdeck/contract';
import type { RunningServer } from '@quarterdeck/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkOf, PASSWORD, type Page, type Rig, startRig } from './testing/rig.ts';

let rig: Rig;
let ada: Page;
let a: string;
let b: string;
let backends: Record<'a' | 'b', RunningServer>;

const ready = (backend: RunningServer | string, direct = false) => ({
  backendUrl: typeof backend === 'string' ? backend : `${backend.url.origin}/api`,
  direct,
  state: 'ready' as const,
});
const claimsOf = (token = '') =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

beforeAll(async () => {
  rig = await startRig();
  ada = await rig.signUp('ada@example.test');
  a = await ada.createOrganization('Harbour', 'harbour');
  b = await ada.createOrganization('Meridian', 'meridian');
  backends = { a: await rig.startBackend(a), b: await rig.startBackend(b) };
  await rig.hub.registry.put(a, ready(backends.a));
  await rig.hub.registry.put(b, ready(backends.b));
});
afterAll(() => rig.stop());

const workIn = (page: Page, organizationId: string | null) =>
  page.post('/cp/auth/organization/set-active', { organizationId });
const whoIn = async (page: Page) => (await page.json<WhoAmI>('/api/auth/whoami')).payload;

describe('sign-up and sign-in', () => {
  it('asks for a proven address, in the same words for one that is taken', async () => {
    const page = rig.page();
    const fresh = await page.post('/cp/auth/sign-up/email', {
      email: 'new@example.test',
      name: 'N',
      password: PASSWORD,
    });
    const taken = await page.post('/cp/auth/sign-up/email', {
      email: 'ada@example.test',
      name: 'N',
      password: PASSWORD,
    });
    expect([fresh.status, taken.status]).toEqual([200, 200]);
    expect(Object.keys((await taken.json()) as object)).toEqual(Object.keys((await fresh.json()) as object));
    expect(await page.json<HostedSession | null>('/cp/session')).toBeNull();
    const early = await page.post('/cp/auth/sign-in/email', { email: 'new@example.test', password: PASSWORD });
    expect(early.status).toBe(403);
    await page.follow(linkOf(rig.said, 'new@example.test'));
    expect(await page.json<HostedSession>('/cp/session')).toMatchObject({ user: { email: 'new@example.test' } });
  });

  it('lets a forgotten password be replaced once, by a link that the database does not tell', async () => {
    const email = 'lost@example.test';
    const page = await rig.signUp(email);
    await page.post('/cp/auth/request-password-reset', { email });
    const token = new URL(linkOf(rig.said, email)).searchParams.get('token') ?? '';
    const { rows } = await rig.database.database.pool.query<{ row: string }>(
      `select row_to_json(v)::text as row from hub.verification v`,
    );
    expect(rows.map(({ row }) => row).filter((row) => row.includes(token))).toEqual([]);
    expect([token.length > 20, rows.length > 0]).toEqual([true, true]);
    const reset = (secret: string) =>
      page.post('/cp/auth/reset-password', { newPassword: 'tall ships at dawn', token: secret });
    const kept = JSON.parse(rows.at(-1)?.row ?? '{}') as { identifier: string };
    expect((await reset(kept.identifier)).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
    expect((await reset(token)).status).toBe(400);
    expect(await page.json<HostedSession | null>('/cp/session')).toBeNull();
    const entered = (password: string) => rig.page().post('/cp/auth/sign-in/email', { email, password });
    expect([(await entered(PASSWORD)).status, (await entered('tall ships at dawn')).status]).toEqual([401, 200]);
  });

  it('refuses short, own and common passwords', async () => {
    const page = rig.page();
    for (const password of ['short', 'weak@example.test', 'password1234']) {
      const refused = await page.post('/cp/auth/sign-up/email', { email: 'weak@example.test', name: 'Weak', password });
      expect(refused.status).toBe(400);
    }
  });

  it('answers wrong passwords and unknown addresses alike', async () => {
    const page = rig.page();
    const wrong = await page.post('/cp/auth/sign-in/email', { email: 'ada@example.test', password: 'not the phrase' });
    const nobody = await page.post('/cp/auth/sign-in/email', { email: 'no@example.test', password: 'not the phrase' });
    expect([wrong.status, nobody.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await nobody.text());
  });

  it('gives a cookie that scripts cannot read, for a day, and ends it at sign-out', async () => {
    const page = rig.page();
    const entered = await page.post('/cp/auth/sign-in/email', { email: 'ada@example.test', password: PASSWORD });
    const [cookie = ''] = entered.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Max-Age=86400/i);
    expect(await page.json('/cp/session')).toMatchObject({ user: { name: 'Ada' } });
    await page.post('/cp/auth/sign-out', {});
    expect(await page.json('/cp/session')).toBeNull();
  });

  it('pauses an account that is guessed, whether there is one or not, for its right password too', async () => {
    await rig.signUp('target@example.test');
    for (const email of ['target@example.test', 'nobody@example.test']) {
      const guess = (password: string) => rig.page().post('/cp/auth/sign-in/email', { email, password });
      for (let i = 0; i < 10; i += 1) expect((await guess('not the phrase')).status).toBe(401);
      const paused = await guess(PASSWORD);
      expect([paused.status, paused.headers.get('retry-after')]).toEqual([429, '900']);
    }
    await rig.forgetLimits();
    const page = rig.page();
    expect((await page.post('/cp/auth/sign-in/email', { email: 'ada@example.test', password: PASSWORD })).status).toBe(
      200,
    );
  });

  it('pauses a source that guesses', async () => {
    const page = rig.page();
    const guess = async (email: string) =>
      (await page.post('/cp/auth/sign-in/email', { email, password: 'not the phrase' })).status;
    const answers = [];
    for (let i = 0; i < 51; i += 1) answers.push(await guess(`no-${i}@example.test`));
    expect(answers).toContain(429);
    // What a caller says about its own address makes it no other source.
    const headers = { 'x-forwarded-for': '9.9.9.9', 'x-qd-source': '9.9.9.9' };
    const again = await page.post('/cp/auth/sign-in/email', { email: 'no@example.test', password: 'x' }, headers);
    expect(again.status).toBe(429);
    await rig.forgetLimits();
  });

  it('takes no write of a foreign page', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await ada.post('/cp/auth/organization/create', { name: 'X', slug: 'x' }, headers)).status).toBe(403);
    expect((await ada.post('/cp/token', { org_id: a }, headers)).status).toBe(403);
    expect((await ada.post('/api/preferences', {}, headers)).status).toBe(403);
    expect((await ada.post('/cp/token', { org_id: a }, { ...headers, authorization: 'Bearer x' })).status).toBe(403);
    expect((await ada.post('/api/preferences', {}, { ...headers, authorization: 'Bearer x' })).status).toBe(403);
    const form = { 'content-type': 'text/plain' };
    expect((await ada.call('/api/preferences', { method: 'PATCH', body: '{}', headers: form })).status).toBe(415);
  });
});

describe('proxied access', () => {
  it('leads to the backend of the organisation that the session works in', async () => {
    for (const id of [a, b]) {
      await workIn(ada, id);
      const answer = await ada.call('/api/auth/whoami');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-org-id')).toBe(id);
      expect(((await answer.json()) as WhoAmI).payload.user).toMatchObject({ name: 'Ada', email: 'ada@example.test' });
    }
    expect((await ada.json<ServerStatus>('/api/status')).mode).toBe('hosted');
    expect((await whoIn(ada)).roles).toContain('admin');
  });

  it('tells a page of another organisation so', async () => {
    await workIn(ada, b);
    const stale = await ada.call('/api/auth/whoami', { headers: { 'x-org-id': a } });
    expect(stale.status).toBe(409);
    expect(await codeOf(stale)).toBe('ORGANIZATION_SWITCHED');
    expect((await ada.call('/api/auth/whoami', { headers: { 'x-org-id': b } })).status).toBe(200);
  });

  it('asks for a sign-in and for an organisation', async () => {
    const nobody = await rig.page().call('/api/auth/whoami');
    expect(nobody.status).toBe(401);
    expect(nobody.headers.get('x-org-id')).toBe('');
    await workIn(ada, null);
    const none = await ada.call('/api/auth/whoami');
    expect([none.status, await codeOf(none)]).toEqual([409, 'NO_ORGANIZATION']);
    expect((await ada.call('/api/.ory/sessions/whoami')).status).toBe(404);
  });

  it('streams live events', async () => {
    await workIn(ada, a);
    const ended = new AbortController();
    const answer = await ada.call('/api/live', { signal: ended.signal });
    expect(answer.headers.get('content-type')).toMatch(/event-stream/);
    const first = await answer.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toContain('event: hello');
    ended.abort();
  });
});

const FOREIGN_PAGE: Record<string, string> = { origin: 'https://evil.example' };

/** A backend that remembers what it was asked. */
async function startRecorder() {
  const seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push({ url: request.url ?? '', headers: request.headers, body });
    response.writeHead(request.url === '/deep/path/moved' ? 302 : 200, {
      'content-type': 'application/json',
      'content-range': '0-0/1',
      location: 'http://127.0.0.1:1/elsewhere',
      'set-cookie': 'session=of-the-tenant',
      'access-control-allow-origin': '*',
      'content-security-policy': 'default-src *',
    });
    response.end('[]');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { seen, url, stop: () => new Promise((done) => server.close(done)) };
}

describe('what passes through', () => {
  it('is the call with a token; never a cookie, a credential or a proxy header of the caller', async () => {
    const recorder = await startRecorder();
    const page = await rig.signUp('pat@example.test');
    const id = await page.createOrganization('Recorded', 'recorded');
    await rig.hub.registry.put(id, ready(`${recorder.url}/deep/path`));
    const answer = await page.call('/api/db/people?select=name&a=b%2Fc', {
      method: 'POST',
      body: '{"x":1}',
      headers: {
        'content-type': 'application/json',
        prefer: 'count=exact',
        authorization: 'Bearer of-the-caller',
        'x-forwarded-for': '6.6.6.6',
        'x-custom': 'no',
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-range')).toBe('0-0/1');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('content-security-policy')).not.toBe('default-src *');
    const moved = await page.call('/api/moved');
    expect(moved.status).toBe(302);
    const [call] = recorder.seen;
    expect(call).toMatchObject({ url: '/deep/path/db/people?select=name&a=b%2Fc', body: '{"x":1}' });
    expect(call?.headers).toMatchObject({ prefer: 'count=exact', 'content-type': 'application/json' });
    expect(claimsOf(call?.headers.authorization)).toMatchObject({ org_id: id, client_ip: '127.0.0.1' });
    for (const name of ['cookie', 'x-forwarded-for', 'x-custom', 'origin', 'x-org-id']) {
      expect(call?.headers).not.toHaveProperty(name);
    }
    expect(recorder.seen).toHaveLength(2);
    await recorder.stop();
    expect(await codeOf(await page.call('/api/db/people'))).toBe('TENANT_UNREACHABLE');
  });

  it('is no link of another site to the GET that makes a token, however it is spelled', async () => {
    const recorder = await startRecorder();
    const page = await rig.signUp('kim@example.test');
    const id = await page.createOrganization('Linked', 'linked');
    await rig.hub.registry.put(id, ready(recorder.url));
    const spellings = [
      '/api/kubeconfig',
      '/api/api/kubeconfig',
      '/api//%6bubeconfig/?a',
      '/api/canary/kubeconfig',
      '/api/%',
    ];
    for (const path of spellings) {
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, FOREIGN_PAGE]) {
        const { status } = await page.call(path, { headers });
        expect([path, headers, status >= 400]).toEqual([path, headers, true]);
      }
    }
    expect(recorder.seen).toEqual([]);
    for (const site of ['same-origin', 'none']) {
      expect((await page.call('/api/kubeconfig', { headers: { 'sec-fetch-site': site } })).status).toBe(200);
    }
    expect(recorder.seen.map(({ url }) => url)).toEqual(['/kubeconfig', '/kubeconfig']);
    await recorder.stop();
  });
});

describe('tokens', () => {
  it('are for members, of the organisation that is named, and short', async () => {
    const made = await ada.post('/cp/token', { org_id: a });
    expect(made.headers.get('cache-control')).toBe('no-store');
    const { token, expires_at } = (await made.json()) as TenantToken;
    const claims = claimsOf(token);
    expect(claims).toMatchObject({
      iss: rig.hub.url.origin,
      aud: `urn:console:tenant:${a}`,
      org_id: a,
      org_slug: 'harbour',
      org_role: 'owner',
      email: 'ada@example.test',
      email_verified: true,
      name: 'Ada',
      azp: rig.hub.url.origin,
    });
    // Whoever holds it calls from where they are.
    expect(claims).not.toHaveProperty('client_ip');
    expect(Number(claims.exp) - Number(claims.iat)).toBe(60);
    expect(Date.parse(expires_at)).toBe(Number(claims.exp) * 1000);
    const ask = (at: RunningServer) =>
      fetch(new URL('/api/auth/whoami', at.url), { headers: { authorization: `Bearer ${token}` } });
    expect((await ask(backends.a)).status).toBe(200);
    expect((await ask(backends.b)).status).toBe(401);
  });

  it('are refused to others, and while there is no backend', async () => {
    const other = await rig.signUp('eve@example.test');
    const refused = await other.post('/cp/token', { org_id: a });
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'NOT_A_MEMBER']);
    const id = await other.createOrganization('Empty', 'empty');
    const early = await other.post('/cp/token', { org_id: id });
    expect([early.status, await codeOf(early)]).toEqual([409, 'TENANT_NOT_READY']);
    expect((await other.post('/cp/token', {})).status).toBe(400);
    expect((await rig.page().post('/cp/token', { org_id: a })).status).toBe(401);
    expect((await ada.call('/cp/auth/token')).status).toBe(404);
  });

  it('are proven by keys that anyone may read, and that may be replaced', async () => {
    const keysOf = async () => (await rig.page().json<{ keys: Record<string, unknown>[] }>('/cp/auth/jwks')).keys;
    const before = await keysOf();
    expect(before).toEqual([
      expect.objectContaining({ kty: 'OKP', alg: 'EdDSA', use: 'sig', kid: expect.any(String) }),
    ]);
    expect(before[0]).not.toHaveProperty('d');
    await rig.hub.keys.rotate();
    expect(await keysOf()).toHaveLength(2);
    await workIn(ada, a);
    expect((await ada.call('/api/auth/whoami')).status).toBe(200);
  });
});

describe('the life of an organisation (case 40)', () => {
  it('waits for the operator, and is entered once there is a backend', async () => {
    const owner = await rig.signUp('olga@example.test');
    const id = await owner.createOrganization('Later', 'later');
    const waiting = await owner.call('/api/auth/whoami');
    expect([waiting.status, await codeOf(waiting)]).toEqual([503, 'TENANT_NOT_READY']);
    const [listed] = await owner.json<HostedOrganization[]>('/cp/orgs');
    expect(listed).toEqual({
      id,
      slug: 'later',
      name: 'Later',
      role: 'owner',
      backend_url: null,
      direct: false,
      state: 'pending',
      active: true,
    });
    await rig.hub.registry.put(id, ready(await rig.startBackend(id)));
    expect((await owner.call('/api/auth/whoami')).status).toBe(200);
    await rig.hub.registry.put(id, { ...ready(backends.a), state: 'suspended' });
    expect((await owner.call('/api/auth/whoami')).status).toBe(503);
  });

  it('has its backend from the operator alone, whatever its owner writes', async () => {
    const owner = await rig.signUp('mallory@example.test');
    const evil = { backend_url: 'http://127.0.0.1:1', backendUrl: 'http://127.0.0.1:1', direct: true, state: 'ready' };
    const made = await owner.post('/cp/auth/organization/create', {
      name: 'Mine',
      slug: 'mine',
      ...evil,
      metadata: evil,
    });
    const { id } = (await made.json()) as { id: string };
    for (const data of [{ ...evil }, { metadata: evil }, { name: 'Mine 2', metadata: { ...evil, backend: evil } }]) {
      const updated = await owner.post('/cp/auth/organization/update', { organizationId: id, data });
      expect(updated.status).toBe('name' in data ? 200 : 400);
    }
    for (const [method, path] of [
      ['PUT', `/cp/operator/orgs/${id}/tenant`],
      ['POST', `/cp/orgs/${id}`],
      ['PATCH', '/cp/orgs'],
    ] as const) {
      const refused = await owner.call(path, {
        method,
        body: JSON.stringify(evil),
        headers: { 'content-type': 'application/json' },
      });
      expect(refused.status).toBeGreaterThanOrEqual(400);
    }
    expect(await rig.hub.registry.get(id)).toEqual({ backendUrl: null, direct: false, state: 'pending' });
    expect(await owner.json<HostedOrganization[]>('/cp/orgs')).toEqual([
      expect.objectContaining({ backend_url: null, direct: false, state: 'pending' }),
    ]);
  });

  it('is closed to a removed member at once; what the session remembers helps nobody', async () => {
    const member = await rig.signUp('max@example.test');
    await workIn(ada, a);
    await ada.post('/cp/auth/organization/invite-member', {
      email: 'max@example.test',
      role: 'member',
      organizationId: a,
    });
    const invitationId = new URL(linkOf(rig.said, 'max@example.test')).searchParams.get('id');
    const accepted = await member.post('/cp/auth/organization/accept-invitation', { invitationId });
    expect(accepted.status).toBe(200);
    await workIn(member, a);
    expect((await whoIn(member)).roles).toContain('viewer');
    await ada.post('/cp/auth/organization/remove-member', { memberIdOrEmail: 'max@example.test', organizationId: a });
    const after = await member.call('/api/auth/whoami', { headers: { 'x-org-id': a } });
    expect([401, 403, 409]).toContain(after.status);
    expect((await member.post('/cp/token', { org_id: a })).status).toBe(403);
    await rig.hub.database.pool.query('update session set "activeOrganizationId" = $1', [a]);
    expect((await member.call('/api/auth/whoami')).status).toBe(403);
    expect(await member.json<HostedOrganization[]>('/cp/orgs')).toEqual([]);
  });

  it('is entered by the person who was invited, and by nobody else', async () => {
    await workIn(ada, a);
    await ada.post('/cp/auth/organization/invite-member', {
      email: 'ivy@example.test',
      role: 'guest',
      organizationId: a,
    });
    const invitationId = new URL(linkOf(rig.said, 'ivy@example.test')).searchParams.get('id');
    const thief = await rig.signUp('thief@example.test');
    expect((await thief.post('/cp/auth/organization/accept-invitation', { invitationId })).status).toBe(403);
    const ivy = await rig.signUp('ivy@example.test');
    expect((await ivy.post('/cp/auth/organization/accept-invitation', { invitationId })).status).toBe(200);
    expect((await ivy.post('/cp/auth/organization/accept-invitation', { invitationId })).status).toBe(400);
    await workIn(ivy, a);
    expect((await whoIn(ivy)).roles).toContain('guest');
  });
});

describe('direct access', () => {
  it('is told to the page, and only there the address', async () => {
    await rig.hub.registry.put(b, ready(backends.b, true));
    await workIn(ada, b);
    const told = await ada.call('/api/auth/whoami');
    expect(told.status).toBe(409);
    expect(await told.json()).toMatchObject({
      code: 'ORGANIZATION_DIRECT',
      details: { organization_id: b, backend_url: `${backends.b.url.origin}/api` },
    });
    const listed = await ada.json<HostedOrganization[]>('/cp/orgs');
    expect(listed.map(({ slug, backend_url }) => [slug, backend_url])).toEqual([
      ['harbour', null],
      ['meridian', `${backends.b.url.origin}/api`],
    ]);
    const html = { headers: { accept: 'text/html' } };
    const policy = (await ada.call('/health', html)).headers.get('content-security-policy');
    expect(policy).toContain(`connect-src 'self' ${backends.b.url.origin};`);
    const other = await rig.page().call('/health', html);
    expect(other.headers.get('content-security-policy')).toContain("connect-src 'self';");
    await rig.hub.registry.put(b, ready(backends.b));
  });
});
