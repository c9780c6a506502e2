import type { CountMemory, TakenCount } from '../plan/remembered-count.ts';
import { createRecent } from './recent.ts';

/** A standby that took over without the last writes may come to the same number of them again, but hardly so soon. */
const MAX_AGE_MS = 60_000;

/** Remembers so many counts, those that were asked for last, each for a minute at most. */
export function createCountMemory(max: number, now: () => number): CountMemory {
  const counts = createRecent<TakenCount & { takenMs: number }>(max);
  const find = (key: string) => {
    const taken = counts.get(key);
    return taken !== undefined && now() - taken.takenMs < MAX_AGE_MS ? taken : undefined;
  };
  return {
    find,
    keep(key, { total, writes }) {
      // What was only answered again is no younger for it.
      if (find(key)?.writes !== writes) counts.set(key, { total, writes, takenMs: now() });
    },
  };
}
