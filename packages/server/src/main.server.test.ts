import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = new URL('./main.ts', import.meta.url).href;
const program = `const { serve } = await import(${JSON.stringify(main)}); process.exit(await serve());`;
let test: TestDatabase;
let cwd = '';

beforeAll(async () => {
  test = await createTestDatabase();
  cwd = mkdtempSync(join(tmpdir(), 'qd-main-'));
});

afterAll(() => test.drop());

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd,
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: test.url, PORT: '0', QD_LOG_LEVEL: 'error', ...env },
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  child.stdout.resume();
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  return { child, said: () => said, exit: promise };
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
