import type { NodeId } from '@quarterdeck/contract';
import type { DatabaseContact } from '../../platform/index.ts';
import { isAway } from '../../platform/index.ts';
import type { Ahead, AheadLog } from './ahead-log.ts';
import type { AwayStore } from './away-store.ts';
import type { ClaimAnswer, ClaimStore, SlotClaim } from './claim-store.ts';
import type { NodeStore } from './node-store.ts';

export interface AwayOptions {
  node: NodeId;
  nodes: NodeStore;
  claims: ClaimStore;
  store: AwayStore;
  ahead: AheadLog;
  contact: DatabaseContact;
  /** No other process can reach this database: it is the embedded one. */
  isEmbedded: boolean;
}

/** The registry and the claims as the scheduler uses them: they go on while the database is away (ADR 0009). */
export interface AwayScheduling {
  nodes: NodeStore;
  claims: ClaimStore;
  /** Before the scheduler starts: slots that an earlier process ran without the database are never run again. */
  recover(): Promise<void>;
}

/**
 * Lets a node that is alone go on from what it owned while the database is away, and brings the stored schedules up to
 * date before anything reads them again. With several known nodes nothing runs that is not committed: another node may
 * be reaching the database and run the slot.
 */
export function createAwayScheduling(options: AwayOptions): AwayScheduling {
  const { node, nodes, claims, contact, store } = options;
  const ahead = new Map<string, Ahead>();
  let living = Number.POSITIVE_INFINITY;
  let settling: Promise<void> | null = null;

  const isAlone = () => options.isEmbedded || living === 1;

  const bringUp = async () => {
    const entries = [...ahead.values()];
    await contact.attempt(() => store.settle(node, entries));
    for (const entry of entries) if (ahead.get(entry.canaryId) === entry) ahead.delete(entry.canaryId);
    if (ahead.size === 0) options.ahead.clear();
  };

  const settle = async (): Promise<void> => {
    if (ahead.size === 0) return;
    settling ??= bringUp().finally(() => {
      settling = null;
    });
    await settling;
  };

  const settled =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      await settle();
      return contact.attempt(() => work(...given));
    };

  const claimHere = (wanted: readonly SlotClaim[]): ClaimAnswer[] => {
    const moved = wanted.map((claim): [SlotClaim, ClaimAnswer['outcome']] => [
      claim,
      claim.drop ? 'dropped' : claim.busy ? 'skipped' : 'run',
    ]);
    const entries = moved.map(([claim, outcome]): Ahead => {
      const before = ahead.get(claim.canaryId);
      return {
        canaryId: claim.canaryId,
        expectedMs: before?.expectedMs ?? claim.expectedMs,
        slotMs: outcome === 'run' ? claim.slotMs : (before?.slotMs ?? null),
        nextSlotMs: claim.nextSlotMs,
        nextDueMs: claim.nextDueMs,
        missed: (before?.missed ?? 0) + claim.missed,
      };
    });
    for (const entry of entries) ahead.set(entry.canaryId, entry);
    options.ahead.add(entries, ahead.values());
    return moved.map(([{ canaryId }, outcome]) => ({ canaryId, outcome }));
  };

  return {
    async recover() {
      const left = options.ahead.read();
      if (left.length > 0) await store.noteRuns(node, left);
      options.ahead.clear();
    },
    claims: {
      ...claims,
      async claim(id, wanted, nowMs) {
        // Alone, the wait for an answer is bounded; else a late answer could be about slots that are lost meanwhile.
        if (!isAlone()) {
          await settle();
          return contact.attempt(() => claims.claim(id, wanted, nowMs), NO_LIMIT_MS);
        }
        if (contact.awaySinceMs() !== null) return claimHere(wanted);
        try {
          await settle();
          return await contact.attempt(() => claims.claim(id, wanted, nowMs));
        } catch (error) {
          if (!isAway(error)) throw error;
          return claimHere(wanted);
        }
      },
    },
    nodes: {
      ...nodes,
      heartbeat: (id) => contact.attempt(() => nodes.heartbeat(id)),
      async share(id) {
        const share = await settled(nodes.share)(id);
        living = share.living;
        return share;
      },
      claim: settled(nodes.claim),
      release: settled(nodes.release),
      owned: settled(nodes.owned),
      ownedPage: settled(nodes.ownedPage),
      shift: settled(nodes.shift),
      handBack: settled(nodes.handBack),
    },
  };
}

const NO_LIMIT_MS = 10 * 60_000;
