import type { CanaryId, LiveEvents } from '@quarterdeck/contract';
import { errorText } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import type { Live } from '../../platform/index.ts';
import type { CanaryService } from './service.ts';

export interface CanaryEditsOptions {
  live: Pick<Live, 'onEvents'>;
  service: Pick<CanaryService, 'adopt'>;
  log: Log;
  /** Called after canaries were adopted. */
  onAdopted?: () => Promise<void>;
  retryMs?: number;
}

/** Takes up canaries whose rows were written through the API: by the console, or by any client of the REST dialect. */
export interface CanaryEdits {
  /** Takes up what was written while no node was there. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_MS = 1000;

/** Follows the change feed of table `canaries`, one batch after the other; after a failure again a second later. */
export function createCanaryEdits({
  live,
  service,
  log,
  onAdopted,
  retryMs = RETRY_MS,
}: CanaryEditsOptions): CanaryEdits {
  let waiting: Set<CanaryId> | 'all' = new Set();
  let working: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  const add = (ids: Iterable<CanaryId> | null): void => {
    waiting = ids === null || waiting === 'all' ? 'all' : new Set([...waiting, ...ids]);
  };

  const work = async (): Promise<void> => {
    const taken = waiting;
    if (stopped || (taken !== 'all' && taken.size === 0)) return;
    waiting = new Set();
    try {
      const adopted = await service.adopt(taken === 'all' ? null : [...taken]);
      if (adopted > 0) await onAdopted?.();
    } catch (error) {
      log.error({ error: errorText(error) }, 'changed canaries could not be taken up');
      add(taken === 'all' ? null : taken);
      timer = setTimeout(run, retryMs);
    }
  };

  function run(): Promise<void> {
    working = working.then(work);
    return working;
  }

  const unsubscribe = live.onEvents((events) => {
    for (const { name, payload } of events) {
      if (name === 'resync') add(null);
      if (name !== 'rows.changed') continue;
      const { table, ids } = JSON.parse(payload) as LiveEvents['rows.changed']; // written by our own change feed
      // Ids of the table are those of its rows.
      if (table === 'canaries') add(ids as CanaryId[] | null);
    }
    void run();
  });

  return {
    async start() {
      add(null);
      await run();
    },
    async stop() {
      stopped = true;
      unsubscribe();
      if (timer) clearTimeout(timer);
      await working;
    },
  };
}
