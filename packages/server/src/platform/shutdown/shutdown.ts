import { errorText } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import type { Shutdown } from './types.ts';

/** The whole stop may take this long, in milliseconds, before it is given up. */
const STOP_LIMIT_MS = 20_000;

/** Collects the steps of a graceful stop. `limitMs` bounds all of them together. */
export function createShutdown(log: Log, limitMs: number = STOP_LIMIT_MS): Shutdown {
  const steps: { name: string; stop: () => Promise<void> | void }[] = [];
  let ending: Promise<boolean> | null = null;

  async function runSteps(): Promise<void> {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      try {
        log.debug({ step: step.name }, 'stopping');
        await step.stop();
      } catch (error) {
        log.error({ step: step.name, error: errorText(error) }, 'a step of the stop failed');
      }
    }
  }

  async function withLimit(): Promise<boolean> {
    const limit = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => limit.resolve(false), limitMs);
    const finished = await Promise.race([runSteps().then(() => true), limit.promise]);
    clearTimeout(timer);
    if (!finished) log.error({ limitMs }, 'the stop took too long and was given up');
    return finished;
  }

  return {
    onStop(name, stop) {
      steps.push({ name, stop });
    },
    stopping: () => ending !== null,
    stop() {
      ending ??= withLimit();
      return ending;
    },
  };
}

/** The part of `process` that tells of errors that nobody caught. */
export interface CrashSource {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
}

/** Resolves with the first error that nobody caught. Each one is logged; the process must not go on after it. */
export function untilCrash(source: CrashSource, log: Log): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    source.on(event, (error) => {
      log.error({ event, error }, 'an error that nobody caught ends the process');
      resolve(error);
    });
  }
  return promise;
}

/** The part of `process` that sends signals. */
export interface SignalSource {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
}

/**
 * Resolves at the first SIGTERM or SIGINT. A second one calls `force`, so that a person can end a stop that hangs.
 */
export function untilSignal(source: SignalSource, force: () => void): Promise<'SIGTERM' | 'SIGINT'> {
  const { promise, resolve } = Promise.withResolvers<'SIGTERM' | 'SIGINT'>();
  let signalled = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    source.on(signal, () => {
      if (signalled) force();
      signalled = true;
      resolve(signal);
    });
  }
  return promise;
}
