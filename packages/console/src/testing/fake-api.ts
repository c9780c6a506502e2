import type {
  Bootstrap,
  CheckSummary,
  Preferences,
  PropertyRow,
  ResourceSearchAnswer,
  ServerStatus,
} from '@quarterdeck/contract';
import { vi } from 'vitest';
import { createConsoleStorage } from '../data/console-storage.ts';
import type { ConsoleServices } from '../data/context.ts';
import { createDb } from '../data/db.ts';
import { createHttp } from '../data/http.ts';
import { createLiveClient } from '../data/live.ts';
import { createQueryClient } from '../data/query-client.ts';
import { createRecentLoader } from '../data/recent.ts';

export const STATUS: ServerStatus = {
  version: '0.0.0',
  mode: 'standalone',
  runnerName: 'local',
  demo: false,
  selfWatch: false,
  configDir: '/etc/quarterdeck',
  documentErrors: [],
  scheduler: { checks: 2, latenessP99Ms: 10, missed: 0 },
};

/** Answers of a small server for tests: change `checks`, `status` or `failure` between calls; `calls` tells what was asked. */
export function createFakeApi(checks: CheckSummary[]) {
  const api = {
    checks,
    status: STATUS,
    mode: 'self-hosted' as Bootstrap['mode'],
    roles: ['admin'],
    properties: [] as PropertyRow[],
    failure: undefined as { status: number; error: string } | undefined,
    /** Statuses by the start of the paths that are answered with nothing else. */
    refused: {} as Record<string, number>,
    /** A part of the paths that are never answered. */
    silent: undefined as string | undefined,
    found: {} as ResourceSearchAnswer,
    /** Whole answers by the start of their paths; the first that fits. */
    answers: {} as Record<string, unknown>,
    /** Rows of the REST dialect by relation. */
    rows: {} as Record<string, object[]>,
    calls: [] as string[],
    /** What the server keeps for the person; nothing in standalone mode. */
    preferences: undefined as Preferences | undefined,
    /** What was written, in order. */
    sent: [] as { path: string; body: unknown }[],
  };
  const stored = new Map<string, string>();
  const answer = (path: string): unknown => {
    if (path.startsWith('/api/canary/api/summary')) return { runnerName: 'local', checks_summary: api.checks };
    if (path.startsWith('/api/canary/api/recent')) return { recent: {} };
    if (path.startsWith('/api/canary/api/graph')) {
      return { duration: 1, runnerName: 'local', status: null, latency: {}, uptime: { passed: 3, failed: 1 } };
    }
    const given = Object.entries(api.answers).find(([start]) => path.startsWith(start));
    if (given) return given[1];
    if (path.startsWith('/api/bootstrap')) {
      const features = { registration: false, outbox: true, query_login: false };
      return { mode: api.mode, console_version: '0.0.0', features } satisfies Bootstrap;
    }
    if (path.startsWith('/api/status')) return api.status;
    if (path.startsWith('/api/auth/whoami')) {
      const user = { id: 'u1', name: 'Ada', email: 'ada@example.com' };
      const kept = api.preferences ? { preferences: api.preferences } : {};
      return { message: '', payload: { user, roles: api.roles, permissions: [], ...kept } };
    }
    if (path.startsWith('/api/resources/search')) return api.found;
    if (path.startsWith('/api/properties')) return api.properties;
    if (path.startsWith('/api/canary/run/check/')) {
      return { total: 1, success: 0, failed: 1, errors: [{ probe: 'refused' }] };
    }
    const relation = /^\/api\/db\/(\w+)/.exec(path)?.[1] ?? '';
    return api.rows[relation] ?? [];
  };
  const fetch = vi.fn(async (path: unknown, init: RequestInit = {}) => {
    api.calls.push(String(path));
    if (init.method === 'PATCH') api.sent.push({ path: String(path), body: JSON.parse(String(init.body)) });
    if (api.silent && String(path).includes(api.silent)) await new Promise(() => undefined);
    if (api.failure && String(path).includes('summary')) {
      return new Response(JSON.stringify({ code: 'DATABASE_UNAVAILABLE', error: api.failure.error }), api.failure);
    }
    const refused = Object.entries(api.refused).find(([start]) => String(path).startsWith(start));
    if (refused) return new Response(JSON.stringify({ error: 'refused' }), { status: refused[1] });
    if (String(path).includes('/run/')) await new Promise((resolve) => setTimeout(resolve, 100));
    return new Response(JSON.stringify(answer(String(path))));
  });
  const http = createHttp({ fetch: fetch as never, isOnline: () => true });
  const services: ConsoleServices = {
    http,
    db: createDb(http),
    live: createLiveClient({
      open: () => {
        throw new Error('no stream in this test');
      },
      now: () => 0,
      delay: () => () => undefined,
      onEvent: () => undefined,
    }),
    loadRecent: createRecentLoader(http, (_ms, run) => queueMicrotask(run)),
    storage: createConsoleStorage({
      local: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
      send: (changes) => http.patch('/api/preferences', changes),
    }),
    now: () => Date.now(),
  };
  return { api, services, stored, client: createQueryClient(() => undefined) };
}

/** Gives the document the sizes that happy-dom lacks, so that virtual rows are drawn. */
export function prepareSizes(): void {
  for (const [name, size] of [
    ['clientWidth', 1280],
    ['offsetWidth', 1280],
    ['clientHeight', 800],
    ['offsetHeight', 800],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size });
  }
}
