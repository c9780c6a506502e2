import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WhoAmI } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, type StartOptions, startServer } from '../../container.ts';
import { Page } from '../../testing/page.ts';
import { registerFeatures } from '../index.ts';

const KEY = randomBytes(32).toString('base64');
const folder = mkdtempSync(join(tmpdir(), 'qd-identity-'));
let test: TestDatabase;
let nodes: RunningServer[];

const start = (url: string, env: Record<string, string> = {}, more: StartOptions = {}) =>
  startServer(
    loadConfig(
      {
        PORT: '0',
        DATABASE_URL: url,
        QD_MODE: 'self-hosted',
        QD_SECRET_KEY: KEY,
        QD_DATA_DIR: folder,
        QD_BREACH_URL: 'off',
        ...env,
      },
      {},
      folder,
      false,
    ),
    { log: silentLog, consoleDir: null, ...more },
  );

beforeAll(async () => {
  test = await createTestDatabase();
  nodes = [await start(test.url, { QD_DOCS_URL: 'https://runbooks.example/' }), await start(test.url)];
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const newPage = () => new Page(() => nodes);
const password = 'a fine long phrase';

describe('a fresh server', () => {
  it('lets nobody in: all but public calls answer 401', async () => {
    const page = newPage();
    expect((await page.call('/api/auth/whoami')).status).toBe(401);
    expect((await page.call('/api/db/people')).status).toBe(401);
    expect((await page.call('/api/canary/api/summary')).status).toBe(401);
    expect((await page.call('/healthz')).status).toBe(200);
    expect((await page.call('/api/.ory/sessions/whoami')).status).toBe(401);
    expect((await page.call('/kratos/sessions/whoami')).status).toBe(401);
    expect((await page.call('/api/.ory/nothing')).status).toBe(404);
  });

  it('gives one address for the first account, which then administers on every node', async () => {
    const first = nodes[0]?.setup;
    expect(first?.kind).toBe('address');
    const code = first?.kind === 'address' ? first.url.hash.replace('#setup=', '') : '';
    const page = newPage();
    const flow = await page.flow('registration', { 'x-setup-code': code });
    const made = await page.submit(flow, 'registration', {
      method: 'password',
      password,
      traits: { email: 'root@example.test', name: { first: 'Root' } },
    });
    expect(made.status).toBe(200);
    for (const node of [0, 1]) {
      await expect
        .poll(async () => ((await (await page.call('/api/auth/whoami', { node })).json()) as WhoAmI).payload.roles)
        .toContain('admin');
    }
    const me = (await (await page.call('/api/auth/whoami')).json()) as WhoAmI;
    expect(me.payload.user).toMatchObject({ name: 'Root', email: 'root@example.test' });
    expect((await page.call('/api/db/people?select=name')).status).toBe(200);
  });
});

it('a session ends on every node at once, and its cookie with it', async () => {
  const page = newPage();
  expect((await page.signIn('root@example.test', password)).status).toBe(200);
  expect((await page.call('/api/auth/whoami', { node: 1 })).status).toBe(200);
  const { logout_token } = (await (await page.call('/api/.ory/self-service/logout/browser', { node: 1 })).json()) as {
    logout_token: string;
  };
  expect((await page.call(`/api/.ory/self-service/logout?token=${logout_token}`)).status).toBe(204);
  expect((await page.call('/api/auth/whoami', { node: 1 })).status).toBe(401);
});

it('QD_ADMIN_EMAIL makes one administrator over nodes that start together, once', async () => {
  const fresh = await createTestDatabase();
  const both = await Promise.all([
    start(fresh.url, { QD_ADMIN_EMAIL: 'ops@example.test' }),
    start(fresh.url, { QD_ADMIN_EMAIL: 'ops@example.test' }),
  ]);
  const told = both.map(({ setup }) => setup).filter((one) => one !== null);
  expect(told).toEqual([{ kind: 'account', email: 'ops@example.test', password: expect.stringMatching(/^\w{24}$/) }]);
  for (const node of both) await node.stop();
  const again = await start(fresh.url, { QD_ADMIN_EMAIL: 'ops@example.test' });
  expect(again.setup).toBeNull();
  await again.stop();
  await fresh.drop();
});

it('the account of the settings is there before anybody is told that the server is ready', async () => {
  const fresh = await createTestDatabase();
  const accounts: number[] = [];
  const node = await start(
    fresh.url,
    { QD_ADMIN_EMAIL: 'ops@example.test' },
    {
      // What works starts once the port answers.
      registerFeatures(platform) {
        const features = registerFeatures(platform);
        const begin = async () => {
          accounts.push((await fresh.database.pool.query('select from identities')).rowCount ?? 0);
          await features.start();
        };
        return { ...features, start: begin };
      },
    },
  );
  expect(accounts).toEqual([1]);
  await node.stop();
  await fresh.drop();
});

it('a network address needs to be named, and nodes that share a database a key', async () => {
  await expect(start(test.url, { HOST: '0.0.0.0' })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  await expect(start(test.url, { QD_SECRET_KEY: '' })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});

it('GET /api/bootstrap tells everyone how people are known, and no secret', async () => {
  const page = newPage();
  const answer = await page.call('/api/bootstrap');
  expect(await answer.json()).toEqual({
    mode: 'self-hosted',
    console_version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    docs_url: 'https://runbooks.example/',
    features: { registration: false, outbox: true, query_login: false },
  });
  expect(answer.headers.getSetCookie()).toEqual([]);
});
