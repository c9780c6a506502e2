import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBinaries, linkLibraries } from './binaries.ts';
import { chooseIdentity, giveTree } from './identity.ts';

const isRoot = process.getuid?.() === 0;
const NO_NAMESPACE = ['false'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-identity-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function make(name: string, mode: number): string {
  const path = join(folder, name);
  mkdirSync(path);
  chmodSync(path, mode);
  return path;
}

describe('chooseIdentity', () => {
  it('is ourselves when we are not root', async () => {
    expect(await chooseIdentity('/binaries', '/data', 1000)).toEqual({
      kind: 'self',
      binaries: '/binaries',
      wrapper: [],
    });
  });

  it.runIf(isRoot)('is another user where it can reach binaries and data', async () => {
    chmodSync(folder, 0o755);
    const native = findBinaries();
    await linkLibraries(native);
    const open = make('open', 0o755);
    expect(await chooseIdentity(native, join(open, 'postgres'))).toMatchObject({ kind: 'drop', binaries: native });
  });

  it.runIf(isRoot)('is another user with a copy of the binaries where nothing else works', async () => {
    chmodSync(folder, 0o755);
    await linkLibraries(findBinaries());
    const native = join(make('closed', 0o700), 'native');
    cpSync(findBinaries(), native, { recursive: true, verbatimSymlinks: true });
    const open = make('open', 0o755);
    const copy = join(open, 'postgres-binaries');
    const choose = (): Promise<unknown> => chooseIdentity(native, join(open, 'postgres'), 0, NO_NAMESPACE);
    expect(await choose()).toMatchObject({ kind: 'drop', binaries: copy });
    expect(await choose()).toMatchObject({ kind: 'drop', binaries: copy });
  });

  it.runIf(isRoot)('says that nobody but root can reach the data', async () => {
    const closed = make('closed', 0o700);
    await expect(chooseIdentity(findBinaries(), join(closed, 'postgres'), 0, NO_NAMESPACE)).rejects.toMatchObject({
      code: 'DATABASE_START',
    });
  });
});

describe('giveTree', () => {
  it.runIf(isRoot)('gives all of a tree away, links themselves and not what they point to', async () => {
    const tree = make('tree', 0o700);
    const outside = join(folder, 'outside');
    writeFileSync(outside, '');
    mkdirSync(join(tree, 'deep'));
    writeFileSync(join(tree, 'deep', 'file'), '');
    symlinkSync(outside, join(tree, 'deep', 'link'));
    await giveTree(tree, 65_534);
    expect(['', 'deep', 'deep/file', 'deep/link'].map((name) => lstatSync(join(tree, name)).uid)).toEqual(
      Array(4).fill(65_534),
    );
    expect(lstatSync(outside).uid).toBe(0);
    chownSync(join(tree, 'deep', 'file'), 0, 0);
    await giveTree(tree, 0);
    expect(lstatSync(join(tree, 'deep')).uid).toBe(0);
  });

  it('does nothing where there is nothing', async () => {
    await expect(giveTree(join(folder, 'missing'), 1)).resolves.toBeUndefined();
  });
});
