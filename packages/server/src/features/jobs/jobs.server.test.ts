import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createClaimStore } from '../scheduler/claim-store.ts';
import { canaryOf, serviceOn, until } from '../scheduler/testing/fixtures.ts';
import { createJobStore } from './job-store.ts';
import type { Job } from './jobs.ts';
import { createJobs } from './jobs.ts';
import { maintenanceJobs } from './maintenance.ts';
import { createMaintenanceStore } from './maintenance-store.ts';

let main: TestDatabase;
beforeAll(async () => {
  main = await createTestDatabase();
});
afterEach(() => main.database.pool.query('truncate canaries, job_history cascade'));
afterAll(() => main.drop());

const query = async (text: string) => (await main.database.pool.query(text)).rows;
const jobsOf = (jobs: Job[], properties: Record<string, string> = {}) =>
  createJobs({
    jobs,
    store: createJobStore(main.database),
    properties: () => new Map(Object.entries(properties)),
    clock: systemClock,
    log: silentLog,
    host: 'test',
  });

test('one node at a time does a job, and not again while it is fresh', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ran = 0;
  const job = {
    name: 'Sweep',
    everyMs: 60_000,
    run: async () => {
      ran += 1;
      await held;
      return { success: 3, details: { swept: true } };
    },
  };
  const [a, b] = [jobsOf([job]), jobsOf([job])];
  const first = a.runNow('Sweep');
  await until(() => ran === 1);
  expect(await b.runNow('Sweep')).toBe(false);
  release();
  expect(await first).toBe(true);
  b.start();
  await until(() => (b.next().Sweep ?? 0) > Date.now() + 10_000);
  await b.stop();
  expect(ran).toBe(1);
  expect(await query('select name, status, success_count, details, resource_type from job_history')).toEqual([
    { name: 'Sweep', status: 'SUCCESS', success_count: 3, details: { swept: true }, resource_type: 'system' },
  ]);
  expect(await a.runNow('Unknown')).toBe(false);
});

test('two at once, so that their connections leave room for checks; the others follow in turn', async () => {
  const releases: (() => void)[] = [];
  const began: string[] = [];
  const slow = (name: string): Job => ({
    name,
    everyMs: 60_000,
    run: async () => {
      began.push(name);
      await new Promise<void>((release) => releases.push(release));
      return { success: 1, details: {} };
    },
  });
  const jobs = jobsOf(['A', 'B', 'C', 'D'].map(slow));
  const done = ['A', 'B', 'C', 'D'].map((name) => jobs.runNow(name));
  await until(() => began.length === 2);
  const { rows } = await main.database.pool.query('select 1 as ok');
  expect(rows).toEqual([{ ok: 1 }]);
  expect(began.toSorted()).toEqual(['A', 'B']);
  for (let released = 0; released < 4; released += 1) {
    await until(() => releases.length > released);
    releases[released]?.();
  }
  expect(await Promise.all(done)).toEqual([true, true, true, true]);
});

test('one success and three failures are kept', async () => {
  let fails = true;
  const jobs = jobsOf([
    {
      name: 'Sweep',
      everyMs: 60_000,
      run: () => (fails ? Promise.reject(new Error('no')) : Promise.resolve({ success: 0, details: {} })),
    },
  ]);
  for (let index = 0; index < 5; index += 1) expect(await jobs.runNow('Sweep')).toBe(false);
  fails = false;
  for (let index = 0; index < 3; index += 1) await jobs.runNow('Sweep');
  const rows = await query('select status, count(*)::int as count from job_history group by 1 order by 1');
  expect(rows).toEqual([
    { status: 'FAILED', count: 3 },
    { status: 'SUCCESS', count: 1 },
  ]);
});

test("the product's own jobs work on the schema", async () => {
  const { service } = serviceOn(main.database);
  await service.apply([{ canary: canaryOf('shop', undefined, ['a', 'b']), source: 'UI' }]);
  await main.database.pool.query(
    `insert into check_statuses (check_id, time, duration, status)
     select id, date_trunc('second', now()) - interval '1 minute', 40, true from checks where name = 'a'`,
  );
  const jobs = maintenanceJobs(
    createMaintenanceStore(main.database.pool, silentLog),
    createClaimStore(main.database.pool).trimRuns,
    () => new Map(),
  );
  const outcomes = new Map<string, number>();
  for (const job of jobs) outcomes.set(job.name, (await job.run()).success);
  expect(outcomes.get('RefreshCheckStatusSummary')).toBe(1);
  expect(await query('select passed, failed, p95 from check_states')).toEqual([{ passed: 1, failed: 0, p95: 40 }]);
  expect(await query('select total, passed from check_statuses_1h')).toEqual([{ total: 1, passed: 1 }]);
  const yesterday = await query(`select obj_description(partition, 'pg_class') as note from status_partitions
    where ends_at < now()`);
  expect(yesterday).toEqual(yesterday.map(() => ({ note: 'compact' })));
  expect(yesterday.length).toBeGreaterThan(0);
});

test('work that waits for all older transactions does not wait for the lock of its own job', async () => {
  await query('select ensure_status_partitions(1, 6)');
  const store = createMaintenanceStore(main.database.pool, silentLog);
  const compacted = await createJobStore(main.database).exclusively('CompactCheckStatuses', 0, store.compact);
  expect(compacted).toBeGreaterThan(0);
  const locks = await query(
    `select count(*)::int as held from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(locks).toEqual([{ held: 0 }]);
});

test('a run is told while it goes on, and how it ended', async () => {
  let release: () => void = () => undefined;
  const outcomes = [
    { success: 2, errors: ['one of three'], details: { removed: 2 } },
    { success: 0, errors: ['all'], details: {} },
  ];
  const jobs = jobsOf([
    {
      name: 'Sweep',
      everyMs: 60_000,
      run: async () => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return outcomes.shift() ?? { success: 1, details: {} };
      },
    },
  ]);
  const rows = () => query('select status, success_count, error_count, details from job_history order by created_at');
  const first = jobs.runNow('Sweep');
  await expect.poll(rows).toEqual([{ status: 'RUNNING', success_count: null, error_count: null, details: null }]);
  release();
  expect(await first).toBe(false);
  const second = jobs.runNow('Sweep');
  await expect.poll(rows).toHaveLength(2);
  release();
  expect(await second).toBe(false);
  expect(await rows()).toEqual([
    { status: 'WARNING', success_count: 2, error_count: 1, details: { removed: 2, errors: ['one of three'] } },
    { status: 'FAILED', success_count: 0, error_count: 1, details: { errors: ['all'] } },
  ]);
});

test('a quiet job is written down only when it fails', async () => {
  let fails = false;
  const run = () => (fails ? Promise.reject(new Error('no')) : Promise.resolve({ success: 1, details: {} }));
  const jobs = jobsOf([{ name: 'Sweep', everyMs: 60_000, quiet: true, run }]);
  expect(await jobs.runNow('Sweep')).toBe(true);
  expect(await query('select status from job_history')).toEqual([]);
  fails = true;
  expect(await jobs.runNow('Sweep')).toBe(false);
  expect(await query('select status, details from job_history')).toEqual([
    { status: 'FAILED', details: { errors: ['no'] } },
  ]);
});

test('properties turn a job off, keep it out of the history, limit its time and keep more of its runs', async () => {
  let ran = 0;
  const sweep: Job = { name: 'Sweep', everyMs: 60_000, run: async () => ({ success: ++ran, details: {} }) };
  const statuses = async () => (await query('select status from job_history')).map(({ status }) => status);
  expect(await jobsOf([sweep], { 'jobs.Sweep.disabled': 'true' }).runNow('Sweep')).toBe(false);
  expect(ran).toBe(0);
  expect(await jobsOf([sweep], { 'jobs.Sweep.history': 'false' }).runNow('Sweep')).toBe(true);
  expect([ran, await statuses()]).toEqual([1, []]);
  const kept = jobsOf([sweep], { 'jobs.Sweep.retention.success': '2' });
  for (let run = 0; run < 3; run += 1) await kept.runNow('Sweep');
  expect(await statuses()).toEqual(['SUCCESS', 'SUCCESS']);
  const slow: Job = { ...sweep, run: () => new Promise(() => undefined) };
  expect(await jobsOf([slow], { 'jobs.Sweep.timeout': '10ms' }).runNow('Sweep')).toBe(false);
  expect(await statuses()).toContain('FAILED');
});

test('a schedule of properties moves a job at once, and runNow runs it at each start', async () => {
  let ran = 0;
  const properties: Record<string, string> = { 'jobs.Sweep.schedule': '0 0 1 1 *' };
  const job: Job = { name: 'Sweep', everyMs: 60_000, run: async () => ({ success: ++ran, details: {} }) };
  const jobs = jobsOf([job], properties);
  jobs.start();
  await until(() => ran === 1);
  await expect.poll(() => (jobs.next().Sweep ?? 0) - Date.now()).toBeGreaterThan(3_600_001);
  properties['jobs.Sweep.schedule'] = '@every 1h';
  jobs.follow();
  expect((jobs.next().Sweep ?? 0) - Date.now()).toBeLessThan(3_600_001);
  await jobs.stop();
  const fresh = jobsOf([job], properties);
  fresh.start();
  await expect.poll(() => (fresh.next().Sweep ?? 0) - Date.now()).toBeGreaterThan(200);
  await fresh.stop();
  expect(ran).toBe(1);
  const eager = jobsOf([job], { ...properties, 'jobs.Sweep.runNow': 'true' });
  eager.start();
  await until(() => ran === 2);
  await eager.stop();
});
