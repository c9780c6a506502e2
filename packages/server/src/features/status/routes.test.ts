import type { ServerStatus } from '@quarterdeck/contract';
import { createManualClock, silentLog } from '@quarterdeck/kit';
import { fastify } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabaseContact } from '../../platform/contact/contact.ts';
import type { Platform, RouteDefinition } from '../../platform/index.ts';
import { registerStatusRoutes, type StatusOptions } from './routes.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

let app: ReturnType<typeof fastify>;
let checks: () => Promise<number>;
let figures: ReturnType<StatusOptions['figures']>;

beforeEach(() => {
  app = fastify();
  checks = async () => 12;
  figures = null;
  const platform = {
    http: { route: ({ method, url, handler }: RouteDefinition) => app.route({ method, url, handler }) },
    config: { mode: 'standalone', runnerName: 'local', demo: false, configDir: null },
    documents: { current: () => ({ errors: [] }) },
    version: '1.2.3',
    contact: createDatabaseContact(createManualClock(0), silentLog),
  };
  registerStatusRoutes({
    platform: platform as unknown as Platform, // as much of it as the route reads
    store: { checks: () => checks() },
    figures: () => figures,
    hasCluster: true,
    selfWatch: { active: () => true },
  });
});
afterEach(() => app.close());

async function ask() {
  const response = await app.inject('/api/status');
  return { code: response.statusCode, status: response.json() as ServerStatus };
}

it('tells what the console shows around every page', async () => {
  expect((await ask()).status).toEqual({
    version: '1.2.3',
    mode: 'standalone',
    runnerName: 'local',
    demo: false,
    selfWatch: true,
    configDir: null,
    kubeconfig: true,
    documentErrors: [],
    scheduler: { checks: 12, latenessP99Ms: 0, missed: 0 },
  });
});

it('rounds how late checks begin', async () => {
  figures = { latenessP99Ms: 12.6, missed: 3 } as typeof figures;
  expect((await ask()).status.scheduler).toEqual({ checks: 12, latenessP99Ms: 13, missed: 3 });
});

it('tells the number of checks that was known last while the database is away', async () => {
  await ask();
  checks = () => Promise.reject(refused);
  for (const _ of [1, 2]) expect(await ask()).toMatchObject({ code: 200, status: { scheduler: { checks: 12 } } });
});

it('fails when the question itself is wrong', async () => {
  checks = () => Promise.reject(Object.assign(new Error('no such table'), { code: '42P01' }));
  expect((await ask()).code).toBe(500);
});
