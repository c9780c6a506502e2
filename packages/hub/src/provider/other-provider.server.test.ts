import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostedOrganization, HostedSession, TenantToken } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { loadConfig } from '@quarterdeck/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningHub, startHub } from '../hub.ts';
import type { AuthProvider, Membership } from './types.ts';

const ORGANIZATION = '33333333-3333-4333-8333-333333333333';
const folder = mkdtempSync(join(tmpdir(), 'qd-provider-'));
let test: TestDatabase;
let hub: RunningHub;
let isMember = true;

/** Another sign-in: whoever names themselves in a cookie is believed. */
const provider: AuthProvider = {
  session: async ({ cookie }) => {
    const name = /^who=(\w+)$/.exec(cookie ?? '')?.[1];
    if (name === undefined) return null;
    const email = `${name}@example.test`;
    const user = { userId: `id-of-${name}`, name, email, emailVerified: true, picture: null };
    return { id: `session-of-${name}`, ...user, activeOrganizationId: ORGANIZATION };
  },
  memberships: async (userId) => [await membershipOf(userId)].filter((one) => one !== null),
  membership: (userId) => membershipOf(userId),
  handle: async ({ path, source }) => Response.json({ path, source }),
};

async function membershipOf(userId: string): Promise<Membership | null> {
  if (!isMember || userId !== 'id-of-ada') return null;
  return { organizationId: ORGANIZATION, slug: 'other', name: 'Other', role: 'admin' };
}

beforeAll(async () => {
  test = await createTestDatabase();
  const env = {
    PORT: '0',
    DATABASE_URL: test.url,
    QD_DATA_DIR: folder,
    QD_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  hub = await startHub(loadConfig(env, {}, folder, false), {
    log: silentLog,
    say: () => undefined,
    consoleDir: null,
    provider,
  });
  await hub.database.pool.query(
    `insert into organization (id, name, slug, "createdAt") values ($1, 'Other', 'other', now())`,
    [ORGANIZATION],
  );
  await hub.registry.put(ORGANIZATION, { backendUrl: 'http://127.0.0.1:1/api', direct: true, state: 'ready' });
});
afterAll(async () => {
  await hub.stop();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, who: string, init: RequestInit = {}) =>
  fetch(new URL(path, hub.url), {
    ...init,
    headers: { cookie: `who=${who}`, origin: hub.url.origin, 'content-type': 'application/json' },
  });
const askForToken = (who: string) =>
  ask('/cp/token', who, { method: 'POST', body: JSON.stringify({ org_id: ORGANIZATION }) });

it('another sign-in has nothing to decide about tenants', async () => {
  expect((await (await ask('/cp/session', 'ada')).json()) as HostedSession).toMatchObject({ user: { name: 'ada' } });
  expect((await (await ask('/cp/orgs', 'ada')).json()) as HostedOrganization[]).toEqual([
    expect.objectContaining({ id: ORGANIZATION, role: 'admin', direct: true, active: true }),
  ]);
  const { token } = (await (await askForToken('ada')).json()) as TenantToken;
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as unknown;
  expect(claims).toMatchObject({ sub: 'id-of-ada', sid: 'session-of-ada', org_id: ORGANIZATION, org_role: 'admin' });
  expect((await askForToken('bob')).status).toBe(403);
  expect((await ask('/api/auth/whoami', 'bob')).status).toBe(403);
  isMember = false;
  expect((await askForToken('ada')).status).toBe(403);
});

it('its own calls are its own', async () => {
  const answer = await ask('/cp/auth/anything?a=b', 'ada');
  expect(await answer.json()).toEqual({ path: '/cp/auth/anything?a=b', source: '127.0.0.1' });
});
