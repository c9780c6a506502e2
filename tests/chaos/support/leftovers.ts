import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The parent of a process that is a server of the database on this folder; null for any other process. */
function parentOfServer(pid: number, dataDir: string): number | null {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir) || !command.includes('postgres\0-D')) return null;
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // It ended in the meantime, or is not ours to look at.
    return null;
  }
}

/** Servers of the database that still run on a data folder, without their children. Linux only. */
export function databaseProcesses(dataDir: string): number[] {
  const parents = new Map<number, number>();
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const parent = parentOfServer(pid, dataDir);
    if (parent !== null) parents.set(pid, parent);
  }
  // A child looks like its server until it has taken a title of its own.
  return [...parents].flatMap(([pid, parent]) => (parents.has(parent) ? [] : [pid]));
}
