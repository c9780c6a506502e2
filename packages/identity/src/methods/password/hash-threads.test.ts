import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { verify } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { hashThreads } from './hash-threads.ts';

const OPTIONS = { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1, outputLen: 32 };

it('hashes as the library does, and compares', async () => {
  const stored = await hashThreads.hash('a fine long phrase', OPTIONS);
  expect(await verify(stored, 'a fine long phrase')).toBe(true);
  expect(await hashThreads.verify(stored, 'a fine long phrase')).toBe(true);
  expect(await hashThreads.verify(stored, 'another one')).toBe(false);
  expect(await hashThreads.verify('no hash', 'another one')).toBe(false);
});

it('answers each of several at once its own', async () => {
  const words = Array.from({ length: 4 }, (_, index) => `phrase ${index}`);
  const stored = await Promise.all(words.map((word) => hashThreads.hash(word, OPTIONS)));
  expect(await Promise.all(stored.map((hash, index) => hashThreads.verify(hash, words[index] ?? '')))).toEqual(
    words.map(() => true),
  );
});

it('says what the library refuses, and goes on', async () => {
  await expect(hashThreads.hash('x', { ...OPTIONS, memoryCost: 1 })).rejects.toThrow();
  expect(await hashThreads.hash('x', OPTIONS)).toMatch(/^\$argon2id\$/);
});

/** The nice value of a thread of this process (proc_pid_stat(5), field 19; the name before may hold spaces). */
function niceValue(thread: string): number {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
  } catch {
    // It ended since it was listed.
    return Number.NaN;
  }
}

it.runIf(process.platform === 'linux')('yields to the rest of the program, which keeps its rank', async () => {
  const own = os.getPriority();
  await hashThreads.hash('x', OPTIONS);
  expect(readdirSync('/proc/self/task').map(niceValue)).toContain(os.constants.priority.PRIORITY_BELOW_NORMAL);
  expect(os.getPriority()).toBe(own);
});
