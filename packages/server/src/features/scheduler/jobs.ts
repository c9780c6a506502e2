import { errorText } from '@quarterdeck/contract';
import type { Clock, Log } from '@quarterdeck/kit';
import type { JobOutcome, JobStore } from './job-store.ts';

/** Work of the product itself that is done now and then, by one node. */
export interface Job {
  name: string;
  everyMs: number;
  run: () => Promise<JobOutcome>;
}

export interface JobsOptions {
  jobs: readonly Job[];
  store: JobStore;
  clock: Clock;
  log: Log;
  host: string;
}

/** Does jobs at their time. */
export interface Jobs {
  /** Does what was not done lately, then each at its time. */
  start(): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
  /** Does one now unless another node does. Answers whether it was done here, without failure. */
  runNow(name: string): Promise<boolean>;
  /** When each is due next, in milliseconds since the epoch. */
  next(): Record<string, number>;
}

/** A job done within this share of its interval counts as done, by whichever node. */
const FRESH_SHARE = 0.9;
/** Each job under way holds a connection for its lock beside those of its work: checks must not wait for them. */
const MAX_AT_ONCE = 2;

export function createJobs({ jobs, store, clock, log, host }: JobsOptions): Jobs {
  const timers = new Map<string, NodeJS.Timeout>();
  const due = new Map<string, number>();
  const underWay = new Set<Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let stopped = false;

  const enter = async (): Promise<void> => {
    if (running < MAX_AT_ONCE) running += 1;
    else await new Promise<void>((admit) => waiting.push(admit));
  };

  const leave = () => {
    const next = waiting.shift();
    // The place is handed over, so nobody who comes now overtakes those who wait.
    if (next) next();
    else running -= 1;
  };

  const perform = async (job: Job, freshMs: number): Promise<boolean> => {
    await enter();
    try {
      return stopped ? false : await performNow(job, freshMs);
    } finally {
      leave();
    }
  };

  const performNow = async (job: Job, freshMs: number): Promise<boolean> => {
    const startMs = clock.now();
    const since = clock.monotonic();
    const note = (status: 'SUCCESS' | 'FAILED', outcome: JobOutcome) =>
      store.record({ name: job.name, status, outcome, host, startMs, durationMs: clock.monotonic() - since });
    try {
      const outcome = await store.exclusively(job.name, freshMs, job.run);
      if (outcome !== null) await note('SUCCESS', outcome);
      return outcome !== null;
    } catch (error) {
      log.error({ job: job.name, error: errorText(error) }, 'a job failed');
      await note('FAILED', { success: 0, details: { errors: [errorText(error)] } }).catch(() => undefined);
      return false;
    }
  };

  const track = (work: Promise<boolean>): Promise<boolean> => {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  };

  const plan = (job: Job, delayMs: number) => {
    if (stopped) return;
    due.set(job.name, clock.now() + delayMs);
    const timer = setTimeout(async () => {
      await track(perform(job, job.everyMs * FRESH_SHARE));
      plan(job, job.everyMs);
    }, delayMs);
    timers.set(job.name, timer);
  };

  return {
    start() {
      for (const [index, job] of jobs.entries()) plan(job, index * 100);
    },
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(underWay);
    },
    async runNow(name) {
      const job = jobs.find((candidate) => candidate.name === name);
      return job ? track(perform(job, 0)) : false;
    },
    next: () => Object.fromEntries(due),
  };
}
