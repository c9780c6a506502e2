import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = new URL('./main.ts', import.meta.url).href;
const program = `const { serve } = await import(${JSON.stringify(main)}); process.exit(await serve());`;
const LEAKY = `
kind: Secret
metadata: {name: shop, namespace: default}
stringData: {password: hunter2secret}
---
kind: Canary
metadata: {name: leaky, annotations: {trace: "true"}}
spec:
  schedule: "@every 1h"
  http:
    - name: web
      url: http://ann:hunter2secret@127.0.0.1:1/
      username: {value: ann}
      password: {valueFrom: {secretKeyRef: {name: shop, key: password}}}
  postgres:
    - name: db
      url: postgres://$(username):$(password)@127.0.0.1:1/x
      username: {value: ann}
      password: {valueFrom: {secretKeyRef: {name: shop, key: password}}}
      query: select 1
`;
let test: TestDatabase;
let cwd = '';

beforeAll(async () => {
  test = await createTestDatabase();
  cwd = mkdtempSync(join(tmpdir(), 'qd-main-'));
});

afterAll(() => test.drop());

function start(env: Record<string, string>, before = '') {
  const child = spawn(process.execPath, ['--input-type=module', '-e', before + program], {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: test.url,
      PORT: '0',
      QD_MODE: 'standalone',
      QD_LOG_LEVEL: 'error',
      ...env,
    },
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  let logged = '';
  child.stdout.on('data', (part: Buffer) => {
    logged += part.toString();
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  return { child, said: () => said, logged: () => logged, exit: promise };
}

describe('serve', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('says where it listens, and stops in order at %s', async (signal) => {
    const { child, said, exit } = start({});
    await expect.poll(said, { timeout: 20_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+\//);
    const [url = ''] = /http:\S+/.exec(said()) ?? [];
    expect((await fetch(new URL('/healthz', url))).status).toBe(200);
    child.kill(signal);
    expect(await exit).toBe(0);
  });

  it('says on a first start how to add checks, in one line each', async () => {
    const [first, later] = [start({}), start({ QD_CONFIG_DIR: cwd })];
    await expect.poll(first.said, { timeout: 20_000 }).toMatch(/listens at http.*\n.*QD_CONFIG_DIR.*\n$/);
    await expect.poll(later.said, { timeout: 20_000 }).toMatch(/^Quarterdeck listens at http\S+\n$/);
    for (const { child, exit } of [first, later]) {
      child.kill('SIGTERM');
      await exit;
    }
  });

  it.each([
    ['throw', `process.on('SIGUSR2', () => { throw new Error('boom'); });`],
    ['rejection', `process.on('SIGUSR2', () => { Promise.reject(new Error('boom')); });`],
  ])('an uncaught %s is logged, schedules are handed back, and the process ends with 1', async (_name, crash) => {
    const { child, said, logged, exit } = start({ QD_NODE_NAME: `crash-${_name}` }, crash);
    await expect.poll(said, { timeout: 20_000 }).toContain('listens at');
    child.kill('SIGUSR2');
    expect(await exit).toBe(1);
    const line =
      logged()
        .split('\n')
        .find((text) => text.includes('boom')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ level: 'error', error: { message: 'boom' } });
    const { rows } = await test.database.pool.query(
      `select n.stopped_at is not null as left, (select count(*)::int from canary_schedules where node_id = n.id) as kept
       from nodes n where name = $1`,
      [`crash-${_name}`],
    );
    expect(rows).toEqual([{ left: true, kept: 0 }]);
  });

  it('writes no secret into its log when a check with one fails', async () => {
    const folder = mkdtempSync(join(cwd, 'documents-'));
    writeFileSync(join(folder, 'shop.yaml'), LEAKY);
    const { child, logged, said, exit } = start({
      QD_CONFIG_DIR: folder,
      QD_LOG_LEVEL: 'debug',
      QD_LOG_FORMAT: 'json',
    });
    const failed = async () => {
      const { rows } = await test.database.pool.query<{ n: number }>(
        `select count(*)::int as n from checks where name in ('web', 'db') and status = 'unhealthy'`,
      );
      return rows[0]?.n;
    };
    await expect.poll(failed, { timeout: 20_000 }).toBe(2);
    child.kill('SIGTERM');
    await exit;
    expect(logged()).toContain('listening');
    expect(logged() + said()).not.toContain('hunter2secret');
    const { rows } = await test.database.pool.query(`select message, error, details::text from check_statuses`);
    expect(JSON.stringify(rows)).not.toContain('hunter2secret');
  });

  it('ends with 2 and names every wrong setting', async () => {
    const { said, exit } = start({ PORT: 'x', QD_EXEC: 'maybe' });
    expect(await exit).toBe(2);
    expect(said()).toContain('CONFIG_INVALID');
    expect(said()).toContain('PORT is "x"');
    expect(said()).toContain('QD_EXEC is "maybe"');
  });

  it('ends with 1 when the port is taken or the database is away', async () => {
    const taken = createServer();
    const { promise, resolve } = Promise.withResolvers<void>();
    taken.listen(0, '127.0.0.1', resolve);
    await promise;
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const [busy, away] = [start({ PORT: String(port) }), start({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })];
    expect([await busy.exit, await away.exit]).toEqual([1, 1]);
    expect(busy.said()).toContain('EADDRINUSE');
    expect(away.said()).toContain('DATABASE_UNAVAILABLE');
    taken.close();
  });
});
