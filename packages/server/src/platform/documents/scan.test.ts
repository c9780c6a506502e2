import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { scanFolder } from './scan.ts';

let folder = '';
const files = async () => (await scanFolder(folder)).map(({ file }) => file);
const version = async (name: string) => (await scanFolder(folder)).find(({ file }) => file === name)?.version;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-scan-'));
});

describe('scanFolder', () => {
  it('lists documents by their path, sorted', async () => {
    mkdirSync(join(folder, 'b', 'c'), { recursive: true });
    for (const file of ['z.yaml', 'b/c/x.yml', 'b/a.JSON', 'b/readme.md', '.hidden.yaml', 'yaml']) {
      writeFileSync(join(folder, file), '');
    }
    expect(await files()).toEqual(['b/a.JSON', 'b/c/x.yml', 'z.yaml']);
  });

  it('visits a folder once, however many links lead there', async () => {
    mkdirSync(join(folder, 'real'));
    writeFileSync(join(folder, 'real', 'a.yaml'), '');
    symlinkSync('../real', join(folder, 'real', 'self'));
    symlinkSync(folder, join(folder, 'up'));
    expect(await files()).toEqual(['real/a.yaml']);
  });

  it('follows a link to a folder elsewhere', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'qd-scan-'));
    writeFileSync(join(elsewhere, 'a.yaml'), '');
    symlinkSync(elsewhere, join(folder, 'mounted'));
    expect(await files()).toEqual(['mounted/a.yaml']);
  });

  it('takes a folder named like a document as a folder', async () => {
    mkdirSync(join(folder, 'odd.yaml'));
    writeFileSync(join(folder, 'odd.yaml', 'a.yaml'), '');
    expect(await files()).toEqual(['odd.yaml/a.yaml']);
  });

  it('tells versions apart by content size and by mode change, and keeps them while nothing happens', async () => {
    writeFileSync(join(folder, 'a.yaml'), 'a');
    const first = await version('a.yaml');
    expect(await version('a.yaml')).toBe(first);
    writeFileSync(join(folder, 'a.yaml'), 'ab');
    const second = await version('a.yaml');
    expect(second).not.toBe(first);
    chmodSync(join(folder, 'a.yaml'), 0o600);
    expect(await version('a.yaml')).not.toBe(second);
  });

  it('fails for a folder that is not there', async () => {
    await expect(scanFolder(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
