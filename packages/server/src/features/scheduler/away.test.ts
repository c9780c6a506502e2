import { createManualClock, silentLog } from '@quarterdeck/kit';
import { describe, expect, it, vi } from 'vitest';
import { createDatabaseContact } from '../../platform/contact/contact.ts';
import type { Ahead } from './ahead-log.ts';
import { createAwayScheduling } from './away.ts';
import type { SlotClaim } from './claim-store.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const claim = (slotMs: number, more: Partial<SlotClaim> = {}): SlotClaim => ({
  canaryId: 'c',
  expectedMs: slotMs,
  slotMs,
  nextSlotMs: slotMs + 10,
  nextDueMs: slotMs + 11,
  missed: 0,
  busy: false,
  drop: false,
  dueMs: slotMs,
  ...more,
});

/** A node whose database can be cut. `living` nodes are known. */
function world(options: { isEmbedded?: boolean; living?: number } = {}) {
  const state = { cut: false };
  const order: string[] = [];
  const settled: Ahead[][] = [];
  const kept: Ahead[] = [];
  const answer = async <T>(name: string, value: T): Promise<T> => {
    if (state.cut) throw refused;
    order.push(name);
    return value;
  };
  const claims = {
    claim: vi.fn((_node: string, wanted: readonly SlotClaim[]) =>
      answer(
        'claim',
        wanted.map(({ canaryId }) => ({ canaryId, outcome: 'run' as const })),
      ),
    ),
    trimRuns: async () => 0,
  };
  const nodes = {
    register: async () => undefined,
    heartbeat: () => answer('heartbeat', undefined),
    share: () => answer('share', { owned: 1, share: 1, orphaned: 0, living: options.living ?? 1 }),
    claim: () => answer('take', []),
    release: () => answer('release', []),
    owned: () => answer('owned', []),
    ownedPage: () => answer('owned', []),
    shift: () => answer('shift', undefined),
    handBack: () => answer('hand back', undefined),
    leave: async () => undefined,
    forgetOthers: async () => undefined,
    announce: async () => undefined,
  };
  const contact = createDatabaseContact(createManualClock(0), silentLog);
  const away = createAwayScheduling({
    node: 'n',
    nodes,
    claims,
    contact,
    isEmbedded: options.isEmbedded ?? false,
    store: {
      settle: async (_node, ahead) => {
        settled.push([...(await answer('settle', ahead))]);
      },
      noteRuns: async (_node, ahead) => void (await answer(`note ${ahead.length}`, undefined)),
    },
    ahead: {
      add: (entries) => void kept.push(...entries),
      read: () => kept,
      clear: () => void kept.splice(0),
    },
  });
  return { away, state, order, settled, kept, contact, claims };
}
const outcomes = (answers: readonly { outcome: string }[]) => answers.map((answer) => answer.outcome);

describe('scheduling while the database is away', () => {
  it('goes through the database while it can be reached', async () => {
    const { away, order, kept } = world({ isEmbedded: true });
    expect(outcomes(await away.claims.claim('n', [claim(10)], 10))).toEqual(['run']);
    expect([order, kept]).toEqual([['claim'], []]);
  });

  it('a node that is alone runs on, and brings the stored schedules up to date before anything else', async () => {
    const { away, state, order, settled, kept } = world();
    await away.nodes.share('n');
    state.cut = true;
    expect(outcomes(await away.claims.claim('n', [claim(10)], 10))).toEqual(['run']);
    expect(outcomes(await away.claims.claim('n', [claim(20, { busy: true, missed: 2 })], 20))).toEqual(['skipped']);
    expect(outcomes(await away.claims.claim('n', [claim(30, { drop: true })], 30))).toEqual(['dropped']);
    const entry = { canaryId: 'c', expectedMs: 10, slotMs: 10, nextSlotMs: 40, nextDueMs: 41, missed: 2 };
    expect(kept.at(-1)).toEqual(entry);
    state.cut = false;
    order.splice(0);
    await away.nodes.heartbeat('n');
    await away.nodes.owned('n', ['c']);
    await away.nodes.owned('n', ['c']);
    expect(order).toEqual(['heartbeat', 'settle', 'owned', 'owned']);
    expect(settled).toEqual([[entry]]);
    expect(kept).toEqual([]);
  });

  it('asks the database no more for each slot while it is known to be away', async () => {
    const { away, state, claims } = world({ isEmbedded: true });
    state.cut = true;
    for (const slot of [10, 20, 30]) await away.claims.claim('n', [claim(slot)], slot);
    expect(claims.claim).toHaveBeenCalledTimes(1);
    state.cut = false;
    await away.claims.claim('n', [claim(40)], 40);
    expect(claims.claim).toHaveBeenCalledTimes(1);
    await away.nodes.heartbeat('n');
    await away.claims.claim('n', [claim(50)], 50);
    expect(claims.claim).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['another node is known', 2],
    ['it is not known yet how many there are', undefined],
  ])('runs nothing that is not committed when %s', async (_name, living) => {
    const { away, state, kept } = world(living === undefined ? {} : { living });
    if (living !== undefined) await away.nodes.share('n');
    state.cut = true;
    await expect(away.claims.claim('n', [claim(10)], 10)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(kept).toEqual([]);
  });

  it('passes on what is wrong with a claim itself', async () => {
    const { away, claims } = world({ isEmbedded: true });
    claims.claim.mockRejectedValueOnce(Object.assign(new Error('bad'), { code: '22P02' }));
    await expect(away.claims.claim('n', [claim(10)], 10)).rejects.toMatchObject({ code: '22P02' });
  });

  it('keeps what it could not bring up to date for the next time', async () => {
    const { away, state, settled } = world({ isEmbedded: true });
    state.cut = true;
    await away.claims.claim('n', [claim(10)], 10);
    await expect(away.nodes.owned('n', [])).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    state.cut = false;
    await away.nodes.owned('n', []);
    expect(settled.flat()).toHaveLength(1);
  });

  it('a process that starts writes down what the one before ran', async () => {
    const { away, state, order, kept } = world({ isEmbedded: true });
    state.cut = true;
    await away.claims.claim('n', [claim(10)], 10);
    state.cut = false;
    await away.recover();
    expect([order, kept]).toEqual([['note 1'], []]);
    await away.recover();
    expect(order).toEqual(['note 1']);
  });
});
