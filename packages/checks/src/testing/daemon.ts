import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server program that a test has started. */
export interface Daemon {
  /** What it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts a server program and waits until `ready` says yes, at most 20 s. Throws with the program's output when it
 * ends before that.
 */
export async function startDaemon(command: string, args: string[], ready: () => Promise<boolean>): Promise<Daemon> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.on('error', (error) => keep(Buffer.from(String(error))));
  const ended = once(child, 'exit').catch(() => undefined);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  };
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${output}`);
    if (await ready()) return { output: () => output, stop };
    await sleep(100);
  }
  await stop();
  throw new Error(`${command} was not ready in time: ${output}`);
}
