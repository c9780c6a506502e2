import { errorText } from '@quarterdeck/contract';
import type { Clock, Log } from '@quarterdeck/kit';
import { jobSettings, KEEP_FEW, nextRun } from './job-settings.ts';
import type { JobOutcome, JobStore } from './job-store.ts';

/** Work of the product itself that is done now and then, by one node. */
export interface Job {
  name: string;
  everyMs: number;
  run: () => Promise<JobOutcome>;
  /** Runs kept in the history; few by default. */
  keep?: { success: number; failed: number };
  /** Runs so often that only failures are written down. */
  quiet?: boolean;
}

export interface JobsOptions {
  jobs: readonly Job[];
  store: JobStore;
  properties: () => ReadonlyMap<string, string>;
  clock: Clock;
  log: Log;
  host: string;
}

/** Does jobs at their time. */
export interface Jobs {
  /** Does what was not done lately, then each at its time. */
  start(): void;
  /** Plans anew the jobs whose properties changed. */
  follow(): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
  /** Does one now unless another node does. Answers whether it was done here, without failure. */
  runNow(name: string): Promise<boolean>;
  /** When each is due next, in milliseconds since the epoch. */
  next(): Record<string, number>;
}

/** Each job under way holds a connection for its lock beside those of its work: checks must not wait for them. */
const MAX_AT_ONCE = 2;
/** Between the first runs of jobs after a start. */
const START_STEP_MS = 100;
/** Longest wait that a timer can hold. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Lets so many at a time in, first come, first served. */
function createGate(limit: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return {
    async enter(): Promise<void> {
      if (inside < limit) inside += 1;
      else await new Promise<void>((admit) => waiting.push(admit));
    },
    leave() {
      const next = waiting.shift();
      // The place is handed over, so nobody who comes now overtakes those who wait.
      if (next) next();
      else inside -= 1;
    },
  };
}

async function within<T>(work: Promise<T>, limitMs: number | null): Promise<T> {
  if (limitMs === null) return work;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`it took longer than ${limitMs} ms`)), limitMs);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

export function createJobs({ jobs, store, properties, clock, log, host }: JobsOptions): Jobs {
  const timers = new Map<string, NodeJS.Timeout>();
  const due = new Map<string, number>();
  const planned = new Map<string, string>();
  const underWay = new Set<Promise<unknown>>();
  const gate = createGate(MAX_AT_ONCE);
  let started = false;
  let stopped = false;

  const settingsOf = (job: Job) => {
    const settings = jobSettings(job.name, properties(), job.keep ?? KEEP_FEW);
    for (const problem of settings.problems) log.warn({ job: job.name, problem }, 'a property of a job is not used');
    return settings;
  };

  const perform = async (job: Job, freshMs: number): Promise<boolean> => {
    await gate.enter();
    try {
      return stopped ? false : await performNow(job, freshMs);
    } finally {
      gate.leave();
    }
  };

  const performNow = async (job: Job, freshMs: number): Promise<boolean> => {
    const settings = settingsOf(job);
    if (settings.disabled) return false;
    const act = async (): Promise<JobOutcome> => {
      const since = clock.monotonic();
      const begin = () => store.begin({ name: job.name, host, startMs: clock.now() - (clock.monotonic() - since) });
      const row = settings.history && !job.quiet ? await begin() : null;
      const end = async (outcome: JobOutcome) => {
        if (!settings.history || (row === null && (outcome.errors ?? []).length === 0)) return;
        await store.end(row ?? (await begin()), job.name, outcome, clock.monotonic() - since, settings.keep);
      };
      try {
        const outcome = await within(job.run(), settings.timeoutMs);
        await end(outcome);
        return outcome;
      } catch (error) {
        await end({ success: 0, errors: [errorText(error)], details: {} }).catch(() => undefined);
        throw error;
      }
    };
    try {
      const outcome = settings.singleton ? await store.exclusively(job.name, freshMs, act) : await act();
      for (const problem of outcome?.errors ?? []) log.error({ job: job.name, error: problem }, 'a job failed in part');
      return outcome !== null && (outcome.errors ?? []).length === 0;
    } catch (error) {
      log.error({ job: job.name, error: errorText(error) }, 'a job failed');
      return false;
    }
  };

  const track = (work: Promise<boolean>): Promise<boolean> => {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  };

  const plan = (job: Job, delayMs: number, freshMs: number) => {
    if (stopped) return;
    clearTimeout(timers.get(job.name));
    due.set(job.name, clock.now() + delayMs);
    const timer = setTimeout(
      async () => {
        if (delayMs > MAX_DELAY_MS) return planNext(job);
        await track(perform(job, freshMs));
        planNext(job);
      },
      Math.min(delayMs, MAX_DELAY_MS),
    );
    timers.set(job.name, timer);
  };

  function planNext(job: Job): void {
    const { schedule } = settingsOf(job);
    const next = nextRun(job.everyMs, schedule, clock.now());
    planned.set(job.name, schedule ?? '');
    if (next === null) due.delete(job.name);
    else plan(job, next.delayMs, next.freshMs);
  }

  const planFirst = (job: Job, delayMs: number) => {
    const { schedule, runNow } = settingsOf(job);
    planned.set(job.name, schedule ?? '');
    const interval = nextRun(job.everyMs, schedule, clock.now());
    if (interval === null) return;
    plan(job, delayMs, runNow ? 0 : interval.freshMs);
  };

  return {
    start() {
      started = true;
      for (const [index, job] of jobs.entries()) planFirst(job, index * START_STEP_MS);
    },
    follow() {
      if (!started || stopped) return;
      for (const job of jobs) {
        const schedule = jobSettings(job.name, properties()).schedule ?? '';
        if (schedule !== planned.get(job.name)) planNext(job);
      }
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
