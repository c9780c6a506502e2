import type { CheckId } from '@quarterdeck/contract';
import { AppError, errorText } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { Log } from '@quarterdeck/kit';
import type { DatabaseContact } from '../../platform/index.ts';
import { isAway } from '../../platform/index.ts';
import type { BatchContext, WrittenRun } from './batch.ts';
import { writeBatch } from './batch.ts';
import type { RunToWrite } from './result-rows.ts';
import { checkKey } from './result-rows.ts';
import type { Spool } from './spool.ts';

export interface WriterOptions extends BatchContext {
  database: Pick<Database, 'transaction'>;
  log: Log;
  /** Called with the number of results of each committed batch. */
  onWritten?: (results: number) => void;
  /** Called with checks that spooled runs removed; of other runs their callers are told. */
  onRemoved?: (checks: readonly CheckId[]) => void;
  flushMs?: number;
  flushRows?: number;
  /** Results held in memory; beyond it runs are refused. */
  maxHeld?: number;
  /** Where runs of slots wait while the database is away, and how that is known. Without it all are held in memory. */
  away?: { spool: Spool; contact: DatabaseContact };
}

/** Writes results of many runs together. */
export interface ResultWriter {
  /**
   * Resolves once the run is committed, or for the run of a slot once it is spooled while the database is away. Rejects
   * with `DATABASE_UNAVAILABLE` when a run on demand finds it away or too many results are held already, with
   * `SHUTTING_DOWN` when the writer ended first, and with the database's error when the run cannot be stored at all.
   */
  write(run: RunToWrite): Promise<WrittenRun>;
  /** Results that wait in memory. */
  held(): number;
  /** Writes what an earlier process left in the spool. */
  start(): void;
  /** Writes what is held and ends; gives up after `limitMs`. */
  stop(limitMs?: number): Promise<void>;
}

interface Waiting {
  run: RunToWrite;
  resolve: (written: WrittenRun) => void;
  reject: (error: unknown) => void;
}

const FLUSH_MS = 50;
const FLUSH_ROWS = 500;
/** A batch after a jam may be this many times larger. */
const JAM_FACTOR = 4;
const MAX_HELD = 50_000;
const RETRY_MS = [100, 250, 500, 1000, 2000, 5000];

const weight = (run: RunToWrite) => Math.max(1, run.results.length);

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Another transaction was in the way: trying again is all that is needed. */
function isCollision(error: unknown): boolean {
  return ['40001', '40P01', '55P03'].includes(codeOf(error));
}

/** Whether the statement itself is refused for its data, so that trying it again is of no use. */
function isRefused(error: unknown): boolean {
  return /^(22|23|42)/.test(codeOf(error));
}

/** A batch of a loaded database may take this long before its connection counts as cut. */
const COMMIT_LIMIT_MS = 30_000;

/** What is known of a spooled run before it is written: the checks of its document. */
function provisional(run: RunToWrite): WrittenRun {
  return { checkIds: run.results.map((result) => run.known.get(checkKey(result)) ?? null), removed: [] };
}

/**
 * Batches runs into one transaction per flush: after 50 ms, or as soon as 500 results wait. While the database is away
 * runs of slots go to the spool, and as long as it holds any, further ones queue up behind them, so that the results of
 * a check are always written in their order. A run that may have been committed before is looked up first.
 */
export function createResultWriter(options: WriterOptions): ResultWriter {
  const { database, log, away } = options;
  const flushRows = options.flushRows ?? FLUSH_ROWS;
  let waiting: Waiting[] = [];
  let held = 0;
  let timer: NodeJS.Timeout | null = null;
  let flushing: Promise<void> | null = null;
  let retries = 0;
  let refusing = false;
  let stopped = false;

  const spooled = () => away !== undefined && away.spool.pending() > 0;

  const settle = (batch: readonly Waiting[]) => {
    held -= batch.reduce((sum, { run }) => sum + weight(run), 0);
    const done = new Set(batch);
    waiting = waiting.filter((item) => !done.has(item));
  };

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    const runs = batch.map((item) => item.run);
    const written = await commitRuns(runs, retries > 0);
    settle(batch);
    for (const [index, item] of batch.entries()) item.resolve(written[index] ?? { checkIds: [], removed: [] });
  };

  const commitRuns = async (runs: readonly RunToWrite[], again: boolean): Promise<WrittenRun[]> => {
    const act = () => database.transaction((client) => writeBatch(client, runs, options, again));
    const written = await (away ? away.contact.attempt(act, COMMIT_LIMIT_MS) : act());
    options.onWritten?.(runs.reduce((sum, run) => sum + run.results.length, 0));
    return written;
  };

  const refuseRun = (run: RunToWrite, error: unknown) =>
    log.error({ canary: run.canaryId, error: errorText(error) }, 'results of a run cannot be stored');

  const commitSpooled = async (runs: readonly RunToWrite[]) => {
    const written = await commitRuns(runs, true);
    options.onRemoved?.(written.flatMap(({ removed }) => removed));
  };

  /** Writes the oldest runs of the spool. Those that the database refuses are left out. */
  const drain = async (): Promise<void> => {
    const oldest = away?.spool.oldest(flushRows * JAM_FACTOR);
    if (!oldest) return;
    if (oldest.runs.length > 0) {
      await commitSpooled(oldest.runs).catch(async (error) => {
        if (!isRefused(error)) throw error;
        for (const run of oldest.runs) {
          await commitSpooled([run]).catch((reason) => {
            if (!isRefused(reason)) throw reason;
            refuseRun(run, reason);
          });
        }
      });
    }
    oldest.done();
  };

  /** The database went away while these waited: runs of slots are spooled, the others are told. */
  const setAside = (spool: Spool) => {
    const left = waiting;
    settle(left);
    spool.add(left.flatMap(({ run }) => (run.slotMs === null ? [] : [run])));
    for (const { run, resolve, reject } of left) {
      if (run.slotMs === null) reject(new AppError('DATABASE_UNAVAILABLE'));
      else resolve(provisional(run));
    }
  };

  const commitEach = async (batch: readonly Waiting[]): Promise<void> => {
    for (const item of batch) {
      try {
        await commit([item]);
      } catch (error) {
        if (!isRefused(error)) throw error;
        refuseRun(item.run, error);
        settle([item]);
        item.reject(error);
      }
    }
  };

  const nextBatch = (): Waiting[] => {
    const batch: Waiting[] = [];
    let rows = 0;
    for (const item of waiting) {
      if (rows > 0 && rows + weight(item.run) > flushRows * JAM_FACTOR) break;
      batch.push(item);
      rows += weight(item.run);
    }
    return batch;
  };

  const flush = async (): Promise<void> => {
    const batch = nextBatch();
    if (batch.length === 0 && !spooled()) return;
    try {
      if (batch.length > 0) {
        await commit(batch).catch((error) => {
          if (isRefused(error)) return commitEach(batch);
          throw error;
        });
      }
      if (spooled()) await drain();
      if (retries > 0) log.info({ held }, 'results are written again');
      retries = 0;
      refusing = false;
    } catch (error) {
      if (retries === 0 && !isCollision(error))
        log.error({ held, error: errorText(error) }, 'results cannot be written; they are held');
      retries += 1;
      if (away && isAway(error)) setAside(away.spool);
    }
  };

  function schedule(): void {
    if (flushing || timer) return;
    if (stopped || (waiting.length === 0 && !spooled())) return;
    const retryMs = RETRY_MS[Math.min(retries, RETRY_MS.length) - 1];
    const delay = retryMs ?? (held >= flushRows || spooled() ? 0 : (options.flushMs ?? FLUSH_MS));
    timer = setTimeout(startFlush, delay);
  }

  function startFlush(): void {
    timer = null;
    flushing = flush().finally(() => {
      flushing = null;
      schedule();
    });
  }

  const hurry = () => {
    if (!timer || retries > 0 || held < flushRows) return;
    clearTimeout(timer);
    startFlush();
  };

  return {
    held: () => held,
    start: schedule,
    write(run) {
      if (stopped) return Promise.reject(new AppError('SHUTTING_DOWN'));
      const isLost = away !== undefined && away.contact.awaySinceMs() !== null;
      if (isLost && run.slotMs === null) return Promise.reject(new AppError('DATABASE_UNAVAILABLE'));
      if (away && run.slotMs !== null && (isLost || spooled())) {
        away.spool.add([run]);
        schedule();
        return Promise.resolve(provisional(run));
      }
      if (held + weight(run) > (options.maxHeld ?? MAX_HELD)) {
        if (!refusing)
          log.error({ held }, 'too many results are held: further ones are lost until the database is back');
        refusing = true;
        return Promise.reject(new AppError('DATABASE_UNAVAILABLE'));
      }
      return new Promise((resolve, reject) => {
        waiting.push({ run, resolve, reject });
        held += weight(run);
        schedule();
        hurry();
      });
    },
    async stop(limitMs = 5000) {
      stopped = true;
      const end = options.clock.monotonic() + limitMs;
      while (waiting.length > 0 && options.clock.monotonic() < end && retries < 3) {
        if (timer) clearTimeout(timer);
        timer = null;
        if (!flushing) startFlush();
        await flushing;
      }
      if (timer) clearTimeout(timer);
      timer = null;
      if (away) setAside(away.spool);
      const left = waiting;
      settle(left);
      if (left.length > 0) log.error({ runs: left.length }, 'results were lost at the end of the process');
      for (const item of left) item.reject(new AppError('SHUTTING_DOWN'));
      if (spooled()) log.warn({ runs: away?.spool.pending() }, 'results are kept in the spool for the next start');
    },
  };
}
