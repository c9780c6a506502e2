import { type CheckId, RECENT_RESULTS, type RecentResponse, type RecentResult } from '@quarterdeck/contract';
import type { Http } from './http.ts';

const MOST_IDS = 100;
const GATHER_MS = 30;

/** Reads the last results of one check; calls within a moment go out together. */
export type RecentLoader = (id: CheckId) => Promise<RecentResult[]>;

interface Waiting {
  resolve: (results: RecentResult[]) => void;
  reject: (error: unknown) => void;
}

/** Makes a loader that gathers ids for a moment and asks for at most 100 at a time. */
export function createRecentLoader(http: Http, later: (ms: number, run: () => void) => void): RecentLoader {
  let waiting = new Map<CheckId, Waiting[]>();

  async function send(ids: CheckId[], batch: Map<CheckId, Waiting[]>): Promise<void> {
    const settle = (use: (one: Waiting, id: CheckId) => void): void => {
      for (const id of ids) for (const one of batch.get(id) ?? []) use(one, id);
    };
    try {
      const { recent } = await http.get<RecentResponse>(`/api/canary/api/recent?ids=${ids.join(',')}`);
      settle((one, id) => one.resolve(recent[id] ?? []));
    } catch (error) {
      settle((one) => one.reject(error));
    }
  }

  function flush(): void {
    const batch = waiting;
    waiting = new Map();
    const ids = [...batch.keys()];
    for (let from = 0; from < ids.length; from += MOST_IDS) void send(ids.slice(from, from + MOST_IDS), batch);
  }

  return (id) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) later(GATHER_MS, flush);
      waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }]);
    });
}

/** Adds one result at the end; one that is not newer than the last is already there. Holds the last 40. */
export function appendRecent(results: readonly RecentResult[], next: RecentResult): RecentResult[] {
  const last = results.at(-1);
  if (last && next[0] <= last[0]) return [...results];
  return [...results, next].slice(-RECENT_RESULTS);
}
