import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SummaryResponse } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../config.ts';
import type { RunningServer } from '../../container.ts';
import { startServer } from '../../container.ts';
import { createDatabaseProxy, type DatabaseProxy } from './testing/database-proxy.ts';
import { newId, until } from './testing/fixtures.ts';

let main: TestDatabase;
let proxy: DatabaseProxy;
let server: RunningServer;
let hits = 0;
let dataDir = '';
const target = createServer((_request, response) => {
  hits += 1;
  response.end('ok');
});

const start = () =>
  startServer(
    loadConfig(
      {
        PORT: '0',
        QD_MODE: 'standalone',
        DATABASE_URL: proxy.url,
        QD_DATA_DIR: dataDir,
        QD_CONFIG_DIR: join(dataDir, 'documents'),
      },
      {},
      tmpdir(),
      false,
    ),
    { log: silentLog, consoleDir: null },
  );
const call = (path: string, init?: RequestInit) => fetch(new URL(path, server.url), init);
const query = async <T extends object>(text: string) => (await main.database.pool.query<T>(text)).rows;
const results = async () => (await query<{ n: number }>('select count(*)::int as n from check_statuses'))[0]?.n ?? 0;
const slots = async () => (await query<{ n: number }>('select count(*)::int as n from canary_runs'))[0]?.n ?? 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
});
beforeEach(async () => {
  main = await createTestDatabase();
  proxy = await createDatabaseProxy(main.url);
  dataDir = mkdtempSync(join(tmpdir(), 'qd-away-'));
  const folder = join(dataDir, 'documents');
  mkdirSync(folder);
  const { port } = target.address() as AddressInfo;
  writeFileSync(
    join(folder, 'shop.yaml'),
    `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: {name: shop}
spec:
  schedule: "@every 2s"
  http: [{name: front, url: "http://127.0.0.1:${port}/"}]
`,
  );
  hits = 0;
});
afterEach(async () => {
  await server.stop();
  await proxy.close();
  await main.drop();
});
afterAll(() => target.close());

test('checks go on without the database, what they found is stored once it is back, and once each', async () => {
  server = await start();
  await until(async () => (await results()) >= 2);
  const known = (await (await call('/api/canary/api/summary')).json()) as SummaryResponse;
  await until(async () => hits === (await results()));
  await proxy.cut();
  const before = hits;
  await until(() => hits >= before + 3);

  const ready = await call('/readyz');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ checks: { database: { status: 'down', reason: expect.any(String) } } });
  const summary = await call('/api/canary/api/summary');
  expect(summary.status).toBe(200);
  expect(Number(summary.headers.get('age'))).toBeGreaterThanOrEqual(0);
  const { stale_since, checks_summary } = (await summary.json()) as SummaryResponse;
  expect(Date.parse(stale_since ?? '')).toBeLessThanOrEqual(Date.now());
  expect(checks_summary?.map((check) => check.id)).toEqual(known.checks_summary?.map((check) => check.id));
  const filtered = await call('/api/canary/api/summary', {
    method: 'POST',
    body: '{"SortBy":"name"}',
    headers: { 'content-type': 'application/json' },
  });
  expect(filtered.status).toBe(503);
  const run = await call(`/api/canary/run/check/${checks_summary?.[0]?.id}`, { method: 'POST' });
  expect([run.status, ((await run.json()) as { code: string }).code]).toEqual([503, 'DATABASE_UNAVAILABLE']);

  await proxy.mend();
  await until(async () => (await call('/readyz')).status === 200);
  await until(async () => (await results()) >= before + 3);
  await until(async () => hits === (await results()));
  await until(async () => (await call('/api/canary/api/summary').then((answer) => answer.headers.get('age'))) === null);
  const [state] = await query<{ passed: number; strip: number }>(
    'select passed, cardinality(recent_at) as strip from check_states',
  );
  expect(state?.strip).toBeGreaterThanOrEqual(before + 3);
  expect(state?.passed).toBe(state?.strip);
  const [missed] = await query<{ missed: number }>('select missed from canary_schedules');
  expect(missed?.missed).toBe(0);
});

test('a node that knows of another one waits, because the other one may be running its slots', async () => {
  await main.database.pool.query(
    `insert into nodes (id, name, heartbeat_at) values ($1, 'other', now() + interval '1 hour')`,
    [newId()],
  );
  server = await start();
  await until(async () => (await results()) >= 1);
  await proxy.cut();
  await until(async () => (await call('/readyz')).status === 503);
  const before = hits;
  await new Promise((resolve) => setTimeout(resolve, 5000));
  expect(hits - before).toBeLessThanOrEqual(1);
  await proxy.mend();
  await until(() => hits > before + 1);
});

test('a process that ends meanwhile leaves its results to the next one, which runs no slot again', async () => {
  server = await start();
  await until(async () => (await results()) >= 1);
  await until(async () => hits === (await results()));
  await proxy.cut();
  const before = hits;
  await until(() => hits >= before + 2);
  await server.stop();
  const made = hits;
  await proxy.mend();
  server = await start();
  await until(async () => (await results()) >= made);
  await until(async () => hits === (await results()));
  const twice = await query(
    'select canary_id, slot from canary_runs group by 1, 2 having count(*) > 1 union all select check_id, time from check_statuses group by 1, 2 having count(*) > 1',
  );
  expect(twice).toEqual([]);
  expect(await slots()).toBeGreaterThan(0);
});
