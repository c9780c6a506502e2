import { spawn } from 'node:child_process';

/** How a program ended. */
export interface ProcessResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface ProcessOptions {
  cwd: string;
  env: Record<string, string>;
  signal: AbortSignal;
}

const MAX_OUTPUT_BYTES = 1024 * 1024;
const KILL_AFTER_MS = 2000;

/** Keeps the first megabyte of a stream, so that a chatty program cannot fill the memory. */
function createSink(): { push(chunk: Buffer): void; text(): string } {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    push(chunk) {
      const kept = chunk.subarray(0, Math.max(0, MAX_OUTPUT_BYTES - size));
      size += kept.length;
      if (kept.length > 0) chunks.push(kept);
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}

/**
 * Runs a program to its end in a process group of its own. On abort the whole group is asked to stop, and killed two
 * seconds later; output that something else still holds open is then no longer waited for. A program ended by a signal has exit code 128 plus the signal's number, as a shell tells it.
 * Throws the system's error when it cannot be started, and the abort reason when it was aborted.
 */
export function runProcess(
  command: string,
  args: readonly string[],
  { cwd, env, signal }: ProcessOptions,
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(command, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const stdout = createSink();
    const stderr = createSink();
    child.stdout.on('data', stdout.push);
    child.stderr.on('data', stderr.push);
    let hardKill: NodeJS.Timeout | undefined;
    const signalGroup = (name: NodeJS.Signals) => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, name);
      } catch {
        // The group is gone already.
      }
    };
    const stop = () => {
      signalGroup('SIGTERM');
      hardKill = setTimeout(() => {
        signalGroup('SIGKILL');
        // What left the group may hold the pipes open for ever.
        child.stdout.destroy();
        child.stderr.destroy();
      }, KILL_AFTER_MS);
    };
    signal.addEventListener('abort', stop, { once: true });
    const settle = () => {
      signal.removeEventListener('abort', stop);
      clearTimeout(hardKill);
    };
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('exit', () => signalGroup('SIGTERM'));
    child.on('close', (code, signalName) => {
      settle();
      if (signal.aborted) {
        signalGroup('SIGKILL');
        reject(signal.reason);
        return;
      }
      const exitCode = code ?? 128 + (SIGNAL_NUMBERS[signalName ?? ''] ?? 0);
      resolve({ exitCode, stdout: stdout.text(), stderr: stderr.text() });
    });
  });
}

const SIGNAL_NUMBERS: Record<string, number> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
};
