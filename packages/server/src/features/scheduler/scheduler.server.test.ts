import { connectDatabase, type Database } from '@quarterdeck/db';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { type Clock, silentLog, systemClock } from '@quarterdeck/kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCanaryLoader } from '../canaries/loader.ts';
import { type ClaimStore, createClaimStore } from './claim-store.ts';
import { createNodeStore, type NodeStore } from './node-store.ts';
import type { Scheduler, Slot } from './service.ts';
import { createScheduler } from './service.ts';
import { canaryOf, newId, serviceOn, until } from './testing/fixtures.ts';

let main: TestDatabase;
const opened: Database[] = [];
const schedulers: Scheduler[] = [];

beforeAll(async () => {
  main = await createTestDatabase();
});
afterEach(async () => {
  for (const scheduler of schedulers.splice(0)) await scheduler.abandon();
  for (const database of opened.splice(0)) await database.stop();
  await main.database.pool.query('truncate canaries, canary_runs, nodes, job_history cascade');
});
afterAll(() => main.drop());

/** A node with connections of its own. It writes down what it runs and when. */
async function node(
  name: string,
  options: {
    work?: (slot: Slot) => Promise<void>;
    clock?: Clock;
    disabled?: () => boolean;
    alone?: boolean;
    heartbeatMs?: number;
    claims?: (real: ClaimStore) => ClaimStore;
    nodes?: (real: NodeStore) => NodeStore;
  } = {},
) {
  const database = await connectDatabase({ url: main.url, log: silentLog });
  opened.push(database);
  const ran: (Slot & { node: string })[] = [];
  const id = newId();
  const [nodes, claims] = [createNodeStore(database.pool), createClaimStore(database.pool)];
  const scheduler = createScheduler({
    id,
    name,
    address: null,
    version: '0',
    nodes: options.nodes?.(nodes) ?? nodes,
    claims: options.claims?.(claims) ?? claims,
    listen: database.listen,
    clock: options.clock ?? systemClock,
    ...(options.disabled ? { disabled: options.disabled } : {}),
    random: () => 0,
    log: silentLog,
    metrics: { started: () => undefined, missed: () => undefined, skipped: () => undefined },
    maxConcurrent: 100,
    heartbeatMs: options.heartbeatMs ?? 200,
    ...(options.alone ? { alone: true } : {}),
    execute: async (slot) => {
      ran.push({ ...slot, node: name });
      await options.work?.(slot);
      await database.pool.query(
        'update canary_schedules set running_node = null where canary_id = $1 and running_node = $2',
        [slot.canaryId, id],
      );
    },
  });
  schedulers.push(scheduler);
  await scheduler.start();
  return { id, scheduler, ran, database };
}

const documents = (count: number, schedule = '@every 1s') =>
  Array.from({ length: count }, (_, index) => ({ canary: canaryOf(`c${index}`, schedule, ['a']), source: 'UI' }));

const owners = async () => {
  const { rows } = await main.database.pool.query<{ node_id: string | null; count: number }>(
    'select node_id, count(*)::int as count from canary_schedules group by 1',
  );
  return new Map(rows.map((row) => [row.node_id, row.count]));
};

function expectNoSlotTwice(slots: readonly Slot[]): void {
  const keys = slots.map((slot) => `${slot.canaryId} ${slot.slotMs}`);
  expect(new Set(keys).size).toBe(keys.length);
}

test('an added canary runs at once, then at each slot counted from when it was added', async () => {
  const { ran } = await node('a');
  const { service } = serviceOn(main.database);
  const before = Date.now();
  await service.apply(documents(1));
  await until(() => ran.length >= 3);
  const [first, second, third] = ran.map((slot) => slot.slotMs);
  expect(first).toBeGreaterThanOrEqual(before);
  expect([second, third]).toEqual([(first ?? 0) + 1000, (first ?? 0) + 2000]);
});

test('a changed document runs at once again, a removed one no more', async () => {
  const { ran, scheduler } = await node('a');
  const { service } = serviceOn(main.database);
  const [applied] = await service.apply(documents(1, '@every 1h'));
  await until(() => ran.length === 1);
  await service.apply([{ canary: canaryOf('c0', '@every 2h', ['a']), source: 'UI' }]);
  await until(() => ran.length === 2);
  await service.remove([applied?.id ?? '']);
  await until(() => scheduler.figures().owned === 0);
});

test('two nodes share the canaries fairly and run each slot once', async () => {
  const a = await node('a');
  const { service } = serviceOn(main.database);
  await service.apply(documents(20));
  await until(async () => (await owners()).get(a.id) === 20);
  const b = await node('b');
  await until(async () => (await owners()).get(a.id) === 10 && (await owners()).get(b.id) === 10);
  await until(() => b.ran.length >= 30);
  const all = [...a.ran, ...b.ran];
  expectNoSlotTwice(all);
  const { rows } = await main.database.pool.query('select count(*)::int as count from canary_runs');
  expect(rows[0]?.count).toBeGreaterThanOrEqual(all.length);
});

test('a stopping node hands back at once, and the other goes on without a slot run twice', async () => {
  const a = await node('a');
  const b = await node('b');
  const { service } = serviceOn(main.database);
  await service.apply(documents(10));
  await until(async () => (await owners()).get(a.id) === 5 && (await owners()).get(b.id) === 5);
  await a.scheduler.stop();
  await until(async () => (await owners()).get(b.id) === 10);
  const count = b.ran.length;
  await until(() => b.ran.length >= count + 20);
  expectNoSlotTwice([...a.ran, ...b.ran]);
  const { rows } = await main.database.pool.query('select stopped_at is not null as stopped from nodes where id = $1', [
    a.id,
  ]);
  expect(rows[0]?.stopped).toBe(true);
});

test('a node that dies in the middle of its runs is taken over within ten seconds; no slot is run twice', async () => {
  const a = await node('a', { work: () => new Promise(() => undefined) });
  const { service } = serviceOn(main.database);
  await service.apply(documents(5));
  await until(() => a.ran.length === 5);
  await a.scheduler.abandon();
  const b = await node('b');
  await until(() => new Set(b.ran.map((slot) => slot.canaryId)).size === 5, 10_000);
  expectNoSlotTwice([...a.ran, ...b.ran]);
});

test('a stopping node whose runs still go on hands all over at once, and nothing runs beside them', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // No heartbeat comes within the test: only the announcement makes the other node look.
  const a = await node('a', { work: () => held, heartbeatMs: 600_000 });
  const b = await node('b', { heartbeatMs: 600_000 });
  const { service } = serviceOn(main.database);
  await service.apply(documents(10));
  await until(() => a.ran.length === 5);
  const stopping = a.scheduler.stop();
  await until(async () => (await owners()).get(b.id) === 10);
  await until(() => b.scheduler.figures().skipped >= 5);
  const underWay = new Set(a.ran.map((slot) => slot.canaryId));
  expect(b.ran.filter((slot) => underWay.has(slot.canaryId))).toEqual([]);
  release();
  await stopping;
  await until(() => new Set(b.ran.map((slot) => slot.canaryId)).size === 10);
  expectNoSlotTwice([...a.ran, ...b.ran]);
});

test('a node that is alone takes over at once what a killed process left', async () => {
  const a = await node('a', { work: () => new Promise(() => undefined) });
  const { service } = serviceOn(main.database);
  await service.apply(documents(5));
  await until(() => a.ran.length === 5);
  await a.scheduler.abandon();
  const b = await node('b', { alone: true, heartbeatMs: 600_000 });
  expect((await owners()).get(b.id)).toBe(5);
  await until(() => new Set(b.ran.map((slot) => slot.canaryId)).size === 5);
  expectNoSlotTwice([...a.ran, ...b.ran]);
});

test('a tick during a run is skipped and counted', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { ran, scheduler } = await node('a', { work: () => held });
  const { service } = serviceOn(main.database);
  await service.apply(documents(1));
  await until(() => scheduler.figures().skipped >= 2);
  expect(ran).toHaveLength(1);
  release();
  await until(() => ran.length >= 2);
  const { rows } = await main.database.pool.query('select skipped from canary_schedules');
  expect(rows[0]?.skipped).toBeGreaterThanOrEqual(2);
});

test('a claim that is not answered while the database cannot be asked why is made again', async () => {
  let unanswered = 1;
  let unasked = 1;
  const { ran } = await node('a', {
    claims: (real) => ({ ...real, claim: async (...slots) => (unanswered-- > 0 ? [] : real.claim(...slots)) }),
    nodes: (real) => ({
      ...real,
      owned(...asked) {
        if (unanswered > 0 || unasked-- <= 0) return real.owned(...asked);
        return Promise.reject(new Error('no connection'));
      },
    }),
  });
  const { service } = serviceOn(main.database);
  await service.apply(documents(1));
  await until(() => ran.length >= 2);
  expect(unasked).toBeLessThanOrEqual(0);
});

test('slots that passed while nobody ran are counted and the newest is run once', async () => {
  const { service } = serviceOn(main.database);
  await service.apply(documents(1));
  await main.database.pool.query(
    `update canary_schedules set anchor = anchor - interval '1 minute', next_slot = next_slot - interval '30 seconds',
       due_at = due_at - interval '30 seconds'`,
  );
  const { ran, scheduler } = await node('a');
  await until(() => ran.length >= 2);
  expect(scheduler.figures().missed).toBeGreaterThanOrEqual(29);
  expect((ran[1]?.slotMs ?? 0) - (ran[0]?.slotMs ?? 0)).toBe(1000);
  const { rows } = await main.database.pool.query('select missed from canary_schedules');
  expect(rows[0]?.missed).toBeGreaterThanOrEqual(29);
});

test('two nodes that claim the same slot: one runs it', async () => {
  const { service } = serviceOn(main.database);
  const [applied] = await service.apply(documents(1, '@every 1h'));
  const nodes = createNodeStore(main.database.pool);
  const claims = createClaimStore(main.database.pool);
  const me = newId();
  await nodes.register({ id: me, name: 'a', address: null, version: '0' });
  const [owned] = await nodes.claim(me, 10);
  const slotMs = owned?.slotMs ?? 0;
  const claim = {
    canaryId: applied?.id ?? '',
    expectedMs: slotMs,
    slotMs,
    nextSlotMs: slotMs + 3_600_000,
    nextDueMs: slotMs + 3_600_000,
    missed: 0,
    busy: false,
    drop: false,
    dueMs: slotMs,
  };
  expect(await claims.claim(newId(), [claim], slotMs)).toEqual([]);
  expect(await claims.claim(me, [claim], slotMs)).toEqual([{ canaryId: claim.canaryId, outcome: 'run' }]);
  expect(await claims.claim(me, [claim], slotMs)).toEqual([]);
  await main.database.pool.query('update canary_schedules set next_slot = $1', [new Date(slotMs).toISOString()]);
  expect(await claims.claim(me, [claim], slotMs)).toEqual([{ canaryId: claim.canaryId, outcome: 'done' }]);
  expect(await claims.trimRuns(0)).toBe(1);
});

/** A wall clock that can jump, beside a steady one. */
function jumpingClock() {
  let offset = 0;
  const clock: Clock = { now: () => Date.now() + offset, monotonic: () => performance.now() };
  return {
    clock,
    jump: (ms: number) => {
      offset += ms;
    },
  };
}
const HOUR = 3_600_000;

test.each([
  ['forward', HOUR],
  ['backward', -HOUR],
])('a clock that jumps an hour %s: @every goes on at its pace, no slot missed or doubled', async (_name, ms) => {
  const { clock, jump } = jumpingClock();
  const { ran, scheduler } = await node('a', { clock });
  await serviceOn(main.database).service.apply(documents(5));
  await until(() => ran.length >= 10);
  const before = ran.length;
  const since = performance.now();
  jump(ms);
  await until(() => ran.length >= before + 15);
  const seconds = (performance.now() - since) / 1000;
  expect(ran.length - before).toBeLessThanOrEqual(5 * (seconds + 1.5));
  expectNoSlotTwice(ran);
  expect(scheduler.figures().missed).toBe(0);
});

/** A node that owns three canaries that run each minute, and that remembers no run: none is dropped as too soon. */
async function rested() {
  const first = await node('first');
  await serviceOn(main.database).service.apply(documents(3, '* * * * *'));
  await until(() => first.ran.length >= 3);
  await first.scheduler.stop();
  const { clock, jump } = jumpingClock();
  const second = await node('second', { clock });
  await until(() => second.scheduler.figures().owned === 3);
  return { clock, jump, ran: second.ran, scheduler: second.scheduler };
}

test('a clock that jumps an hour forward: what it leapt over runs once at once and nothing counts as missed', async () => {
  const { clock, jump, ran, scheduler } = await rested();
  jump(HOUR);
  await until(() => ran.length >= 3);
  expectNoSlotTwice(ran);
  const newest = ran.map((slot) => clock.now() - slot.slotMs);
  expect(Math.max(...newest)).toBeLessThan(120_000);
  expect(scheduler.figures().missed).toBe(0);
});

test('a clock that jumps an hour back: the slots of a cron schedule that were run are not run again', async () => {
  const { jump, ran, scheduler } = await rested();
  jump(HOUR);
  await until(() => ran.length >= 3);
  jump(-HOUR);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expectNoSlotTwice(ran);
  expect(scheduler.figures().missed).toBe(0);
});

test('the property check.*.disabled lets slots pass, uncounted, until it is taken back', async () => {
  let disabled = true;
  const { ran, scheduler } = await node('a', { disabled: () => disabled });
  await serviceOn(main.database).service.apply(documents(2));
  const passed = async () => {
    const { rows } = await main.database.pool.query<{ n: number }>(
      'select count(*)::int as n from canary_schedules where next_slot > anchor',
    );
    return rows[0]?.n === 2;
  };
  await until(passed);
  expect(ran).toEqual([]);
  disabled = false;
  await until(() => ran.length >= 2);
  expect(scheduler.figures()).toMatchObject({ missed: 0, skipped: 0 });
});

test('what is suspended, and what other agents own, never runs here', async () => {
  const { ran } = await node('a');
  const { service, store } = serviceOn(main.database);
  const suspended = canaryOf('still', '@every 1s', ['a']);
  const noted = await service.apply([
    { canary: { ...suspended, replicas: 0 }, source: 'a' },
    { canary: { ...suspended, metadata: { ...suspended.metadata, annotations: { suspend: 'true' } } }, source: 'b' },
    { canary: { ...suspended, agentSelector: ['edge-*'] }, source: 'c' },
    { canary: canaryOf('lively', '@every 1s', ['a']), source: 'd' },
  ]);
  await until(() => ran.length >= 2);
  expect(new Set(ran.map((slot) => slot.canaryId))).toEqual(new Set([noted[3]?.id]));
  const agent = newId();
  await main.database.pool.query('insert into agents (id, name) values ($1, $2)', [agent, agent]);
  await main.database.pool.query('update canaries set agent_id = $1 where id = $2', [agent, noted[3]?.id]);
  expect(await createCanaryLoader(store, () => suspended).load(noted[3]?.id ?? '')).toBeNull();
});
