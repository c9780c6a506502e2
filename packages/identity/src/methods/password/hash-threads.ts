import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** One hash to make, or to compare with. */
type HashJob = { password: string } & ({ options: Options } | { stored: string });

/** Threads that hash, each one job after the other. */
export interface HashThreads {
  /** Rejects at costs that the library refuses. */
  hash(password: string, options: Options): Promise<string>;
  /** False also for what is no hash. */
  verify(stored: string, password: string): Promise<boolean>;
}

/**
 * The program of a thread, as text and not as a module: a bundle of the caller then needs no second file. It yields to
 * the rest of the program where a thread can be told to (on Linux alone; elsewhere the call is about the process). Not to
 * everything, as the lowest rank would: on a machine that others keep busy nobody could sign in.
 */
const SOURCE = `
const os = require('node:os');
const { parentPort, workerData } = require('node:worker_threads');
const { hashSync, verifySync } = require(workerData.argon2);
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
const act = ({ password, stored, options }) => {
  if (stored === undefined) return hashSync(password, options);
  try {
    return verifySync(stored, password);
  } catch {
    return false;
  }
};
parentPort.on('message', (job) => {
  try {
    parentPort.postMessage({ value: act(job) });
  } catch (error) {
    parentPort.postMessage({ error: String(error && error.message) });
  }
});
`;

function startThread(): Worker {
  const argon2 = createRequire(import.meta.url).resolve('@node-rs/argon2');
  return new Worker(SOURCE, { eval: true, workerData: { argon2 }, env: {} });
}

/** Asks a thread once. Rejects when it refuses or ends. */
function ask(thread: Worker, job: HashJob): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      thread.off('message', answered).off('error', failed).off('exit', ended);
      act();
    };
    const answered = ({ value, error }: { value?: unknown; error?: string }) =>
      settle(() => (error === undefined ? resolve(value) : reject(new Error(error))));
    const failed = (error: Error) => settle(() => reject(error));
    const ended = () => settle(() => reject(new Error('the thread that hashes ended')));
    thread.on('message', answered).on('error', failed).on('exit', ended);
    thread.postMessage(job);
  });
}

const idle: Worker[] = [];

async function run(job: HashJob): Promise<unknown> {
  const thread = idle.pop() ?? startThread();
  thread.ref();
  const answer = await ask(thread, job).catch((error) => {
    void thread.terminate();
    throw error;
  });
  // One that waits must not keep the process alive.
  thread.unref();
  idle.push(thread);
  return answer;
}

/**
 * Hashes in threads of their own, so that a wave of sign-ins takes neither the threads that Node has for files and names
 * nor, where there are few processors, the time of everything else. A thread is started when it is needed and kept;
 * callers decide how many jobs run at once.
 */
export const hashThreads: HashThreads = {
  hash: async (password, options) => String(await run({ password, options })),
  verify: async (stored, password) => (await run({ password, stored })) === true,
};
