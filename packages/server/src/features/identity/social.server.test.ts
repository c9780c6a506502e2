import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlowErrorBody, WhoAmI } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { startProvider, type TestProvider, visitProvider } from '@quarterdeck/identity/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../container.ts';
import { Page } from '../../testing/page.ts';

/** Where people reach it, as the provider knows it; the test reaches it on loopback. */
const PUBLIC = 'http://console.example';
const CALLBACK = '/api/.ory/self-service/methods/oidc/callback/acme';
const folder = mkdtempSync(join(tmpdir(), 'qd-social-'));
let test: TestDatabase;
let acme: TestProvider;
let node: RunningServer;

const start = (env: Record<string, string>) =>
  startServer(
    loadConfig(
      {
        PORT: '0',
        DATABASE_URL: test.url,
        QD_MODE: 'self-hosted',
        QD_SECRET_KEY: randomBytes(32).toString('base64'),
        QD_DATA_DIR: folder,
        QD_BREACH_URL: 'off',
        QD_REGISTRATION: 'true',
        QD_PUBLIC_ENDPOINT: PUBLIC,
        ...env,
      },
      {},
      folder,
      false,
    ),
    { log: silentLog, consoleDir: null },
  );

beforeAll(async () => {
  [test, acme] = await Promise.all([createTestDatabase(), startProvider([`${PUBLIC}${CALLBACK}`])]);
  acme.accounts.set('grace', { email: 'grace@example.test', email_verified: true, given_name: 'Grace' });
  const { issuer, clientId, clientSecret } = acme;
  node = await start({
    QD_OIDC_PROVIDERS: JSON.stringify([{ id: 'acme', label: 'Acme', issuer, clientId }]),
    QD_OIDC_SECRETS: JSON.stringify({ acme: clientSecret }),
  });
});
afterAll(async () => {
  await node.stop();
  await Promise.all([acme.stop(), test.drop()]);
  rmSync(folder, { recursive: true, force: true });
});

const headers = { origin: PUBLIC, accept: 'text/html' };

async function leave(page: Page): Promise<URL> {
  const flow = await page.flow('login');
  const left = await page.submit(flow, 'login', { provider: 'acme' });
  expect(left.status).toBe(403);
  const again = await page.call(`/api/.ory/self-service/login?flow=${flow.id}`, {
    method: 'POST',
    body: { provider: 'acme' },
    headers: { origin: PUBLIC },
  });
  expect(again.status).toBe(422);
  return visitProvider(((await again.json()) as FlowErrorBody).redirect_browser_to ?? '', 'grace');
}

it('signs somebody in by a provider that is reached through the guarded way out', async () => {
  const page = new Page(() => [node]);
  const url = await leave(page);
  expect(url.origin).toBe(PUBLIC);
  const back = await page.call(`${url.pathname}${url.search}`, { headers });
  expect([back.status, back.headers.get('location')]).toEqual([303, `${PUBLIC}/`]);
  const { payload } = (await (await page.call('/api/auth/whoami')).json()) as WhoAmI;
  expect(payload.user).toMatchObject({ name: 'Grace', email: 'grace@example.test' });
});

it('takes the form of a provider as the way back, and of no other site anything', async () => {
  const page = new Page(() => [node]);
  const url = await leave(page);
  const crossSite = { origin: acme.issuer, 'sec-fetch-site': 'cross-site', accept: 'text/html' };
  const form = await fetch(new URL(CALLBACK, node.url), {
    method: 'POST',
    redirect: 'manual',
    headers: crossSite,
    body: new URLSearchParams(url.search),
  });
  expect(form.status).toBe(303);
  const to = new URL(form.headers.get('location') ?? '');
  expect([to.origin, to.pathname]).toEqual([PUBLIC, CALLBACK]);
  expect((await page.call(`${to.pathname}${to.search}`, { headers })).headers.get('location')).toBe(`${PUBLIC}/`);
  for (const path of ['/api/.ory/self-service/login?flow=x', '/api/.ory/self-service/settings?flow=x']) {
    expect((await page.call(path, { method: 'POST', body: {}, headers: crossSite })).status).toBe(403);
  }
});

it('a secret of a provider that is not named is a wrong setting', async () => {
  await expect(start({ QD_OIDC_SECRETS: '{"nobody":"x"}' })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});
