import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { startServer } from './container.ts';
import type { Platform } from './platform/index.ts';

const idle = { start: async () => undefined };
let test: TestDatabase;
let configDir = '';

const config = (env: Record<string, string> = {}) =>
  loadConfig(
    { PORT: '0', QD_MODE: 'standalone', DATABASE_URL: test.url, QD_CONFIG_DIR: configDir, ...env },
    {},
    tmpdir(),
    false,
  );

beforeAll(async () => {
  test = await createTestDatabase();
  configDir = mkdtempSync(join(tmpdir(), 'qd-container-'));
  writeFileSync(join(configDir, 'bad.yaml'), 'kind: Canary\nspec: [');
  writeFileSync(
    join(configDir, 'good.yaml'),
    'apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata: {name: web}\nspec:\n  http:\n    - name: front\n      url: http://localhost\n',
  );
});

afterAll(() => test.drop());

describe('startServer', () => {
  it('starts all parts, hands them to the features, and stops in order', async () => {
    const order: string[] = [];
    let platform: Platform | null = null;
    const server = await startServer(config(), {
      log: silentLog,
      consoleDir: null,
      registerFeatures: (given) => {
        platform = given;
        given.http.route({
          method: 'GET',
          url: '/about',
          access: 'public',
          handler: () => ({ Version: given.version }),
        });
        given.shutdown.onStop('scheduler', async () => {
          order.push((await given.database.isUp()) ? 'stopped with the database up' : 'too late');
        });
        return {
          start: async () => {
            order.push(`started with ${given.documents.current().canaries.get('good.yaml')?.length} canary`);
          },
        };
      },
    });
    const about = await fetch(new URL('/api/canary/about', server.url));
    expect(await about.json()).toEqual({ Version: expect.stringMatching(/^\d/) });
    const ready = await fetch(new URL('/readyz', server.url));
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: 'ready',
      checks: { documents: { errors: [{ file: 'bad.yaml', code: 'DOCUMENT_SYNTAX' }] } },
    });
    const port = Number(server.url.port);
    await expect((platform as Platform | null)?.egress.connect({ host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
    });
    const stream = await fetch(new URL('/api/live', server.url));
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(await server.stop()).toBe(true);
    expect(await stream.text()).toContain('event: hello');
    expect(order).toEqual(['started with 1 canary', 'stopped with the database up']);
    await expect(fetch(new URL('/healthz', server.url))).rejects.toThrow();
  });

  it('uses a connection as soon as it was changed, on whichever node', async () => {
    const started = Promise.withResolvers<Platform>();
    const server = await startServer(config(), {
      log: silentLog,
      consoleDir: null,
      registerFeatures: (platform) => {
        started.resolve(platform);
        return idle;
      },
    });
    const { connections } = await started.promise;
    const url = async () => (await connections.connection('connection://moved', 'default')).url;
    await test.database.pool.query("insert into connections (name, type, url) values ('moved', 'http', 'http://old')");
    expect(await url()).toBe('http://old');
    await test.database.pool.query("update connections set url = 'http://new' where name = 'moved'");
    await expect.poll(url, { timeout: 20_000 }).toBe('http://new');
    expect(await server.stop()).toBe(true);
  });

  it('fails when the port is taken, and leaves nothing behind', async () => {
    const taken = createServer();
    const { promise, resolve } = Promise.withResolvers<void>();
    taken.listen(0, '127.0.0.1', resolve);
    await promise;
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    let stopped = false;
    const start = startServer(config({ PORT: port }), {
      log: silentLog,
      consoleDir: null,
      registerFeatures: ({ shutdown }) => {
        shutdown.onStop('feature', () => {
          stopped = true;
        });
        return idle;
      },
    });
    await expect(start).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(stopped).toBe(true);
    taken.close();
  });

  it('fails when a list of the egress policy or the database is wrong', async () => {
    const options = { log: silentLog, consoleDir: null, registerFeatures: () => idle };
    const badList = startServer(config({ QD_EGRESS_DENY: '10.0.0.0/99' }), options);
    await expect(badList).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    const noDatabase = startServer(config({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }), options);
    await expect(noDatabase).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });
});
