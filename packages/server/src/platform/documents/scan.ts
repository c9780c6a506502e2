import type { Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

const DOCUMENT_NAME = /\.(ya?ml|json)$/i;

/** A file of the folder: what tells one version of it from another. */
export interface FoundFile {
  /** Path below the folder, with `/`. */
  file: string;
  path: string;
  version: string;
}

/**
 * Lists the documents below a folder. Links are followed (a mounted config map is made of them), each folder once;
 * names that begin with a dot are left out. Throws when the folder itself cannot be read.
 */
export async function scanFolder(folder: string): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  await scanInto(folder, folder, new Set([await realpath(folder)]), found);
  return found.sort((left, right) => (left.file < right.file ? -1 : 1));
}

async function scanInto(root: string, folder: string, visited: Set<string>, found: FoundFile[]): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (folder === root) throw error;
    return [];
  });
  await Promise.all(
    names.map(async (name) => {
      if (name.startsWith('.')) return;
      const path = join(folder, name);
      const stats = await stat(path).catch(() => null);
      if (stats === null) return;
      if (stats.isFile() && DOCUMENT_NAME.test(name)) {
        found.push({ file: relative(root, path).replaceAll('\\', '/'), path, version: versionOf(stats) });
      }
      if (!stats.isDirectory()) return;
      const real = await realpath(path).catch(() => path);
      if (visited.has(real)) return;
      visited.add(real);
      await scanInto(root, path, visited, found);
    }),
  );
}

function versionOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}
