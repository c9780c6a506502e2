import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@quarterdeck/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { examine } from './doctor.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-doctor-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const look = (env: Record<string, string>) => examine(() => loadConfig({ PORT: '0', ...env }, {}, folder, false));

it('finds nothing wrong on a healthy machine', async () => {
  const findings = await look({});
  expect(findings.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(findings.map(({ name }) => name)).toEqual([
    'settings',
    'node',
    'data folder',
    'port',
    'database',
    'documents',
  ]);
});

it('names wrong settings and looks no further', async () => {
  const findings = await look({ QD_MODE: 'maybe' });
  expect(findings).toEqual([
    expect.objectContaining({ name: 'settings', verdict: 'fail', text: expect.stringContaining('QD_MODE') }),
  ]);
});

it('finds a port that is taken', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const findings = await look({ PORT: port });
  server.close();
  expect(findings).toContainEqual(expect.objectContaining({ name: 'port', verdict: 'fail' }));
});

it('finds a database that cannot be reached, without its password', async () => {
  const findings = await look({ DATABASE_URL: 'postgres://ann:hidden@127.0.0.1:1/shop' });
  const database = findings.find(({ name }) => name === 'database');
  expect(database?.verdict).toBe('fail');
  expect(database?.text).not.toContain('hidden');
});

it('names bad documents', async () => {
  await writeFile(join(folder, 'bad.yaml'), 'kind: Canary\nspec:\n  tcp: nothing\n');
  const findings = await look({ QD_CONFIG_DIR: folder });
  expect(findings).toContainEqual(
    expect.objectContaining({ name: 'documents', verdict: 'fail', text: expect.stringContaining('bad.yaml:3') }),
  );
});
