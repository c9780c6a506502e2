import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@quarterdeck/db/testing';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

it('a server whose output nobody reads any more goes on, and stops in order', async () => {
  const test = await createTestDatabase();
  const cwd = mkdtempSync(join(tmpdir(), 'qd-output-'));
  const child = spawn(process.execPath, ['--conditions', 'development', main, 'serve'], {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: test.url,
      PORT: '0',
      QD_MODE: 'standalone',
      QD_LOG_LEVEL: 'debug',
    },
  });
  try {
    let said = '';
    child.stderr.on('data', (part: Buffer) => {
      said += part.toString();
    });
    await expect.poll(() => /listens at (\S+)/.exec(said)?.[1] ?? '', { timeout: 60_000 }).not.toBe('');
    const url = /listens at (\S+)/.exec(said)?.[1] ?? '';
    child.stdout.destroy();
    child.stderr.destroy();
    for (let call = 0; call < 3; call += 1) expect((await fetch(new URL('/api/nothing', url))).status).toBe(404);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
    await test.drop();
    rmSync(cwd, { recursive: true, force: true });
  }
}, 90_000);
