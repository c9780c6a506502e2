import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerStatus, WhoAmI } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../container.ts';
import { startTestIssuer, type TestIssuer } from './testing/issuer.ts';

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const folder = mkdtempSync(join(tmpdir(), 'qd-tenant-'));
/** What the clocks of both backends are ahead of the real one. */
let aheadMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
let issuer: TestIssuer;
let databases: TestDatabase[];
let backends: Record<'a' | 'b', RunningServer>;

const start = (database: TestDatabase, organization: string, env: Record<string, string> = {}) =>
  startServer(
    loadConfig(
      {
        PORT: '0',
        DATABASE_URL: database.url,
        QD_MODE: 'hosted',
        QD_DATA_DIR: folder,
        QD_TENANT_ISSUER: issuer.url,
        QD_TENANT_ORG_ID: organization,
        ...env,
      },
      {},
      folder,
      false,
    ),
    { log: silentLog, consoleDir: null, clock },
  );

beforeAll(async () => {
  issuer = await startTestIssuer();
  databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const [first, second] = databases;
  if (!first || !second) throw new Error('two databases were asked for');
  backends = { a: await start(first, A), b: await start(second, B) };
});
afterAll(async () => {
  await Promise.all(Object.values(backends ?? {}).map(({ stop }) => stop()));
  await Promise.all((databases ?? []).map(({ drop }) => drop()));
  await issuer?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function ask(
  at: 'a' | 'b',
  token: string | null,
  path = '/api/auth/whoami',
  init: RequestInit = {},
): Promise<Response> {
  const headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...init.headers };
  return fetch(new URL(path, backends[at].url), { ...init, headers });
}

const claims = (organization: string, others: Record<string, unknown> = {}) =>
  issuer.claims(organization, clock.now(), others);
const tokenOf = (organization: string, others: Record<string, unknown> = {}) =>
  issuer.sign(claims(organization, others));
const who = async (token: string, at: 'a' | 'b' = 'a') => (await (await ask(at, token)).json()) as WhoAmI;
const statusOf = async (token: string, at: 'a' | 'b' = 'a') => (await ask(at, token)).status;

describe('a backend of hosted mode', () => {
  it('lets nobody in without a token, and says no more than that', async () => {
    const refused = await ask('a', null);
    expect(refused.status).toBe(401);
    expect((await ask('a', 'nonsense')).status).toBe(401);
    expect((await ask('a', null, '/api/auth/whoami', { headers: { authorization: 'Digest x' } })).status).toBe(401);
    expect((await ask('a', null, '/healthz')).status).toBe(200);
  });

  it('takes a token of its organisation, and tells who that is', async () => {
    const { payload } = await who(await tokenOf(A));
    expect(payload.user).toMatchObject({ name: 'Uma', email: 'uma@example.test' });
    expect(payload.roles).toContain('viewer');
    expect(((await (await ask('a', await tokenOf(A), '/api/status')).json()) as ServerStatus).mode).toBe('hosted');
  });

  it('never reads cookies', async () => {
    const cookie = `__session=${await tokenOf(A)}; ory_kratos_session=${await tokenOf(A)}`;
    expect((await ask('a', null, '/api/auth/whoami', { headers: { cookie } })).status).toBe(401);
  });
});

describe('a token that is not for this backend (case 39)', () => {
  it('is refused where it is of the other organisation, also after one of the same session was taken', async () => {
    const ofA = await tokenOf(A);
    const ofB = await tokenOf(B);
    expect(await statusOf(ofA, 'b')).toBe(401);
    expect(await statusOf(ofA, 'a')).toBe(200);
    expect(await statusOf(ofB, 'a')).toBe(401);
    expect(await statusOf(ofB, 'b')).toBe(200);
    expect(await statusOf(ofA, 'b')).toBe(401);
  });

  it('is refused with an edited organisation', async () => {
    const [head, , signature] = (await tokenOf(A)).split('.');
    const body = Buffer.from(JSON.stringify(claims(B))).toString('base64url');
    expect(await statusOf(`${head}.${body}.${signature}`, 'b')).toBe(401);
    expect(await statusOf(`${head}.${body}.${signature}`, 'a')).toBe(401);
  });

  it('is refused when only one of audience and organisation is right', async () => {
    expect(await statusOf(await tokenOf(A, { org_id: B }), 'a')).toBe(401);
    expect(await statusOf(await tokenOf(B, { org_id: A }), 'a')).toBe(401);
    expect(await statusOf(await tokenOf(A, { aud: undefined }), 'a')).toBe(401);
  });

  it('is refused without a signature, and signed with the public key as a secret', async () => {
    const head = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT', kid: issuer.publicKey.kid })).toString(
      'base64url',
    );
    const body = Buffer.from(JSON.stringify(claims(A))).toString('base64url');
    expect(await statusOf(`${head}.${body}.`)).toBe(401);
    for (const secret of [String(issuer.publicKey.x), JSON.stringify(issuer.publicKey)]) {
      const forged = await new SignJWT(claims(A))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: String(issuer.publicKey.kid) })
        .sign(Buffer.from(secret));
      expect(await statusOf(forged)).toBe(401);
    }
  });

  it('is refused when it brings its own key, or names where keys are', async () => {
    const other = await generateKeyPair('EdDSA', { extractable: true });
    const jwk = await exportJWK(other.publicKey);
    const sign = (header: Record<string, unknown>) =>
      new SignJWT(claims(A)).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', ...header }).sign(other.privateKey);
    expect(await statusOf(await sign({ kid: String(issuer.publicKey.kid) }))).toBe(401);
    expect(await statusOf(await sign({ kid: 'mine', jwk }))).toBe(401);
    expect(await statusOf(await sign({ kid: 'mine', jku: 'http://127.0.0.1:9/jwks' }))).toBe(401);
    expect(await statusOf(await sign({}))).toBe(401);
  });

  it('is refused of another issuer and for another console', async () => {
    expect(await statusOf(await tokenOf(A, { iss: 'https://evil.example' }))).toBe(401);
    expect(await statusOf(await tokenOf(A, { azp: 'https://evil.example' }))).toBe(401);
  });

  it('is refused when it ended, does not hold yet, or would hold for long; five seconds are forgiven', async () => {
    const now = Math.floor(clock.now() / 1000);
    expect(await statusOf(await tokenOf(A, { exp: now - 10 }))).toBe(401);
    expect(await statusOf(await tokenOf(A, { nbf: now + 30 }))).toBe(401);
    expect(await statusOf(await tokenOf(A, { exp: now + 3600 }))).toBe(401);
    expect(await statusOf(await tokenOf(A, { exp: undefined }))).toBe(401);
    expect(await statusOf(await tokenOf(A, { exp: now - 2 }))).toBe(200);
  });

  it('is refused once it ended, although it was taken before', async () => {
    const token = await tokenOf(A);
    expect(await statusOf(token)).toBe(200);
    aheadMs += 70_000;
    expect(await statusOf(token)).toBe(401);
  });
});

describe('keys', () => {
  it('are read again for a token of a new key, but not for each of an unknown one', async () => {
    aheadMs += 6 * 60_000;
    expect(await statusOf(await tokenOf(A))).toBe(200);
    await issuer.rotate();
    const before = issuer.reads();
    expect(await statusOf(await tokenOf(A))).toBe(200);
    expect(issuer.reads()).toBe(before + 1);
    for (let i = 0; i < 5; i += 1)
      expect(await statusOf(await issuer.sign(claims(A), { kid: `unknown-${i}` }))).toBe(401);
    expect(issuer.reads()).toBe(before + 1);
  });
});

describe('the person of a token', () => {
  it('is made once, is never found by an address, and follows its name', async () => {
    const sub = 'user-two';
    const email = 'shared@example.test';
    const [one, two] = await Promise.all([
      who(await tokenOf(A, { sub, email, name: 'Two' })),
      who(await tokenOf(A, { sub, email, name: 'Two', sid: 'other' })),
    ]);
    expect(two.payload.user.id).toBe(one.payload.user.id);
    const renamed = await who(await tokenOf(A, { sub, email, name: 'Two Renamed' }));
    expect(renamed.payload.user).toMatchObject({ id: one.payload.user.id, name: 'Two Renamed' });
    const other = await who(await tokenOf(A, { sub: 'user-three', email, name: 'Three' }));
    expect(other.payload.user.id).not.toBe(one.payload.user.id);
  });

  it.each([
    ['owner', 'admin'],
    ['admin', 'admin'],
    ['guest', 'guest'],
    ['member', 'viewer'],
  ])('as %s has the role %s', async (org_role, role) => {
    const { payload } = await who(await tokenOf(A, { sub: `as-${org_role}`, org_role }));
    expect(payload.roles.filter((one) => one !== 'everyone')).toEqual([role]);
  });

  it('takes a changed role with the next token', async () => {
    const sub = 'changing';
    const people = async (org_role: string) =>
      (await ask('a', await tokenOf(A, { sub, org_role }), '/api/rbac/permissions')).status;
    expect(await people('owner')).toBe(200);
    expect((await who(await tokenOf(A, { sub, org_role: 'guest' }))).payload.roles).not.toContain('admin');
  });
});

describe('direct access', () => {
  const path = '/api/db/people?select=name';

  it('lets pages of the console call with a bearer, and without cookies', async () => {
    const preflight = await ask('a', null, path, {
      method: 'OPTIONS',
      headers: { origin: issuer.url, 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe(issuer.url);
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization.*prefer.*range/);
    const answer = await ask('a', await tokenOf(A), path, {
      headers: { origin: issuer.url, 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(issuer.url);
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/content-range.*location/);
  });

  it('lets them write, but asks the browser of no other page to', async () => {
    const headers = { origin: issuer.url, 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' };
    const init = { method: 'PATCH', headers, body: '{}' };
    expect((await ask('a', await tokenOf(A), '/api/preferences', init)).status).toBeLessThan(300);
    // Without a bearer it is a call of a foreign page like any other.
    expect((await ask('a', null, '/api/preferences', init)).status).toBeGreaterThanOrEqual(400);
    for (const method of ['OPTIONS', 'GET']) {
      const evil = { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' };
      const answer = await ask('a', await tokenOf(A), path, { method, headers: evil });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-headers')).toBeNull();
    }
  });
});

it('a live stream ends with its token', async () => {
  const now = Math.floor(clock.now() / 1000);
  const response = await ask('a', await tokenOf(A, { exp: now + 1 }), '/api/live');
  expect(response.status).toBe(200);
  await expect(response.text()).resolves.toContain('event: hello');
});

it('a backend that is not told whose it is does not start', async () => {
  const [database] = databases;
  if (!database) throw new Error('a database was asked for');
  await expect(start(database, '')).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  await expect(start(database, A, { QD_TENANT_ISSUER: '' })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});

it('while no keys can be had nobody is told that they are not signed in', async () => {
  const [database] = databases;
  if (!database) throw new Error('a database was asked for');
  const alone = await start(database, A, { QD_TENANT_JWKS_URL: `${issuer.url}/nothing` });
  const response = await fetch(new URL('/api/auth/whoami', alone.url), {
    headers: { authorization: `Bearer ${await tokenOf(A)}` },
  });
  expect(response.status).toBe(503);
  await alone.stop();
});
