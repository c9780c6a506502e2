import { createManualClock } from '@quarterdeck/kit';
import { describe, expect, it } from 'vitest';
import { createSummary, parseSummaryRequest } from './summary.ts';

const EVERYTHING = parseSummaryRequest(null);
const SORTED = parseSummaryRequest({ SortBy: 'name' });

function world() {
  const clock = createManualClock(Date.UTC(2026, 4, 10));
  const state = { fails: false, reads: 0 };
  const summary = createSummary(
    {
      rows: async () => {
        state.reads += 1;
        if (state.fails) throw new Error('away');
        return { count: 1, texts: [`{"id":"r${state.reads}"}`] };
      },
      row: async () => null,
      recent: async () => [],
    } as Parameters<typeof createSummary>[0],
    clock,
    'local',
  );
  return { clock, state, summary };
}

describe('the last good summary', () => {
  it('is none before the first read, and none for a narrowed one', async () => {
    const { summary } = world();
    expect(await summary.lastGood(EVERYTHING)).toBeNull();
    await summary.answer(SORTED);
    expect(await summary.lastGood(EVERYTHING)).toBeNull();
    await summary.answer(EVERYTHING);
    expect(await summary.lastGood(SORTED)).toBeNull();
  });

  it('is what was read last, with its time and its age', async () => {
    const { clock, state, summary } = world();
    await summary.answer(EVERYTHING);
    clock.advance(90_500);
    state.fails = true;
    await expect(summary.answer(EVERYTHING)).rejects.toThrow();
    const last = await summary.lastGood(EVERYTHING);
    expect(last?.ageSeconds).toBe(90);
    expect(JSON.parse(last?.text ?? '')).toEqual({
      stale_since: '2026-05-10T00:00:00.000Z',
      runnerName: 'local',
      checks_summary: [{ id: 'r1' }],
    });
  });

  it('outlives a change of canaries, which only drops the answer that is held', async () => {
    const { summary } = world();
    await summary.answer(EVERYTHING);
    summary.invalidate();
    expect(await summary.lastGood(EVERYTHING)).not.toBeNull();
  });

  it('is read again only when it is older than a minute', async () => {
    const { clock, state, summary } = world();
    await summary.remember();
    clock.advance(59_999);
    await summary.remember();
    expect(state.reads).toBe(1);
    clock.advance(1);
    await summary.remember();
    expect(state.reads).toBe(2);
  });
});
