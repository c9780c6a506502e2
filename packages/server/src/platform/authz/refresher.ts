const RETRY_MS = 1000;

/** Runs a reading once at a time: a call while one is under way leads to one more after it. */
export interface Refresher {
  /** Resolves once a reading that began after the call has ended, well or not. */
  now(): Promise<void>;
  /** Reads again and again. */
  every(intervalMs: number): void;
  stop(): void;
}

/** A failed reading is tried again after a second. */
export function createRefresher(read: () => Promise<void>, onError: (error: unknown) => void): Refresher {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  async function run(): Promise<void> {
    try {
      if (!isStopped) await read();
    } catch (error) {
      if (isStopped) return;
      onError(error);
      if (retry) clearTimeout(retry);
      retry = setTimeout(() => void now(), RETRY_MS).unref();
    } finally {
      running = null;
    }
  }

  function now(): Promise<void> {
    if (running === null) {
      running = run();
      return running;
    }
    next ??= running.then(() => {
      next = null;
      return now();
    });
    return next;
  }

  return {
    now,
    every(intervalMs) {
      timer = setInterval(() => void now(), intervalMs).unref();
    },
    stop() {
      isStopped = true;
      if (retry) clearTimeout(retry);
      if (timer) clearInterval(timer);
    },
  };
}
