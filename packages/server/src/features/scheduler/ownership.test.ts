import { createManualClock, silentLog } from '@quarterdeck/kit';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcement } from './channel.ts';
import type { NodeStore, OwnedSchedule } from './node-store.ts';
import { createOwnership } from './ownership.ts';

const ME = 'me';
const OTHER = 'other';
const CANARIES = ['a', 'b', 'c', 'd', 'e', 'f'];

const row = (canaryId: string): OwnedSchedule => ({
  canaryId,
  schedule: '@every 1s',
  anchorMs: 0,
  slotMs: 0,
  dueMs: 0,
});

/** A registry whose questions are answered as things stood when they were asked, each after a wait of its own. */
function registry(waits: readonly number[]) {
  const owners = new Map<string, string | null>(CANARIES.map((id) => [id, null]));
  let isJoined = false;
  let asked = 0;
  let tell: (payload: string) => void = () => undefined;
  const of = (owner: string | null) => CANARIES.filter((id) => owners.get(id) === owner);
  const give = (ids: readonly string[], owner: string | null) => {
    for (const id of ids) owners.set(id, owner);
  };
  const late = async <T>(answer: T): Promise<T> => {
    await new Promise((done) => setTimeout(done, waits[asked++ % waits.length]));
    return answer;
  };
  const store: Partial<NodeStore> = {
    register: () => late(undefined),
    heartbeat: () => late(undefined),
    share: () =>
      late({
        owned: of(ME).length,
        share: isJoined ? CANARIES.length / 2 : CANARIES.length,
        orphaned: of(null).length,
        living: isJoined ? 2 : 1,
      }),
    owned: (_id, ids) => late(ids.filter((id) => owners.get(id) === ME).map(row)),
    ownedPage: () => late(of(ME).map(row)),
    release(_id, count) {
      const ids = of(ME).slice(0, count);
      give(ids, isJoined ? OTHER : null);
      return late(ids);
    },
    claim(_id, limit) {
      const ids = of(null).slice(0, limit);
      give(ids, ME);
      return late(ids.map(row));
    },
    async announce(ids) {
      await late(undefined);
      tell(announcement(ids));
    },
  };
  return {
    store: store as NodeStore,
    mine: () => of(ME),
    listen: async (_channel: string, onPayload: (payload: string) => void) => {
      tell = onPayload;
      return async () => undefined;
    },
    /** The other node comes, or hands back all it has and goes. */
    otherTurns() {
      isJoined = !isJoined;
      if (!isJoined) give(of(OTHER), null);
      tell('*');
    },
    /** The documents of some canaries change. */
    change: (ids: readonly string[]) => tell(announcement(ids)),
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const happening = fc.record({
  afterMs: fc.oneof({ arbitrary: fc.integer({ min: 0, max: 60 }), weight: 5 }, fc.integer({ min: 0, max: 3000 })),
  changed: fc.option(fc.subarray(CANARIES, { minLength: 1 })),
});

test('a node runs what it owns, in whatever order the answers of the database come', async () => {
  const world = fc.tuple(
    fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 })), { minLength: 5, maxLength: 40 }),
    fc.array(happening, { maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(world, async ([waits, happenings]) => {
      const nodes = registry(waits);
      const running = new Set<string>();
      const ownership = createOwnership({
        ...{ id: ME, name: ME, address: null, version: '1', channel: 'c', clock: createManualClock(0), log: silentLog },
        nodes: nodes.store,
        listen: nodes.listen,
        onOwned: (schedules) => schedules.forEach(({ canaryId }) => void running.add(canaryId)),
        onLost: (ids) => ids.forEach((id) => void running.delete(id)),
        onJump: () => undefined,
      });
      void ownership.start();
      for (const { afterMs, changed } of happenings) {
        await vi.advanceTimersByTimeAsync(afterMs);
        if (changed === null) nodes.otherTurns();
        else nodes.change(changed);
      }
      await vi.advanceTimersByTimeAsync(20_000);
      expect([...running].sort()).toEqual(nodes.mine());
      await ownership.abandon();
    }),
    { numRuns: 500 },
  );
});
