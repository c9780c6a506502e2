import { writeFile } from 'node:fs/promises';
import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiToken } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createLog } from '../../platform/telemetry/log.ts';
import type { Page } from '../../testing/page.ts';
import { addPermission } from '../../testing/policies.ts';
import { type SelfHosted, startSelfHosted } from '../../testing/self-hosted.ts';
import { until } from '../scheduler/testing/fixtures.ts';
import { startTestCluster, type TestCluster } from './testing/cluster-server.ts';

const LIST = '/kubeproxy/apis/canaries.flanksource.com/v1/canaries';
const OWN = { 'sec-fetch-site': 'same-origin' };

let test: TestDatabase;
let cluster: TestCluster;
let hosted: SelfHosted;
let root: Page;
let bob: Page;
let bobId: string;
let rootToken: string;
let bobToken: string;
const logged: string[] = [];

beforeAll(async () => {
  [test, cluster] = await Promise.all([createTestDatabase(), startTestCluster()]);
  hosted = await startSelfHosted(test, 1, {
    env: cluster.env,
    log: createLog({ level: 'debug', format: 'json', write: (line) => logged.push(line) }),
  });
  await hosted.addAccount('root@example.test', 'admin');
  bobId = await hosted.addAccount('bob@example.test', 'viewer');
  root = await hosted.signedIn('root@example.test');
  bob = await hosted.signedIn('bob@example.test');
  rootToken = await tokenOf(root);
  bobToken = await tokenOf(bob);
});
afterAll(async () => {
  await hosted.stop();
  await cluster.stop();
  await test.drop();
});
beforeEach(() => {
  cluster.calls.length = 0;
});
afterEach(async () => {
  await test.database.pool.query('delete from permissions');
  await hosted.platform.authz.reload();
});

let made = 0;
async function tokenOf(page: Page, expiry = 'never', ...without: string[]): Promise<string> {
  const denied = without.map((action) => ({ object: 'kubernetes-proxy', action }));
  const body = { name: `made ${++made}`, expiry, deny_permissions: denied };
  const answer = await page.answer('/api/auth/create_token', { method: 'POST', body });
  return (answer.body as { payload: { token: string } }).payload.token;
}
async function permit(...actions: string[]): Promise<void> {
  for (const action of actions) {
    await addPermission(test.database, { subject: bobId, subject_type: 'person', object: 'kubernetes-proxy', action });
  }
  await hosted.platform.authz.reload();
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const basic = (token: string) => ({ authorization: `Basic ${Buffer.from(`token:${token}`).toString('base64')}` });
const ask = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(new URL(path, hosted.nodes[0]?.url), { ...init, headers });
const reasonOf = async (answer: Response) => ((await answer.json()) as { reason: string }).reason;
const tokensOf = async (page: Page) =>
  ((await page.answer('/api/auth/tokens')).body as { payload: ApiToken[] }).payload;

/** Sends a path as it is written, which `fetch` would put in order first. */
function askRaw(path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(hosted.nodes[0]?.url ?? '');
  return new Promise((resolve, reject) => {
    const outgoing = send({ hostname, port, path, headers }, async (answer) =>
      resolve({ status: answer.statusCode ?? 0, body: await text(answer) }),
    );
    outgoing.on('error', reject).end();
  });
}

describe('the settings of kubectl', () => {
  it('hold a new token of the caller, which reaches the cluster, is listed and written down', async () => {
    const before = await tokensOf(root);
    const answer = await root.call('/api/kubeconfig', { headers: OWN });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': expect.stringMatching(/^text\/yaml/),
      'content-disposition': 'attachment; filename="127.0.0.1-kubeconfig.yaml"',
      'cache-control': 'no-store',
    });
    const file = parse(await answer.text());
    const { username, password } = file.users[0].user;
    expect(file).toEqual({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'mission-control-127.0.0.1', cluster: { server: 'http://127.0.0.1:0/kubeproxy' } }],
      users: [{ name: 'default-user', user: { username: 'token', password } }],
      contexts: [{ name: 'default', context: { cluster: 'mission-control-127.0.0.1', user: 'default-user' } }],
      'current-context': 'default',
    });
    expect(username).toBe('token');
    expect((await ask(LIST, basic(password))).status).toBe(200);
    const known = new Set(before.map(({ id }) => id));
    const fresh = (await tokensOf(root)).filter(({ id }) => !known.has(id));
    expect(fresh).toMatchObject([{ name: expect.stringMatching(/^kubeconfig /) }]);
    const { rows } = await test.database.pool.query(
      "select actor_name, source from audit_log where target like '%kubeconfig %'",
    );
    expect(rows).toMatchObject([{ actor_name: 'root@example.test' }]);
  });

  it('are for administrators by their role, and for whom a rule allows to create', async () => {
    const statusOf = async () => (await bob.call('/kubeconfig', { headers: OWN })).status;
    expect(await statusOf()).toBe(403);
    await permit('read', 'update');
    expect(await statusOf()).toBe(403);
    await permit('create');
    expect(await statusOf()).toBe(200);
  });

  it('are made for no link of another site, no token, no HEAD, and nobody whose sign-in was a while ago', async () => {
    const before = (await tokensOf(root)).length;
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }] as Record<
      string,
      string
    >[]) {
      expect((await root.call('/api/kubeconfig', { headers })).status).toBe(403);
    }
    const typed = await root.call('/api/kubeconfig', { headers: { 'sec-fetch-site': 'none' } });
    expect(typed.status).toBe(200);
    expect((await ask('/api/kubeconfig', bearer(rootToken))).status).toBe(403);
    expect((await ask('/api/kubeconfig', {})).status).toBe(401);
    expect((await root.call('/api/kubeconfig', { method: 'HEAD', headers: OWN })).status).toBe(404);
    await test.database.pool.query("update identity_sessions set authenticated_at = now() - interval '1 hour'");
    expect((await root.answer('/api/kubeconfig', { headers: OWN })).code).toBe('SESSION_REFRESH_REQUIRED');
    await test.database.pool.query('update identity_sessions set authenticated_at = now()');
    expect((await tokensOf(root)).length).toBe(before + 1);
  });
});

describe('calls of the cluster', () => {
  it('are made as the reader, the writer or not at all, as the rules say', async () => {
    const userOf = async (token: string) => {
      cluster.calls.length = 0;
      const answer = await ask(LIST, bearer(token));
      await answer.body?.cancel();
      return answer.status === 200 ? cluster.calls[0]?.headers['impersonate-user'] : answer.status;
    };
    expect(await userOf(rootToken)).toBe('mission-control-writer');
    expect(await userOf(bobToken)).toBe(403);
    await permit('create');
    expect(await userOf(bobToken)).toBe(403);
    await permit('read');
    expect(await userOf(bobToken)).toBe('mission-control-reader');
    await permit('update');
    expect(await userOf(bobToken)).toBe('mission-control-writer');
    expect(await userOf(await tokenOf(root, 'never', 'update'))).toBe('mission-control-reader');
    expect(await userOf(await tokenOf(root, 'never', 'update', 'read'))).toBe(403);
  });

  it('need a token that lives: no session, no other credential', async () => {
    expect(await reasonOf(await root.call(LIST))).toBe('ACCESS_DENIED');
    const ended = await tokenOf(root, '1h');
    await test.database.pool.query("update access_tokens set expires_at = now() - interval '1 s' where name = $1", [
      `made ${made}`,
    ]);
    for (const headers of [{}, bearer('nonsense'), bearer(ended), basic(`${rootToken}x`)]) {
      expect((await ask(LIST, headers as Record<string, string>)).status).toBe(401);
    }
    expect(cluster.calls).toEqual([]);
  });

  it('carry method, path, query and body, and no word of the caller about who calls', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
      const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
      const answer = await ask(
        '/api/kubeproxy/api/v1/x%3Ay?a=%2F&b',
        {
          ...basic(rootToken),
          cookie: 'a=b',
          'content-type': 'application/strategic-merge-patch+json',
          'impersonate-user': 'root',
          'impersonate-group': 'system:masters',
          'impersonate-extra-scopes': 'all',
          'x-forwarded-for': '1.2.3.4',
          'x-remote-user': 'root',
          'kubectl-command': 'kubectl get',
        },
        { method, ...(hasBody ? { body: '{"a": 1}' } : {}) },
      );
      expect([method, answer.status]).toEqual([method, 200]);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.headers.get('audit-id')).toBe('a1');
      await answer.text();
      const call = cluster.calls.at(-1);
      expect(call).toMatchObject({ method, path: '/api/v1/x%3Ay?a=%2F&b', body: hasBody ? '{"a": 1}' : '' });
      const names = Object.keys(call?.headers ?? {});
      expect(names.filter((name) => /^(cookie|x-|impersonate-(?!user$))/.test(name))).toEqual([]);
      expect(call?.headers).toMatchObject({
        authorization: 'Bearer account-token-1',
        'impersonate-user': 'mission-control-writer',
        'kubectl-command': 'kubectl get',
      });
    }
  });

  it('never leave the root of the cluster', async () => {
    for (const path of ['/..%2fx', '/a/../../x', '/a/%2e%2E/x', '/a\\..\\x', '/.', '/a/./b', 'x', '@evil/']) {
      const { status } = await askRaw(`/kubeproxy${path}`, bearer(rootToken));
      expect([path, status >= 400]).toEqual([path, true]);
    }
    expect(cluster.calls).toEqual([]);
    expect((await askRaw('/canary/kubeproxy//version', bearer(rootToken))).status).toBe(200);
    expect(cluster.calls[0]?.path).toBe('/version');
  });

  it('take a body as it comes, of a length that nobody told, and no length without a body', async () => {
    const chunks = ['{"a":', '1}', 'x'.repeat(2_000_000)];
    const body = new ReadableStream({
      pull(controller) {
        const next = chunks.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(next));
      },
    });
    const headers = { ...bearer(rootToken), 'content-type': 'application/octet-stream' };
    const answer = await ask('/kubeproxy/api', headers, { method: 'DELETE', body, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(200);
    await answer.text();
    expect(cluster.calls[0]?.body.length).toBe(2_000_007);
    await askRaw('/kubeproxy/api', { ...bearer(rootToken), 'content-length': '0' });
    expect(cluster.calls[1]?.headers['content-length']).toBeUndefined();
  });

  it('that change their protocol get a clear answer', async () => {
    const headers = { ...bearer(rootToken), connection: 'Upgrade', upgrade: 'SPDY/3.1' };
    const { status, body } = await askRaw('/kubeproxy/api/v1/namespaces/a/pods/b/exec?command=sh', headers);
    expect([status, JSON.parse(body)]).toMatchObject([501, { kind: 'Status', reason: 'CLUSTER_UPGRADE_REFUSED' }]);
    expect(cluster.calls).toEqual([]);
  });
});

describe('a watch', () => {
  async function watch(token: string) {
    const abort = new AbortController();
    const answer = await ask(`${LIST}?watch=true`, bearer(token), { signal: abort.signal });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (reader === undefined) throw new Error('no stream');
    return { abort, reader, isOpen: () => cluster.watches.size > 0 };
  }

  it('tells each event as it happens, and ends at the cluster when the caller goes', async () => {
    const { abort, reader, isOpen } = await watch(rootToken);
    for (const event of ['{"type":"ADDED"}\n', '{"type":"DELETED"}\n']) {
      for (const one of cluster.watches) one.write(event);
      expect((await reader.read()).value).toBe(event);
    }
    abort.abort();
    await until(async () => !isOpen());
  });

  it('ends when its token is deleted', async () => {
    const token = await tokenOf(root);
    const { reader, isOpen } = await watch(token);
    await test.database.pool.query('delete from access_tokens where name = $1', [`made ${made}`]);
    await expect(reader.read()).rejects.toThrow();
    await until(async () => !isOpen());
  });

  it('ends when the right is taken away', async () => {
    await permit('read');
    const { reader } = await watch(bobToken);
    await test.database.pool.query('delete from permissions');
    await hosted.platform.authz.reload();
    await expect(reader.read()).rejects.toThrow();
  });
});

describe('the service account', () => {
  it('is known by the token that its folder holds now', async () => {
    await cluster.renewAccount('account-token-2');
    expect((await ask(LIST, bearer(rootToken))).status).toBe(200);
    expect(cluster.calls[0]?.headers.authorization).toBe('Bearer account-token-2');
  });

  it('that the cluster does not take is no 401 of the caller', async () => {
    const folder = cluster.env.QD_KUBERNETES_ACCOUNT_DIR ?? '';
    await cluster.renewAccount('account-token-3');
    await writeFile(`${folder}/token`, 'account-token-wrong');
    const answer = await ask(LIST, bearer(rootToken));
    expect([answer.status, await reasonOf(answer)]).toEqual([502, 'CLUSTER_UNREACHABLE']);
    await cluster.renewAccount('account-token-3');
  });

  it('and tokens stand in no log', () => {
    const all = logged.join('\n');
    expect(all).toContain('/kubeproxy/');
    for (const secret of ['account-token', rootToken, bobToken, rootToken.slice(-43)])
      expect(all).not.toContain(secret);
  });
});

it('without a cluster there is nothing at either address', async () => {
  const alone = await startSelfHosted(test);
  try {
    const page = await alone.signedIn('root@example.test');
    expect((await page.answer('/api/kubeconfig', { headers: OWN })).code).toBe('CLUSTER_ABSENT');
    expect((await page.answer('/api/status')).body).toMatchObject({ kubeconfig: false });
    const answer = await fetch(new URL(LIST, alone.nodes[0]?.url), { headers: bearer(rootToken) });
    expect([answer.status, await reasonOf(answer)]).toEqual([404, 'CLUSTER_ABSENT']);
  } finally {
    await alone.stop();
  }
});
