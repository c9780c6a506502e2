import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckSummary, GraphResponse, ServerStatus, SummaryResponse } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../config.ts';
import type { RunningServer } from '../../container.ts';
import { startServer } from '../../container.ts';
import { until } from '../scheduler/testing/fixtures.ts';

let main: TestDatabase;
let server: RunningServer;
const folder = mkdtempSync(join(tmpdir(), 'qd-health-'));
const target = createServer((request, response) => {
  response.statusCode = request.url === '/bad' ? 500 : 200;
  response.end('{"ok": true}');
});

const documents = (port: number) => `
apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: {name: shop, namespace: prod, labels: {team: red}}
spec:
  schedule: "@every 30s"
  severity: high
  http:
    - {name: good, url: "http://127.0.0.1:${port}/", labels: {tier: front}}
    - {name: bad, url: "http://127.0.0.1:${port}/bad", responseCodes: [200]}
---
apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: {name: hooks}
spec:
  webhook: {name: deploy, token: {value: s3cret}, test: {expr: "results.json.ok"}}
`;

const start = (more: Record<string, string> = {}) =>
  startServer(
    loadConfig(
      { PORT: '0', QD_MODE: 'standalone', DATABASE_URL: main.url, QD_DATA_DIR: tmpdir(), ...more },
      {},
      tmpdir(),
      false,
    ),
    {
      log: silentLog,
      consoleDir: null,
    },
  );
const call = (path: string, init: RequestInit = {}) => fetch(new URL(path, server.url), init);
const json = async <T>(path: string, init: RequestInit = {}) => (await (await call(path, init)).json()) as T;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const problem = async (answer: Response) => (await answer.json()) as { error: string; code: string };
const summary = async () => (await json<SummaryResponse>('/api/canary/api/summary')).checks_summary ?? [];
const find = async (name: string): Promise<CheckSummary> => {
  const { checks_summary = [] } = (await (await post('/api/summary', { SortBy: 'name' })).json()) as SummaryResponse;
  const check = checks_summary.find((row) => row.name === name);
  if (!check) throw new Error(`no check ${name}`);
  return check;
};

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const { port } = target.address() as AddressInfo;
  main = await createTestDatabase();
  writeFileSync(join(folder, 'shop.yaml'), documents(port));
  server = await start({ QD_CONFIG_DIR: folder });
  await until(async () => (await summary()).every((check) => check.status));
});
afterAll(async () => {
  await server.stop();
  target.close();
  await main.drop();
});

test('the documents of the folder run at once and are summed up', async () => {
  const good = await find('good');
  expect(good).toMatchObject({
    canary_name: 'shop',
    canary_namespace: 'prod',
    namespace: 'prod',
    type: 'http',
    status: 'healthy',
    endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
    severity: 'high',
    labels: { team: 'red', tier: 'front', high: 'true' },
    uptime: { passed: 1, failed: 0, last_pass: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/) },
    latency: { rolling1h: expect.any(Number), p95: expect.any(Number) },
    last_transition_time: expect.stringMatching(/\.\d{1,3}\+00:00$/),
  });
  expect(good).not.toHaveProperty('deleted_at');
  expect(good).not.toHaveProperty('description');
  expect(await find('bad')).toMatchObject({ status: 'unhealthy', uptime: { passed: 0, failed: 1 } });
  expect(await find('deploy')).toMatchObject({ type: 'webhook', status: 'healthy' });
});

test('a summary can be narrowed by labels and told to sort', async () => {
  const ask = async (body: unknown) => (await (await post('/api/summary', body)).json()) as SummaryResponse;
  const red = await ask({ labels: { team: 'red' }, SortBy: '-name' });
  expect(red.checks_summary?.map((check) => check.name)).toEqual(['good', 'bad']);
  expect(await ask({ Labels: { team: 'blue' } })).not.toHaveProperty('checks_summary');
  const refused = await post('/api/summary', { SortBy: 'age' });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 'REQUEST_INVALID', details: { field: 'SortBy' } });
});

test('the graph has buckets; a failing point has no status; nothing is null', async () => {
  const graph = async (name: string, query: string) =>
    json<GraphResponse>(`/api/canary/api/graph?check=${(await find(name)).id}&count=300&${query}`);
  const good = await graph('good', 'start=1h');
  expect(good).toMatchObject({ uptime: { passed: expect.any(Number), failed: 0 }, runnerName: expect.any(String) });
  expect(good.status?.[0]).toMatchObject({ status: true, passed: expect.any(Number) });
  expect(good.status?.[0]).not.toHaveProperty('failed');
  const bad = await graph('bad', 'start=3d');
  expect(bad.status?.[0]).not.toHaveProperty('status');
  expect(bad.status?.[0]).toMatchObject({ failed: expect.any(Number) });
  expect(await graph('good', 'start=2h&end=1h')).toMatchObject({ status: null, uptime: { passed: 0, failed: 0 } });
  const refused = async (query: string) => {
    const wrong = await call(`/api/graph?check=${(await find('good')).id}&${query}`);
    return [wrong.status, (await problem(wrong)).error];
  };
  expect(await refused('start=1h&end=2h')).toEqual([400, 'end time must be after start time']);
  expect(await refused('start=soon')).toEqual([400, 'start is invalid: time must be a duration or RFC3339 timestamp']);
  expect(await refused('since=1h&until=soon')).toEqual([
    400,
    'end is invalid: time must be a duration or RFC3339 timestamp',
  ]);
});

test('the graph tells messages and details only when it is asked to', async () => {
  const point = async (query: string) => {
    const { id } = await find('bad');
    return (await json<GraphResponse>(`/api/graph?check=${id}&start=1h&${query}`)).status?.at(-1);
  };
  const plain = await point('includeMessages=false');
  expect([plain && 'error' in plain, plain && 'detail' in plain]).toEqual([false, false]);
  expect((await point('includeMessages=true'))?.error).toContain('500');
  await main.database.pool.query(`update check_statuses set details = '{"seen": 1}' where details is null`);
  const detailed = await point('includeDetails=true');
  expect(detailed).not.toHaveProperty('error');
  expect(detailed).toMatchObject({ detail: { seen: 1 } });
});

test('the history of one check with count, at both addresses', async () => {
  const { id } = await find('bad');
  const query = `check_id=eq.${id}&time=gt.2020-01-01T00:00:00Z&status=eq.0&order=time.desc&limit=50&offset=0`;
  for (const base of ['/api/db', '/api/canary']) {
    const answer = await call(`${base}/check_statuses?${query}`, { headers: { prefer: 'count=exact' } });
    const rows = (await answer.json()) as Record<string, unknown>[];
    expect(answer.headers.get('content-range')).toBe(`0-${rows.length - 1}/${rows.length}`);
    expect(rows[0]).toMatchObject({ check_id: id, status: false, invalid: false, is_pushed: false });
  }
  const none = await call(`/api/db/check_statuses?check_id=eq.${id}&status=eq.1`, {
    headers: { prefer: 'count=exact' },
  });
  expect([none.headers.get('content-range'), await none.json()]).toEqual(['*/0', []]);
});

test('the reads of the console', async () => {
  const { id, canary_id } = await find('good');
  const select =
    '*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))';
  const [detail] = await json<Record<string, unknown>[]>(
    `/api/db/checks?id=eq.${id}&select=${encodeURIComponent(select)}`,
  );
  expect(detail).toMatchObject({
    id,
    canaries: { id: canary_id, name: 'shop', source: 'shop.yaml' },
    agents: { name: 'local' },
    components: [],
    configs: [],
    spec: { name: 'good' },
  });
  const [canary] = await json<Record<string, unknown>[]>(
    `/api/db/canaries?id=eq.${canary_id}&select=id,source,spec,name,namespace`,
  );
  expect(canary).toMatchObject({ id: canary_id, name: 'shop', spec: { severity: 'high' } });
  expect(await json('/api/db/canary_names')).toEqual([
    { id: expect.any(String), name: 'hooks', namespace: 'default' },
    { id: canary_id, name: 'shop', namespace: 'prod' },
  ]);
  expect(await json('/api/db/check_names')).toHaveLength(3);
  const nil = '00000000-0000-0000-0000-000000000000';
  expect(await json(`/api/db/agents?select=id,name,description&id=in.(${nil})`)).toEqual([
    { id: nil, name: 'local', description: null },
  ]);
  const refused = await call('/api/db/checks?endpoint_of=eq.x');
  expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ code: '42703' })]);
});

test('strips, one check as evidence, details and about', async () => {
  const { id } = await find('good');
  const { recent } = await json<{ recent: Record<string, number[][]> }>(`/api/canary/api/recent?ids=${id}`);
  expect(recent[id]?.[0]).toEqual([expect.any(Number), expect.any(Number), 1]);
  expect((await call('/api/recent?ids=x')).status).toBe(400);
  expect(await json(`/api/canary/api?check=${id}&includeMessages=true&start=1h`)).toMatchObject({
    checks: [{ id, name: 'good' }],
  });
  const [row] = await json<{ time: string }[]>(`/api/db/check_statuses?check_id=eq.${id}&select=time&limit=1`);
  const details = await call(`/api/details?key=${id}&time=${encodeURIComponent(row?.time ?? '')}`);
  expect(details.status).toBe(200);
  const wrong = await call('/api/details');
  expect([wrong.status, (await problem(wrong)).error]).toEqual([400, 'key and time are required parameters']);
  expect(await json('/api/canary/about')).toEqual({ Timestamp: expect.any(String), Version: expect.any(String) });
});

test('run now answers the first result and the counts', async () => {
  const good = await find('good');
  const answer = await call(`/api/canary/run/check/${good.id}`, { method: 'POST' });
  expect(await answer.json()).toMatchObject({ name: 'good', pass: true, total: 1, failed: 0, success: 1, errors: [] });
  const bad = await find('bad');
  const failing = await json<Record<string, unknown>>(`/run/check/${bad.id}`, { method: 'POST' });
  expect(failing).toMatchObject({ name: 'bad', failed: 1, errors: [{ bad: expect.any(String) }] });
  expect(failing).not.toHaveProperty('pass');
  const unknown = await call(`/run/check/${good.canary_id}`, { method: 'POST' });
  expect([unknown.status, (await problem(unknown)).code]).toEqual([404, 'CHECK_NOT_FOUND']);
});

test('a webhook is tested by its expression and its token', async () => {
  const wrong = await post('/webhook/deploy?token=wrong', { ok: true });
  expect([wrong.status, (await problem(wrong)).error]).toEqual([401, 'invalid webhook token']);
  expect((await post('/webhook/nothing', {})).status).toBe(404);
  const right = await post('/webhook/deploy', { ok: false }, { 'webhook-token': 's3cret' });
  expect([right.status, await right.json()]).toEqual([200, { message: 'ok' }]);
  expect(await find('deploy')).toMatchObject({ status: 'unhealthy' });
});

test('pushed results make their canary and check, and find them again by id', async () => {
  const made = await post('/api/push', {
    Check: { name: 'nightly', type: 'backup', namespace: 'ops' },
    Status: { status: true, duration: 7, message: 'fine', time: '2026-01-01T00:00:00Z' },
  });
  expect([made.status, await made.text()]).toEqual([201, '']);
  const nightly = await find('nightly');
  expect(nightly).toMatchObject({ canary_name: 'nightly', namespace: 'ops', type: 'backup', status: 'healthy' });
  await post('/api/push', { check: { ID: nightly.id }, status: { Status: false, error: 'late' } });
  expect(await find('nightly')).toMatchObject({ id: nightly.id, status: 'unhealthy', type: 'backup' });
  const unknown = await post('/api/push', { Check: { id: nightly.canary_id }, Status: {} });
  expect([unknown.status, (await problem(unknown)).error]).toEqual([404, 'check not found']);
  expect((await post('/api/push', { Check: {} })).status).toBe(400);
});

test('documents are applied one by one, with what is wrong with the others', async () => {
  const body = `${'kind: Canary\nmetadata: {name: applied}\nspec: {tcp: [{name: t, endpoint: "127.0.0.1:1"}]}'}\n---\nkind: Canary\nspec: {http: [{name: x, responseCodes: wrong}]}\n---\nkind: Secret\n`;
  const answer = await call('/api/canary/apply', { method: 'POST', body, headers: { 'content-type': 'text/yaml' } });
  const { applied, problems } = (await answer.json()) as { applied: unknown[]; problems: { code: string }[] };
  expect(applied).toMatchObject([{ name: 'applied', outcome: 'created' }]);
  expect(problems.map((problem) => problem.code)).toEqual(expect.arrayContaining(['DOCUMENT_FIELD', 'DOCUMENT_KIND']));
});

test('the status of the server, and its watch over itself, which ends with the first canary', async () => {
  expect(await json<ServerStatus>('/api/status')).toMatchObject({
    mode: 'standalone',
    selfWatch: false,
    configDir: folder,
    documentErrors: [],
    scheduler: { checks: 2, missed: 0 },
  });
  expect(await json('/api/self')).toMatchObject({ database: { up: true }, clock: { driftMs: expect.any(Number) } });
});

test('with nothing configured the product watches itself until the first canary comes', async () => {
  const other = await createTestDatabase();
  const own = await startServer(
    loadConfig(
      { PORT: '0', QD_MODE: 'standalone', DATABASE_URL: other.url, QD_DATA_DIR: tmpdir() },
      {},
      tmpdir(),
      false,
    ),
    { log: silentLog, consoleDir: null },
  );
  try {
    const rows = async () => {
      const answer = await fetch(new URL('/api/summary', own.url), { method: 'POST' });
      return ((await answer.json()) as SummaryResponse).checks_summary ?? [];
    };
    await until(async () => (await rows()).length === 4 && (await rows()).every((check) => check.status));
    const checks = await rows();
    expect(checks.map((check) => [check.name, check.status, check.labels?.['built-in']]).sort()).toEqual([
      ['clock', 'healthy', 'true'],
      ['database', 'healthy', 'true'],
      ['disk', expect.stringMatching(/healthy/), 'true'],
      ['http', 'healthy', 'true'],
    ]);
    const body = 'kind: Canary\nmetadata: {name: mine}\nspec: {tcp: [{name: t, endpoint: "127.0.0.1:1"}]}';
    await fetch(new URL('/api/canary/apply', own.url), { method: 'POST', body });
    expect((await rows()).map((check) => check.canary_name)).toEqual(['mine']);
  } finally {
    await own.stop();
    await other.drop();
  }
});
