import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process that answers HTTP on loopback. */
export interface Target {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the target (`target.ts`) as a process of its own. */
export async function startTarget(): Promise<Target> {
  const child = fork(fileURLToPath(new URL('target.ts', import.meta.url)), { stdio: 'inherit' });
  const exited = once(child, 'exit');
  const [port] = await once(child, 'message');
  return {
    port: Number(port),
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
