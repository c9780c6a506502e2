import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@quarterdeck/contract';

const PAUSE_MS = 20;
/** As often a process looks again whether another has written into the owner file that it made. */
const OWNER_WRITE_TRIES = 5;
/** A process that died while it took a folder over holds others up for so long; they try for longer. */
const TAKEOVER_MS = 1000;
const TAKEOVER_TRIES = 100;

/** Whether a process exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A text that tells a process from a later one with the same id; empty where the system does not say. */
function startStamp(pid: number): string {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function isZombie(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).startsWith('Z') ?? false;
}

function commandOf(pid: number): string {
  const command = read(`/proc/${pid}/cmdline`);
  if (command !== undefined) return command.replaceAll('\0', ' ');
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** What `postmaster.pid` tells: the process, and whether it accepts connections. */
export interface PostmasterFile {
  pid: number;
  ready: boolean;
}

/** Reads `postmaster.pid`; undefined when there is none or it is not written yet. */
export function readPostmasterFile(data: string): PostmasterFile | undefined {
  const lines = read(join(data, 'postmaster.pid'))?.split('\n');
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, ready: lines[7]?.trim() === 'ready' };
}

/** The live server of a data folder, told apart from a stranger that has got the id of a dead one. */
export function findPostmaster(data: string): number | undefined {
  const pid = readPostmasterFile(data)?.pid;
  if (pid === undefined || !isAlive(pid) || isZombie(pid)) return undefined;
  const command = commandOf(pid);
  return command.includes('postgres') && command.includes(data) ? pid : undefined;
}

/** Resolves true as soon as a process is gone, false when it still lives after `timeoutMs`. */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (isAlive(pid) && !isZombie(pid)) {
    if (performance.now() > end) return false;
    await delay(10);
  }
  return true;
}

/**
 * Ends the server that a killed owner left behind: first fast (a checkpoint), then at once (recovery at the next
 * start), then by force. A stale `postmaster.pid` is removed.
 */
export async function endLeftover(data: string): Promise<number | undefined> {
  const pid = findPostmaster(data);
  if (pid !== undefined) {
    const steps: [NodeJS.Signals, number][] = [
      ['SIGINT', 800],
      ['SIGQUIT', 700],
      ['SIGKILL', 5000],
    ];
    for (const [signal, patienceMs] of steps) {
      process.kill(pid, signal);
      if (await waitForEnd(pid, patienceMs)) break;
    }
  }
  endOrphans(data);
  remove(join(data, 'postmaster.pid'));
  return pid;
}

/**
 * Ends the children of a killed server. They end by themselves once they are idle, but a long query would hold the
 * shared memory, and the next start, until it is done. They are told by their working folder (Linux).
 */
function endOrphans(data: string): void {
  for (const name of existsSync('/proc') ? readdirSync('/proc') : []) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || workingFolder(pid) !== data || !commandOf(pid).startsWith('postgres')) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended in the meantime.
    }
  }
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was not there.
  }
}

function removeFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // It was not there.
  }
}

/** A moment of nothing, for what another process is about to do. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}

interface Owner {
  pid: number;
  stamp: string;
}

/** What an owner file holds. A process that makes one takes a moment to write into it. */
function ownerText(path: string): string | undefined {
  for (let attempt = 0; ; attempt += 1) {
    const text = read(path);
    if (text !== '' || attempt === OWNER_WRITE_TRIES) return text;
    pause();
  }
}

function liveOwner(text: string): Owner | undefined {
  const [pid = '', stamp = ''] = text.trim().split(' ');
  const owner = { pid: Number(pid), stamp };
  return owner.pid > 0 && isAlive(owner.pid) && startStamp(owner.pid) === owner.stamp ? owner : undefined;
}

/** Takes the file of a dead owner away: one process at a time, so that none takes away what another has just made. */
function removeDeadOwner(path: string): void {
  const guard = `${path}.takeover`;
  try {
    mkdirSync(guard);
  } catch {
    const madeMs = statSync(guard, { throwIfNoEntry: false })?.mtimeMs;
    if (madeMs !== undefined && Date.now() - madeMs > TAKEOVER_MS) removeFolder(guard);
    pause();
    return;
  }
  const text = ownerText(path);
  if (text !== undefined && liveOwner(text) === undefined) remove(path);
  removeFolder(guard);
}

/**
 * Makes this process the owner of a folder and returns the function that gives it back. The owner file of a dead
 * process is taken over.
 *
 * @throws AppError DATABASE_START when another live process owns the folder.
 */
export function takeOwnership(path: string): () => void {
  const mine = `${process.pid} ${startStamp(process.pid)}\n`;
  for (let attempt = 0; attempt < TAKEOVER_TRIES; attempt++) {
    try {
      writeFileSync(path, mine, { flag: 'wx', mode: 0o600 });
      return () => remove(path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const text = ownerText(path);
    if (text === undefined) continue;
    const owner = liveOwner(text);
    if (owner) {
      throw new AppError('DATABASE_START', {
        message: `Process ${owner.pid} uses the database in this folder. Stop it, or choose another data folder.`,
        details: { reason: 'owned', pid: owner.pid },
      });
    }
    removeDeadOwner(path);
  }
  throw new AppError('DATABASE_START', { message: `${path} cannot be written`, details: { reason: 'lock' } });
}
