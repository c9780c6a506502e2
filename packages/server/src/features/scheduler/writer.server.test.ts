import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CanaryId, CheckId } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabaseContact } from '../../platform/contact/contact.ts';
import { createCanaryLoader } from '../canaries/loader.ts';
import { writeBatch } from './batch.ts';
import type { RunToWrite } from './result-rows.ts';
import { openSpool } from './spool.ts';
import { canaryOf, newId, recordedLive, resultOf, serviceOn, until } from './testing/fixtures.ts';
import { createResultWriter } from './writer.ts';

let main: TestDatabase;
let canaryId: CanaryId;
let known: ReadonlyMap<string, CheckId>;
const node = newId();
const T0 = Date.UTC(2026, 4, 10, 12);

beforeAll(async () => {
  main = await createTestDatabase();
});
afterAll(() => main.drop());

beforeEach(async () => {
  const canary = canaryOf('shop', '@every 1h', ['a', 'b']);
  const { service, store } = serviceOn(main.database);
  const [applied] = await service.apply([{ canary, source: 'UI' }]);
  canaryId = applied?.id ?? '';
  known = (await createCanaryLoader(store, () => canary).load(canaryId))?.checks ?? new Map();
});
afterEach(() => main.database.pool.query('truncate canaries, canary_runs, job_history cascade'));

const query = async (text: string) => (await main.database.pool.query(text)).rows;

function writerWith(more: Partial<Parameters<typeof createResultWriter>[0]> = {}) {
  const live = recordedLive();
  const writer = createResultWriter({
    database: main.database,
    live,
    node,
    host: 'test',
    newId,
    clock: systemClock,
    log: silentLog,
    flushMs: 5,
    ...more,
  });
  return { writer, live };
}

function runOf(results: RunToWrite['results'], more: Partial<RunToWrite> = {}): RunToWrite {
  return {
    canaryId,
    canaryName: 'shop',
    canaryNamespace: 'default',
    results,
    known,
    slotMs: null,
    nextRunMs: null,
    startMs: T0,
    endMs: T0 + 10,
    cleanup: false,
    failures: [],
    ...more,
  };
}

test('a run is stored whole: statuses, the state of its checks, their strips, one event', async () => {
  const { writer, live } = writerWith();
  const results = [
    resultOf('a', {
      startMs: T0 + 400,
      durationMs: 12,
      message: 'ok',
      owner: 'ann',
      severity: 'high',
      labels: { x: 'y' },
    }),
    resultOf('b', { startMs: T0, pass: false, error: `bad\u0000 ${'e'.repeat(140_000)}`, message: 'm'.repeat(5000) }),
  ];
  const written = await writer.write(runOf(results, { nextRunMs: T0 + 60_000 }));
  expect(written.checkIds).toEqual([known.get('http\u0000a'), known.get('http\u0000b')]);
  const statuses = await query(
    `select s.status, invalid, duration, time, length(message) as message, length(error) as error
     from check_statuses s join checks c on c.id = s.check_id order by c.name`,
  );
  const time = '2026-05-10T12:00:00+00:00';
  expect(statuses).toEqual([
    { status: true, invalid: false, duration: 12, time, message: 2, error: null },
    { status: false, invalid: false, duration: 5, time, message: 4096, error: 131_072 - 1 },
  ]);
  expect(await query('select name, status, owner, severity, labels, last_runtime from checks order by name')).toEqual([
    { name: 'a', status: 'healthy', owner: 'ann', severity: 'high', labels: { x: 'y' }, last_runtime: time },
    { name: 'b', status: 'unhealthy', owner: null, severity: null, labels: {}, last_runtime: time },
  ]);
  expect(await query('select recent_value, passed, failed, p95 from check_states order by passed desc')).toEqual([
    { recent_value: [12 * 4 + 1], passed: 1, failed: 0, p95: 12 },
    { recent_value: [5 * 4], passed: 0, failed: 1, p95: 5 },
  ]);
  expect(live.events).toHaveLength(1);
  expect(live.events[0]).toMatchObject({
    name: 'checks.updated',
    payload: {
      checks: expect.arrayContaining([
        expect.objectContaining({ id: known.get('http\u0000a'), status: 'healthy', recent: [T0 / 1000, 12, 1] }),
      ]),
    },
  });
});

test('a second result in the same second is dropped; one that could not be probed has no status', async () => {
  const { writer } = writerWith();
  await Promise.all([
    writer.write(runOf([resultOf('a', { startMs: T0 })])),
    writer.write(runOf([resultOf('a', { startMs: T0 + 900, pass: false })])),
    writer.write(runOf([resultOf('a', { startMs: T0 + 1000, pass: false, unknown: true, invalid: true })])),
  ]);
  expect(await query('select status, invalid from check_statuses order by time')).toEqual([
    { status: true, invalid: false },
    { status: null, invalid: true },
  ]);
  expect(await query(`select status from checks where name = 'a'`)).toEqual([{ status: 'unknown' }]);
  expect(await query('select passed, failed, cardinality(recent_at) as recent from check_states')).toEqual([
    { passed: 1, failed: 0, recent: 2 },
  ]);
});

test('strips hold the newest forty results', async () => {
  const { writer } = writerWith();
  for (let index = 0; index < 50; index += 1) {
    await writer.write(runOf([resultOf('a', { startMs: T0 + index * 1000, durationMs: index })]));
  }
  const [state] = await query('select recent_at, recent_value from check_states');
  expect(state?.recent_at).toHaveLength(40);
  expect(state?.recent_value.at(-1)).toBe(49 * 4 + 1);
  expect(state?.recent_at[0]).toBe(T0 / 1000 + 10);
});

test('transformed checks are made, and removed as their strategy says once they are not produced', async () => {
  const { writer, live } = writerWith();
  const made = (name: string, strategy: 'MarkHealthy' | 'MarkUnhealthy' | null) =>
    resultOf(name, {
      type: 'x',
      transformedFrom: 'a',
      transformDeleteStrategy: strategy,
      pass: strategy !== 'MarkHealthy',
    });
  const all = [made('one', 'MarkHealthy'), made('two', 'MarkUnhealthy'), made('three', null), made('four', null)];
  await writer.write(runOf([resultOf('a'), ...all], { cleanup: true }));
  await writer.write(runOf([resultOf('a')], { cleanup: true }));
  expect(await query('select from checks where transformed and deleted_at is null')).toHaveLength(4);
  await writer.write(runOf([resultOf('a'), made('four', null)], { cleanup: true }));
  const gone = await query(
    `select c.name, c.status, (select s.status from check_statuses s where s.check_id = c.id order by time desc limit 1) as last
     from checks c where deleted_at is not null order by name`,
  );
  expect(gone).toEqual([
    { name: 'one', status: 'healthy', last: expect.any(Boolean) },
    { name: 'three', status: 'healthy', last: true },
    { name: 'two', status: 'unhealthy', last: expect.any(Boolean) },
  ]);
  expect(live.events.filter((event) => event.name === 'checks.removed')).toHaveLength(1);
  await writer.write(runOf([made('one', null)]));
  expect(await query(`select deleted_at from checks where name = 'one'`)).toEqual([{ deleted_at: null }]);
  await writer.write(runOf([resultOf('four', { type: 'x', transformedFrom: 'a', deletedAt: '2026-01-01T00:00:00Z' })]));
  expect(await query(`select deleted_at from checks where name = 'four'`)).toEqual([
    { deleted_at: '2026-01-01T00:00:00+00:00' },
  ]);
});

test('the last status of a check that is no longer produced is the one of its strategy', async () => {
  const { writer } = writerWith();
  const strategies = { one: 'MarkHealthy', two: 'MarkUnhealthy', three: 'Ignore' } as const;
  const made = Object.entries(strategies).map(([name, strategy]) =>
    resultOf(name, {
      type: 'x',
      startMs: T0,
      pass: strategy !== 'MarkHealthy',
      transformedFrom: 'a',
      transformDeleteStrategy: strategy,
    }),
  );
  const kept = resultOf('kept', { type: 'x', startMs: T0, transformedFrom: 'a' });
  await writer.write(runOf([resultOf('a', { startMs: T0 }), ...made, kept], { cleanup: true }));
  await writer.write(runOf([{ ...kept, startMs: T0 + 9000 }], { cleanup: true }));
  const rows = await query(
    `select c.name, c.status, c.deleted_at is not null as gone,
       (select array_agg(s.status order by s.time) from check_statuses s where s.check_id = c.id) as statuses
     from checks c where transformed order by name`,
  );
  expect(rows).toEqual([
    { name: 'kept', status: 'healthy', gone: false, statuses: [true, true] },
    { name: 'one', status: 'healthy', gone: true, statuses: [false, true] },
    { name: 'three', status: 'healthy', gone: true, statuses: [true] },
    { name: 'two', status: 'unhealthy', gone: true, statuses: [true, false] },
  ]);
});

test('an entry is removed at the time that it gives once that has come, not before', async () => {
  const { writer, live } = writerWith();
  const until = (name: string, deletedAt: string) =>
    resultOf(name, { type: 'x', startMs: T0, transformedFrom: 'a', deletedAt });
  await writer.write(runOf([until('past', '2026-01-01T00:00:00Z'), until('future', '2999-01-01T00:00:00Z')]));
  expect(await query(`select name, deleted_at from checks where transformed order by name`)).toEqual([
    { name: 'future', deleted_at: null },
    { name: 'past', deleted_at: '2026-01-01T00:00:00+00:00' },
  ]);
  expect(live.events.filter((event) => event.name === 'checks.removed')).toHaveLength(1);
});

test('the one result of result mode junit is stored as the check that its document has', async () => {
  const canary = canaryOf('suite', '@every 1h', ['a', 'b'], { resultMode: 'junit' });
  const { service, store } = serviceOn(main.database);
  const [applied] = await service.apply([{ canary, source: 'UI' }]);
  const loaded = await createCanaryLoader(store, () => canary).load(applied?.id ?? '');
  const { writer } = writerWith();
  const result = resultOf('', { type: 'junit', description: 'Result Mode: JUnit Report' });
  const written = await writer.write(
    runOf([result], { canaryId: applied?.id ?? '', known: loaded?.checks ?? new Map() }),
  );
  const checks = await query(
    `select id, type, name, status from checks where canary_id = '${applied?.id}' and deleted_at is null`,
  );
  expect(checks).toEqual([
    { id: written.checkIds[0], type: 'junit', name: 'Result Mode: JUnit Report', status: 'healthy' },
  ]);
});

test('the end of a slot is noted and frees its canary; failures are kept, three of them', async () => {
  const { writer } = writerWith();
  await main.database.pool.query('update canary_schedules set running_node = $1', [node]);
  await main.database.pool.query(
    'insert into canary_runs (canary_id, slot, node_id, started_at) values ($1, $2, $3, $2)',
    [canaryId, new Date(T0).toISOString(), node],
  );
  for (let index = 0; index < 5; index += 1) {
    await writer.write(runOf([], { slotMs: T0, endMs: T0 + index, failures: [`failure ${index}`] }));
  }
  expect(await query('select finished_at from canary_runs')).toEqual([{ finished_at: expect.any(String) }]);
  expect(await query('select running_node from canary_schedules')).toEqual([{ running_node: null }]);
  const history = await query(`select status, details from job_history where name = 'Canary' order by created_at, id`);
  expect(history.map((row) => row.details.errors[0])).toEqual(['failure 2', 'failure 3', 'failure 4']);
  expect(history[0]?.status).toBe('FAILED');
});

test('results of removed canaries are dropped', async () => {
  const { service } = serviceOn(main.database);
  await service.remove([canaryId]);
  const { writer, live } = writerWith();
  const written = await writer.write(runOf([resultOf('a'), resultOf('new', { transformedFrom: 'a' })]));
  expect(written.checkIds).toEqual([known.get('http\u0000a'), null]);
  expect(await query('select from check_statuses')).toEqual([]);
  expect(live.events).toEqual([]);
});

test('while the database is away runs are held, beyond the limit refused, and written when it is back', async () => {
  let away = true;
  const { writer } = writerWith({
    maxHeld: 3,
    database: {
      transaction: (work) => (away ? Promise.reject(new Error('away')) : main.database.transaction(work)),
    },
  });
  const first = writer.write(runOf([resultOf('a', { startMs: T0 }), resultOf('b', { startMs: T0 })]));
  await expect(writer.write(runOf([resultOf('a'), resultOf('b')]))).rejects.toMatchObject({
    code: 'DATABASE_UNAVAILABLE',
  });
  expect(writer.held()).toBe(2);
  away = false;
  await first;
  expect(await query('select from check_statuses')).toHaveLength(2);
  expect(writer.held()).toBe(0);
});

test('one run that cannot be stored does not take others with it', async () => {
  const { writer } = writerWith();
  const bad = runOf([resultOf('a', { startMs: T0 })], { known: new Map([['http\u0000a', 'no id']]) });
  const [refused, good] = await Promise.allSettled([
    writer.write(bad),
    writer.write(runOf([resultOf('b', { startMs: T0 })])),
  ]);
  expect(refused).toMatchObject({ status: 'rejected' });
  expect(good).toMatchObject({ status: 'fulfilled' });
});

test('stopping writes what is held and refuses what comes later', async () => {
  const { writer } = writerWith({ flushMs: 60_000 });
  const pending = writer.write(runOf([resultOf('a')]));
  await writer.stop();
  await expect(pending).resolves.toMatchObject({ removed: [] });
  await expect(writer.write(runOf([]))).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
});

test('a batch that may have been committed before changes nothing the second time', async () => {
  const runs = [
    runOf([resultOf('a', { startMs: T0 }), resultOf('b', { startMs: T0, pass: false })]),
    runOf([resultOf('a', { startMs: T0 + 5000 })]),
  ];
  const context = { live: recordedLive(), node, host: 'test', newId, clock: systemClock };
  const write = (batch: RunToWrite[]) =>
    main.database.transaction((client) => writeBatch(client, batch, context, true));
  const stored = () =>
    query(`select s.passed, s.failed, s.recent_at, s.recent_value, c.status, c.last_runtime,
             (select count(*)::int from check_statuses t where t.check_id = c.id) as statuses
           from check_states s join checks c on c.id = s.check_id order by c.name`);
  await write(runs);
  const before = await stored();
  expect(before.map((row) => [row.passed, row.failed, row.statuses])).toEqual([
    [2, 0, 2],
    [0, 1, 1],
  ]);
  await write(runs);
  expect(await stored()).toEqual(before);
  await write([...runs, runOf([resultOf('b', { startMs: T0 + 9000 })])]);
  expect((await stored()).map((row) => row.recent_at.length)).toEqual([2, 2]);
});

describe('while the database is away', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const spooling = () => {
    const state = { cut: true };
    const contact = createDatabaseContact(systemClock, silentLog);
    const folder = mkdtempSync(join(tmpdir(), 'qd-writer-'));
    const spool = openSpool({ folder, node, pid: process.pid, log: silentLog, onDropped: () => undefined });
    const database: Pick<Database, 'transaction'> = {
      transaction: (fn) => (state.cut ? Promise.reject(refused) : main.database.transaction(fn)),
    };
    return { state, folder, spool, ...writerWith({ database, away: { spool, contact } }) };
  };
  const statuses = async () => (await query('select count(*)::int as n from check_statuses'))[0].n;

  test('runs of slots are spooled in their order and written when it is back; runs on demand are refused', async () => {
    const { state, spool, writer } = spooling();
    const slotRun = (at: number) => runOf([resultOf('a', { startMs: at })], { slotMs: at });
    const first = writer.write(slotRun(T0));
    const demanded = expect(writer.write(runOf([resultOf('b')]))).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    });
    expect((await first).checkIds).toEqual([known.get('http\u0000a')]);
    await demanded;
    await writer.write(slotRun(T0 + 1000));
    await expect(writer.write(runOf([resultOf('b')]))).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect([spool.pending(), writer.held()]).toEqual([2, 0]);
    state.cut = false;
    await until(async () => (await statuses()) === 2);
    await until(() => spool.pending() === 0);
    await writer.write(slotRun(T0 + 2000));
    const [row] = await query('select recent_at from check_states');
    expect(row.recent_at).toEqual([T0, T0 + 1000, T0 + 2000].map((ms) => ms / 1000));
    await writer.stop();
  });

  test('what the writer could not store at its end is written by the next one', async () => {
    const { writer, folder } = spooling();
    await writer.write(runOf([resultOf('a', { startMs: T0 })], { slotMs: T0 }));
    await writer.stop(10);
    const spool = openSpool({ folder, node: newId(), pid: process.pid, log: silentLog, onDropped: () => undefined });
    const { writer: next } = writerWith({
      away: { spool, contact: createDatabaseContact(systemClock, silentLog) },
    });
    next.start();
    await until(async () => (await statuses()) === 1);
    await next.stop();
  });

  test('a spooled run that the database refuses is left out, and the others are written', async () => {
    const { state, spool, writer } = spooling();
    const bad = runOf([resultOf('x', { startMs: T0, id: 'no id' })], { slotMs: T0 });
    await writer.write(bad);
    await writer.write(runOf([resultOf('a', { startMs: T0 })], { slotMs: T0 + 1 }));
    state.cut = false;
    await until(() => spool.pending() === 0);
    expect(await statuses()).toBe(1);
    await writer.stop();
  });
});
