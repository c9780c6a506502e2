import { randomBytes } from 'node:crypto';
import { createTestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { loadConfig, type RunningServer, startServer } from '@quarterdeck/server';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/product.ts';
import { API, Browser } from './support/browser.ts';
import { CONSOLE, upstreamUrl } from './support/site.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function place(): Promise<{ url: string; dataDir: string }> {
  const test = await createTestDatabase();
  const [dataDir, remove] = await temporaryFolder('mode');
  ends.push(remove, test.drop);
  return { url: test.url, dataDir };
}

async function start({ url, dataDir }: { url: string; dataDir: string }, env: Record<string, string>) {
  const settings = { PORT: '0', DATABASE_URL: url, QD_DATA_DIR: dataDir, QD_BREACH_URL: 'off', ...env };
  const server = await startServer(loadConfig(settings, {}, dataDir, false), { log: silentLog, consoleDir: null });
  ends.push(server.stop);
  return server;
}

const browserAt = (server: RunningServer) => new Browser(() => server.url.origin, CONSOLE, '192.0.2.1');

describe('modes (contract identity §11)', () => {
  it('36: without a sign-in there is no identity service, and everybody administers', async () => {
    const server = await start(await place(), { QD_MODE: 'standalone' });
    const browser = browserAt(server);
    expect((await browser.call('GET', '/api/bootstrap')).body).toMatchObject({ mode: 'standalone' });
    for (const path of ['/sessions/whoami', '/self-service/login/browser', '/self-service/settings/browser', '']) {
      expect((await browser.call('GET', `${API}${path}`)).status, path).toBe(404);
      expect((await browser.call('GET', `/kratos${path}`)).status, path).toBe(404);
    }
    const answer = await browser.call('GET', '/api/db/people');
    expect([answer.status, answer.cookies]).toEqual([200, []]);
    expect((await browser.call('GET', '/api/outbox')).status).toBe(404);
  });

  it.runIf(upstreamUrl === null)(
    '37: replicas that start together on a fresh database make one administrator, once',
    async () => {
      const where = await place();
      const env = {
        QD_MODE: 'self-hosted',
        QD_SECRET_KEY: randomBytes(32).toString('base64'),
        QD_PUBLIC_ENDPOINT: CONSOLE,
        QD_ADMIN_EMAIL: 'admin@local.test',
      };
      const nodes = await Promise.all([start(where, env), start(where, env), start(where, env)]);
      const told = nodes.flatMap(({ setup }) => (setup === null ? [] : [setup]));
      expect(told).toEqual([
        { kind: 'account', email: 'admin@local.test', password: expect.stringMatching(/^\w{24}$/) },
      ]);
      const [first] = told;
      const password = first?.kind === 'account' ? (first.password ?? '') : '';
      for (const [identifier, tried] of [
        ['admin@local.test', 'admin'],
        ['admin', 'admin'],
        ['admin@local', 'admin'],
      ] as const) {
        expect((await browserAt(nodes[0] ?? raise()).signIn(identifier, tried)).status).toBe(400);
      }
      const again = await start(where, { ...env, QD_ADMIN_PASSWORD: 'something else altogether' });
      expect(again.setup).toBeNull();
      for (const node of [...nodes, again]) {
        const browser = browserAt(node);
        expect((await browser.signIn('admin@local.test', password)).status).toBe(200);
        const who = (await browser.call('GET', '/api/auth/whoami')).body as { payload: { roles: string[] } };
        expect(who.payload.roles).toContain('admin');
      }
      expect((await browserAt(again).signIn('admin@local.test', 'something else altogether')).status).toBe(400);
    },
  );
});

function raise(): never {
  throw new Error('no node');
}
