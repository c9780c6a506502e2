import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Servers (not their children) of the database that still run on a data folder. Linux only. */
export function databaseProcesses(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir) && command.includes('postgres\0-D');
      } catch {
        // It ended in the meantime, or is not ours to look at.
        return false;
      }
    });
}
