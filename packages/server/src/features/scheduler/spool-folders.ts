import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';

/** Whether a process of this machine lives. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
  }
}

/** The folders of ended processes below a folder, oldest first. A folder is named `<process id>-<node>`. */
export function leftFolders(folder: string, own: string, pid: number): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d+-/.test(entry.name))
    .map((entry) => ({ path: join(folder, entry.name), pid: Number.parseInt(entry.name, 10) }))
    .filter((left) => left.path !== own && (left.pid === pid || !isRunning(left.pid)))
    .map(({ path }) => ({ path, time: statSync(path).mtimeMs }))
    .sort((a, b) => a.time - b.time)
    .map(({ path }) => path);
}

/**
 * Moves the segments that ended processes left behind into the own folder, oldest first, and answers their new paths.
 * What cannot be moved is left where it is and said in the log.
 */
export function adoptSegments(folder: string, own: string, pid: number, log: Log): string[] {
  const adopted: string[] = [];
  try {
    for (const left of leftFolders(folder, own, pid)) {
      const segments = readdirSync(left)
        .filter((name) => name.endsWith('.ndjson'))
        .sort();
      for (const name of segments) {
        mkdirSync(own, { recursive: true });
        const file = join(own, `${String(adopted.length + 1).padStart(8, '0')}.ndjson`);
        renameSync(join(left, name), file);
        adopted.push(file);
      }
      rmSync(left, { recursive: true });
    }
  } catch (error) {
    log.error({ error: errorText(error) }, 'results that an earlier process left behind cannot be taken over');
  }
  return adopted;
}
