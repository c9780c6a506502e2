import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../container.ts';

let test: TestDatabase;
let server: RunningServer;

beforeAll(async () => {
  test = await createTestDatabase();
  const config = loadConfig({ PORT: '0', QD_MODE: 'standalone', QD_DEMO: 'true' }, {}, '/', false);
  server = await startServer(config, { log: silentLog, consoleDir: null, openDatabase: async () => test.database });
});

afterAll(async () => {
  await server.stop();
  await test.drop();
});

async function get<T>(path: string): Promise<T> {
  const response = await fetch(new URL(path, server.url));
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

describe('demo', () => {
  it('says that it is a demo', async () => {
    expect(await get('/api/status')).toMatchObject({ demo: true, selfWatch: false });
  });

  it('shows a hundred checks, most of them well and some not, with a last hour', async () => {
    const { checks_summary: checks } = await get<{
      checks_summary: { status: string; uptime: { passed: number; failed: number }; canary_name: string }[];
    }>('/api/summary');
    expect(checks).toHaveLength(100);
    const healthy = checks.filter(({ status }) => status === 'healthy').length;
    expect(healthy).toBeGreaterThan(70);
    expect(healthy).toBeLessThan(100);
    for (const { uptime } of checks) expect(uptime.passed + uptime.failed).toBeGreaterThan(100);
    expect(new Set(checks.map(({ canary_name }) => canary_name)).size).toBe(10);
  });

  it('gives each check thirty days of history and a strip of last results', async () => {
    const { checks_summary: checks } = await get<{
      checks_summary: { id: string; last_transition_time: string; status: string }[];
    }>('/api/summary');
    const failing = checks.find(({ status }) => status === 'unhealthy');
    const graph = await get<{ uptime: { passed: number; failed: number }; status: unknown[] }>(
      `/api/graph?check=${failing?.id}&start=30d`,
    );
    expect(graph.uptime.passed + graph.uptime.failed).toBeGreaterThan(1500);
    const { recent } = await get<{ recent: Record<string, unknown[]> }>(`/api/canary/api/recent?ids=${failing?.id}`);
    expect(recent[failing?.id ?? '']).toHaveLength(40);
    expect(Date.now() - Date.parse(failing?.last_transition_time ?? '')).toBeGreaterThan(30_000);
  });

  it('has a catalog, incidents and runs around its checks', async () => {
    const { rows } = await test.database.pool.query<Record<string, number>>(
      `select (select count(*)::int from config_items) as items, (select count(*)::int from incidents) as incidents,
         (select count(*)::int from playbook_runs) as runs, (select count(*)::int from check_component_relationships) as linked`,
    );
    expect(rows[0]).toMatchObject({ incidents: 20, runs: 500, linked: 100 });
    expect(rows[0]?.items).toBeGreaterThan(900);
  });

  it('really runs the checks', async () => {
    const ran = async () => {
      const { rows } = await test.database.pool.query<{ n: number }>(
        'select count(*)::int as n from canary_runs where finished_at is not null',
      );
      return rows[0]?.n ?? 0;
    };
    await expect.poll(ran, { timeout: 25_000 }).toBeGreaterThan(0);
  });
});
