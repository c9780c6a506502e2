import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreatedToken, WhoAmI } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { startServer } from '../../container.ts';
import { startTestIssuer } from '../../platform/tenant/testing/issuer.ts';
import type { Page } from '../../testing/page.ts';
import { addPermission } from '../../testing/policies.ts';
import { type SelfHosted, startSelfHosted } from '../../testing/self-hosted.ts';
import { until } from '../scheduler/testing/fixtures.ts';
import { connectAssistant, INITIALIZE, sendMessage } from './testing/client.ts';

const ANSWERED = { jsonrpc: '2.0', id: 1, result: { serverInfo: { name: 'mission-control' } } };
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'http://localhost:1' },
];

let test: TestDatabase;
let hosted: SelfHosted;
const pages = new Map<string, Page>();
const ids: Record<string, string> = {};
let made = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  hosted = await startSelfHosted(test);
  for (const role of ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const) {
    ids[role] = await hosted.addAccount(`${role}@example.test`, role);
    pages.set(role, await hosted.signedIn(`${role}@example.test`));
  }
});
afterEach(async () => {
  await test.database.pool.query('delete from permissions');
  await hosted.platform.authz.reload();
});
afterAll(async () => {
  await hosted.stop();
  await test.drop();
});

const address = (path = '/api/mcp') => new URL(path, hosted.nodes[0]?.url);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const statusOf = async (headers: Record<string, string>) => (await sendMessage(address(), INITIALIZE, headers)).status;

function pageOf(role: string): Page {
  const page = pages.get(role);
  if (page === undefined) throw new Error(`nobody is signed in as ${role}`);
  return page;
}

async function tokenOf(role: string, more: Record<string, unknown> = {}): Promise<string> {
  const body = { name: `assistant ${++made}`, expiry: 'never', ...more };
  const answer = await pageOf(role).answer('/api/auth/create_token', { method: 'POST', body });
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as { payload: { token: string } }).payload.token;
}

async function permit(role: string, row: Record<string, unknown>): Promise<void> {
  await addPermission(test.database, { subject: ids[role], subject_type: 'person', ...row });
  await hosted.platform.authz.reload();
}

describe('who may use the endpoint', () => {
  it('is an administrator by the role, by a token either way or by a session; nobody else', async () => {
    for (const role of pages.keys()) {
      const expected = role === 'admin' ? 200 : 403;
      const token = await tokenOf(role);
      const basic = { authorization: `Basic ${Buffer.from(`token:${token}`).toString('base64')}` };
      expect([role, await statusOf(bearer(token)), await statusOf(basic)]).toEqual([role, expected, expected]);
      const page = await pageOf(role).answer('/api/mcp', { method: 'POST', body: INITIALIZE });
      expect(page.status, role).toBe(expected);
    }
  });

  it('is whom a rule allows, with the token made then', async () => {
    const before = await tokenOf('guest');
    await permit('guest', { object: 'mcp', action: 'mcp:*' });
    // A token never may more than its owner could when it was made; a rule about the owner is the owner's then, too.
    expect(await statusOf(bearer(before))).toBe(200);
    expect(await statusOf(bearer(await tokenOf('guest')))).toBe(200);
    expect(await statusOf(bearer(await tokenOf('viewer')))).toBe(403);
    const assistant = await connectAssistant(address(), bearer(before));
    expect(await assistant.tools()).not.toContain('health_check_run');
  });

  it('is nobody whom a rule denies, whatever the role', async () => {
    const token = await tokenOf('admin');
    await permit('admin', { object: 'mcp', action: 'mcp:*', deny: true });
    const refused = await sendMessage(address(), INITIALIZE, bearer(token));
    expect(refused).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED', details: { object: 'mcp' } } });
  });

  it('is nobody without a credential that holds', async () => {
    const token = await tokenOf('admin');
    const ended = await tokenOf('admin', { expiry: '1h' });
    await test.database.pool.query(
      "update access_tokens set expires_at = now() - interval '1 second' where expires_at is not null",
    );
    for (const headers of [{}, bearer('nonsense'), bearer(`${token}x`), bearer(ended)]) {
      const { status, headers: told } = await sendMessage(address(), INITIALIZE, headers);
      expect([status, told.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });
});

describe('a token with something taken away', () => {
  it('of the endpoint does not reach it', async () => {
    const token = await tokenOf('admin', { deny_permissions: [{ object: 'mcp', action: 'mcp:*' }] });
    expect(await statusOf(bearer(token))).toBe(403);
  });

  it('of the catalog reaches the other tools', async () => {
    const token = await tokenOf('admin', {
      deny_permissions: [
        { object: 'catalog', action: 'read' },
        { object: 'canaries', action: 'run' },
        { object: 'connections', action: 'read' },
      ],
    });
    const assistant = await connectAssistant(address(), bearer(token));
    const tools = await assistant.tools();
    expect(tools).toContain('health_check_search');
    for (const name of ['catalog_search', 'health_check_run', 'list_connections']) expect(tools).not.toContain(name);
    expect((await assistant.call('catalog_search', { query: 'x' })).json).toMatchObject({ code: 'ACCESS_DENIED' });
    expect((await assistant.call('list_all_checks')).isError).toBe(false);
  });
});

describe('the page of another site', () => {
  it('drives it neither with the cookie of who is signed in nor with a token', async () => {
    const token = await tokenOf('admin');
    for (const headers of FOREIGN) {
      expect(await statusOf({ ...headers, cookie: pageOf('admin').cookie() }), JSON.stringify(headers)).toBe(403);
      expect(await statusOf({ ...headers, ...bearer(token) }), JSON.stringify(headers)).toBe(403);
    }
    expect(await statusOf({ ...bearer(token), origin: address().origin })).toBe(200);
  });
});

describe('where nobody signs in', () => {
  it('it is the local administrator that it works for, and for no page of another site', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qd-mcp-'));
    const config = loadConfig(
      { PORT: '0', QD_MODE: 'standalone', DATABASE_URL: test.url, QD_DATA_DIR: folder },
      {},
      folder,
      false,
    );
    const server = await startServer(config, { log: silentLog, consoleDir: null });
    try {
      for (const path of ['/mcp', '/api/mcp', '/api/canary/mcp', '/api/mcp/']) {
        const { status, body } = await sendMessage(new URL(path, server.url), INITIALIZE);
        expect([path, status, body]).toMatchObject([path, 200, ANSWERED]);
      }
      const url = new URL('/api/mcp', server.url);
      for (const headers of FOREIGN) expect((await sendMessage(url, INITIALIZE, headers)).status).toBe(403);
      expect((await sendMessage(url, INITIALIZE, { 'content-type': 'text/plain' })).status).toBe(415);
      expect((await (await connectAssistant(url, {})).call('list_all_checks')).isError).toBe(false);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the backend of an organisation', () => {
  it('serves it with what the control plane signs, and with tokens of its own', async () => {
    const organization = '11111111-1111-4111-8111-111111111111';
    const folder = mkdtempSync(join(tmpdir(), 'qd-mcp-'));
    const issuer = await startTestIssuer();
    const env = {
      PORT: '0',
      DATABASE_URL: test.url,
      QD_MODE: 'hosted',
      QD_DATA_DIR: folder,
      QD_TENANT_ISSUER: issuer.url,
      QD_TENANT_ORG_ID: organization,
    };
    const server = await startServer(loadConfig(env, {}, folder, false), { log: silentLog, consoleDir: null });
    try {
      const url = new URL('/mcp', server.url);
      const sign = (role: string) =>
        issuer.sign(issuer.claims(organization, Date.now(), { org_role: role, sub: role }));
      const [owner, member] = [bearer(await sign('owner')), bearer(await sign('member'))];
      expect(await sendMessage(url, INITIALIZE, owner)).toMatchObject({ status: 200, body: ANSWERED });
      expect((await sendMessage(url, INITIALIZE, member)).status).toBe(403);
      expect((await sendMessage(url, INITIALIZE)).status).toBe(401);
      // A token carries what was given in the backend, not what the organisation's role brings.
      const who = (await (await fetch(new URL('/auth/whoami', server.url), { headers: owner })).json()) as WhoAmI;
      await addPermission(test.database, {
        subject: who.payload.user.id,
        subject_type: 'person',
        object: '*',
        action: '*',
      });
      const asked = await sendMessage(
        new URL('/auth/create_token', server.url),
        { name: 'assistant', expiry: 'never' },
        owner,
      );
      const { payload } = asked.body as CreatedToken;
      await until(async () => (await sendMessage(url, INITIALIZE, bearer(payload.token))).status === 200);
      const assistant = await connectAssistant(url, bearer(payload.token));
      expect(await assistant.tools()).toContain('catalog_search');
    } finally {
      await server.stop();
      await issuer.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
