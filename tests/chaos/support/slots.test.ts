import { expect, test } from 'vitest';
import type { LedgerRow } from './ledger-store.ts';
import { gaps, judgeSlots } from './slots.ts';

const run = (startedMs: number, slotMs = startedMs): LedgerRow => ({
  canary: 'c0',
  slotMs,
  startedMs,
  finished: true,
  node: 'a',
});
const judge = (runs: LedgerRow[], times: number[]) => judgeSlots(runs, new Map([['/c0/0', times]]), 1, 1);

test('one request in each slot is right, and so is none in the slot of a run that was killed', () => {
  expect(judge([run(1000), run(2000), run(3000)], [1001, 3002])).toEqual({ doubled: [], unclaimed: [] });
});

test('a second request in a slot is found', () => {
  expect(judge([run(1000), run(2000)], [1001, 1900, 2001]).doubled).toEqual(['/c0/0 at 1900']);
});

test('a request before all slots is found', () => {
  expect(judge([run(1000)], [999, 1001]).unclaimed).toEqual(['/c0/0 at 999']);
});

test('slots between the first and the last that nobody claimed are counted', () => {
  expect(gaps([run(1000), run(2050, 2000), run(5000)])).toBe(2);
  expect(gaps([run(1000), { ...run(9000), canary: 'c1' }])).toBe(0);
  expect(gaps([])).toBe(0);
});
