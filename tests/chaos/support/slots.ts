import { pathOf } from './documents.ts';
import type { HitServer } from './hit-server.ts';
import type { LedgerRow } from './ledger-store.ts';

/** What hits and ledger together tell. */
export interface SlotVerdict {
  /** Requests of a check beyond the first within one claimed slot. */
  doubled: string[];
  /** Requests that no claimed slot explains. */
  unclaimed: string[];
}

/**
 * Puts each request of each check to the slot that was claimed last before it. A run is claimed before it starts and the
 * next one of the same canary is claimed after it ended, so that two requests of one check in one slot mean that the
 * slot was run twice.
 */
export function judgeSlots(
  runs: readonly LedgerRow[],
  hits: HitServer['hits'],
  canaries: number,
  checks: number,
): SlotVerdict {
  const verdict: SlotVerdict = { doubled: [], unclaimed: [] };
  for (let canary = 0; canary < canaries; canary++) {
    const name = `c${canary}`;
    const starts = runs.filter((run) => run.canary === name).map((run) => run.startedMs);
    for (let check = 0; check < checks; check++) {
      const path = pathOf(name, check);
      const used = new Set<number>();
      for (const time of hits.get(path) ?? []) {
        const slot = starts.findLastIndex((start) => start <= time);
        if (slot < 0) verdict.unclaimed.push(`${path} at ${time}`);
        else if (used.has(slot)) verdict.doubled.push(`${path} at ${time}`);
        used.add(slot);
      }
    }
  }
  return verdict;
}

/** Slots of `@every 1s` between the first and the last claimed one of each canary that nobody claimed. */
export function gaps(runs: readonly LedgerRow[], everyMs = 1000): number {
  const byCanary = Map.groupBy(runs, (run) => run.canary);
  let missing = 0;
  for (const slots of byCanary.values()) {
    const first = slots[0]?.slotMs ?? 0;
    const last = slots.at(-1)?.slotMs ?? 0;
    missing += Math.round((last - first) / everyMs) + 1 - slots.length;
  }
  return missing;
}
