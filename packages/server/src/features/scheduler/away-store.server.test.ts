import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Ahead } from './ahead-log.ts';
import { createAwayStore } from './away-store.ts';
import { canaryOf, newId, serviceOn } from './testing/fixtures.ts';

const T0 = Date.UTC(2026, 4, 10, 12);
const node = newId();
let main: TestDatabase;
beforeAll(async () => {
  main = await createTestDatabase();
});
afterEach(() => main.database.pool.query('truncate canaries, canary_runs cascade'));
afterAll(() => main.drop());

/** A schedule that this node, or another, owns; its slots are minutes after T0. */
async function schedule(state: { anchor: number; next: number; owner?: string }): Promise<string> {
  const { service } = serviceOn(main.database);
  const [applied] = await service.apply([{ canary: canaryOf('shop', '@every 1m', ['a']), source: 'UI' }]);
  await main.database.pool.query(
    `update canary_schedules set anchor = $2, next_slot = $3, due_at = $3, node_id = $4 where canary_id = $1`,
    [applied?.id, at(state.anchor), at(state.next), state.owner ?? node],
  );
  return applied?.id ?? '';
}
const at = (minute: number) => new Date(T0 + minute * 60_000).toISOString();
const ahead = (canaryId: string, expected: number, newest: number): Ahead => ({
  canaryId,
  expectedMs: T0 + expected * 60_000,
  slotMs: T0 + newest * 60_000,
  nextSlotMs: T0 + (newest + 1) * 60_000,
  nextDueMs: T0 + (newest + 1) * 60_000 + 5,
  missed: 2,
});
const settle = (entry: Ahead) => createAwayStore(main.database.pool).settle(node, [entry]);
const stored = async () => {
  const { rows } = await main.database.pool.query<{ minute: number; missed: number; runs: number }>(
    `select (extract(epoch from next_slot) - $1)::float8 / 60 as minute, missed,
       (select count(*)::int from canary_runs r where r.canary_id = s.canary_id) as runs from canary_schedules s`,
    [T0 / 1000],
  );
  return rows[0];
};

test('a schedule is moved on, and its newest slot is written down, once', async () => {
  const entry = ahead(await schedule({ anchor: 0, next: 3 }), 3, 9);
  await settle(entry);
  expect(await stored()).toEqual({ minute: 10, missed: 2, runs: 1 });
  await settle(entry);
  expect(await stored()).toEqual({ minute: 10, missed: 2, runs: 1 });
});

test('a claim whose answer was lost had moved it already: it is moved on from there', async () => {
  await settle(ahead(await schedule({ anchor: 0, next: 4 }), 3, 9));
  expect((await stored())?.minute).toBe(10);
});

test('a schedule that was replaced meanwhile keeps its first run', async () => {
  await settle(ahead(await schedule({ anchor: 7, next: 7 }), 3, 9));
  expect(await stored()).toMatchObject({ minute: 7, missed: 0 });
});

test('a schedule that another node took over is its own', async () => {
  await settle(ahead(await schedule({ anchor: 0, next: 3, owner: newId() }), 3, 9));
  expect(await stored()).toMatchObject({ minute: 3, missed: 0 });
});

test('slots of an earlier process are only written down', async () => {
  const canaryId = await schedule({ anchor: 0, next: 3 });
  const store = createAwayStore(main.database.pool);
  await store.noteRuns(node, [ahead(canaryId, 3, 9), { ...ahead(newId(), 3, 9), slotMs: null }]);
  expect(await stored()).toEqual({ minute: 3, missed: 0, runs: 1 });
});
