import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, lchown, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@quarterdeck/contract';
import { copyBinaries } from './binaries.ts';

/** `nobody`: PostgreSQL wants a user that has a name on every system. */
const UNPRIVILEGED = 65_534;

/**
 * As whom the server runs, since PostgreSQL refuses to be root. `wrapper` is put before each command; `uid` is whom the
 * data must belong to (undefined: leave it alone).
 */
export interface Identity {
  kind: 'self' | 'drop' | 'namespace';
  binaries: string;
  wrapper: string[];
  uid?: number;
}

function succeeds(command: string, args: string[], uid?: number): boolean {
  const result = spawnSync(command, args, { stdio: 'ignore', ...(uid === undefined ? {} : { uid, gid: uid }) });
  return result.status === 0;
}

const NAMESPACE = ['unshare', '--user', `--map-user=${UNPRIVILEGED}`, `--map-group=${UNPRIVILEGED}`, '--'];

/**
 * Chooses as whom to run, in this order: the user we are, unless it is root; an unprivileged user where it can reach
 * binaries and data; a user namespace, for folders that only root may enter; an unprivileged user with a copy of the
 * binaries beside the data. `namespace` is the command that makes the user namespace.
 *
 * @throws AppError DATABASE_START when none of them works.
 */
export async function chooseIdentity(
  binaries: string,
  home: string,
  processUid: number | undefined = process.getuid?.(),
  namespace: readonly string[] = NAMESPACE,
): Promise<Identity> {
  if (processUid !== 0) return { kind: 'self', binaries, wrapper: [] };
  const dataReachable = succeeds('/bin/sh', ['-c', 'cd "$0"', dirname(home)], UNPRIVILEGED);
  const drop = (from: string): Identity => ({ kind: 'drop', binaries: from, wrapper: [], uid: UNPRIVILEGED });
  if (dataReachable && succeeds(join(binaries, 'bin', 'postgres'), ['--version'], UNPRIVILEGED)) return drop(binaries);
  const [unshare = '', ...rest] = namespace;
  if (succeeds(unshare, [...rest, join(binaries, 'bin', 'postgres'), '--version'])) {
    return { kind: 'namespace', binaries, wrapper: [...namespace], uid: 0 };
  }
  if (dataReachable) {
    const copy = join(dirname(home), 'postgres-binaries');
    await copyBinaries(binaries, copy);
    if (succeeds(join(copy, 'bin', 'postgres'), ['--version'], UNPRIVILEGED)) return drop(copy);
  }
  throw new AppError('DATABASE_START', {
    message: `PostgreSQL does not run as root, and no other user can reach ${home}. Choose another data folder, start as another user, or set DATABASE_URL.`,
  });
}

/** Gives a tree to a user; does nothing when its top belongs to that user already. */
export async function giveTree(path: string, uid: number): Promise<void> {
  if (!existsSync(path) || (await stat(path)).uid === uid) return;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), uid, uid);
  await chown(path, uid, uid);
}
