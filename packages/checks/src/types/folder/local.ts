import type { Stats } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import picomatch from 'picomatch';
import type { FolderEntry } from './filter.ts';

/** What a listing found. `self` is the folder itself, absent when it does not exist. */
export interface Listing {
  self: FolderEntry | undefined;
  entries: FolderEntry[];
}

const MAX_ENTRIES = 200_000;

/** `drwxr-xr-x`, as `ls` writes a mode. */
function modeText(stats: Pick<Stats, 'mode' | 'isDirectory' | 'isSymbolicLink'>): string {
  const kind = stats.isDirectory() ? 'd' : stats.isSymbolicLink() ? 'L' : '-';
  const bits = [...'rwxrwxrwx'].map((letter, index) => ((stats.mode >> (8 - index)) & 1 ? letter : '-'));
  return kind + bits.join('');
}

async function entryOf(path: string, name: string): Promise<FolderEntry | undefined> {
  try {
    const stats = await lstat(path);
    return {
      name,
      size: stats.size,
      mode: modeText(stats),
      modifiedMs: stats.mtimeMs,
      isDirectory: stats.isDirectory(),
    };
  } catch {
    // It went away between listing and looking, or may not be looked at.
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** One level of a directory. */
async function listLevel(path: string, signal: AbortSignal): Promise<Listing> {
  const self = await entryOf(path, basename(path) || path);
  const entries: FolderEntry[] = [];
  try {
    for await (const item of await opendir(path)) {
      signal.throwIfAborted();
      const entry = await entryOf(join(path, item.name), item.name);
      if (entry) entries.push(entry);
      if (entries.length >= MAX_ENTRIES) break;
    }
  } catch (error) {
    if (isMissing(error)) return { self: undefined, entries: [] };
    throw error;
  }
  return { self, entries };
}

/** The part of a pattern before its first wildcard, up to a slash. */
function globBase(pattern: string): string {
  const fixed = pattern.slice(0, pattern.search(/[*?[{]/));
  return fixed.slice(0, fixed.lastIndexOf('/') + 1) || '.';
}

/** Everything below a directory that matches; symlinks are listed, not followed. */
async function listGlob(pattern: string, signal: AbortSignal): Promise<Listing> {
  const base = globBase(pattern);
  const matches = picomatch(pattern.slice(base === '.' ? 0 : base.length), { dot: true });
  const self = await entryOf(base, basename(base) || base);
  const entries: FolderEntry[] = [];
  const pending = self ? [base] : [];
  for (let folder = pending.pop(); folder !== undefined && entries.length < MAX_ENTRIES; folder = pending.pop()) {
    signal.throwIfAborted();
    const { entries: level } = await listLevel(folder, signal).catch(() => ({ entries: [] }));
    for (const entry of level) {
      const path = join(folder, entry.name);
      if (matches(relative(base, path))) entries.push(entry);
      if (entry.isDirectory) pending.push(path);
    }
  }
  return { self, entries };
}

/** Lists a local path: one level, or what a pattern with `*` matches. A folder that does not exist is empty. */
export function listLocal(path: string, signal: AbortSignal): Promise<Listing> {
  return path.includes('*') ? listGlob(path, signal) : listLevel(path, signal);
}
