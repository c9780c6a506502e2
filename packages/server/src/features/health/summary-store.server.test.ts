import type { CheckSummary } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { createManualClock } from '@quarterdeck/kit';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSummaryStore, type SummaryStore } from './summary-store.ts';

/** Another node, or anybody else who writes to the database. */
let other: pg.Pool;
let test: TestDatabase;
let store: SummaryStore;

const EVERYTHING = { labels: null, deletedAfter: null, sortBy: null } as const;
const CANARY = '01a1fcf0-f1cf-9db9-3d38-3340899e8400';
const check = (n: number) => `01a1fcf0-f1cf-9db9-3d38-3340899e84${String(n).padStart(2, '0')}`;

async function all(from = store): Promise<Map<string, CheckSummary>> {
  const { texts } = await from.rows(EVERYTHING);
  const rows = [...texts].map((text): CheckSummary => JSON.parse(text));
  return new Map(rows.map((row) => [row.name, row]));
}

const names = async () => [...(await all()).keys()].sort();

beforeAll(async () => {
  test = await createTestDatabase();
  other = new pg.Pool({ connectionString: test.url });
});
afterAll(async () => {
  await other.end();
  await test.drop();
});
beforeEach(async () => {
  await other.query('truncate canaries, checks, check_states cascade');
  await other.query(
    `insert into canaries (id, name, namespace, spec, labels) values ($1, 'shop', 'prod', '{}', '{"a": "1"}')`,
    [CANARY],
  );
  for (const n of [1, 2, 3])
    await other.query(`insert into checks (id, canary_id, type, name) values ($1, $2, 'http', $3)`, [
      check(n),
      CANARY,
      `check ${n}`,
    ]);
  // Its clock stands still: nothing is read again for its age.
  store = createSummaryStore(test.database.pool, createManualClock(0));
  await all();
});

it('sees what others write to a check, its state and its canary', async () => {
  await other.query(`update checks set status = 'healthy' where id = $1`, [check(1)]);
  await other.query(`insert into check_states (check_id, passed, p95) values ($1, 7, 12)`, [check(2)]);
  let rows = await all();
  expect(rows.get('check 1')?.status).toBe('healthy');
  expect(rows.get('check 2')).toMatchObject({ uptime: { passed: 7, failed: 0 }, latency: { rolling1h: 12, p95: 12 } });
  await other.query(`update check_states set failed = 3`);
  await other.query(`update canaries set name = 'store', labels = '{"b": "2"}'`);
  rows = await all();
  expect(rows.get('check 2')?.uptime).toEqual({ passed: 7, failed: 3 });
  expect([...rows.values()].map((row) => [row.canary_name, row.labels])).toEqual([
    ['store', { b: '2' }],
    ['store', { b: '2' }],
    ['store', { b: '2' }],
  ]);
});

it('sees checks come and go, however they go', async () => {
  await other.query(`insert into checks (id, canary_id, type, name) values ($1, $2, 'http', 'check 4')`, [
    check(4),
    CANARY,
  ]);
  await other.query('update checks set deleted_at = now() where id = $1', [check(1)]);
  expect(await names()).toEqual(['check 2', 'check 3', 'check 4']);
  await other.query('delete from checks where id = $1', [check(2)]);
  expect(await names()).toEqual(['check 3', 'check 4']);
  await other.query('update checks set deleted_at = null where id = $1', [check(1)]);
  expect(await names()).toEqual(['check 1', 'check 3', 'check 4']);
  await other.query('delete from canaries');
  expect(await names()).toEqual([]);
});

it('misses nothing that commits late, after others that began later', async () => {
  const slow = await other.connect();
  await slow.query('begin');
  await slow.query(`update checks set status = 'unhealthy' where id = $1`, [check(1)]);
  for (const status of ['healthy', 'unhealthy', 'healthy']) {
    await other.query('update checks set status = $2 where id = $1', [check(2), status]);
    const rows = await all();
    expect(rows.get('check 1')?.status).toBeUndefined();
    expect(rows.get('check 2')?.status).toBe(status);
  }
  await slow.query('savepoint s');
  await slow.query(`update checks set status = 'healthy' where id = $1`, [check(3)]);
  await slow.query('commit');
  slow.release();
  const rows = await all();
  expect([rows.get('check 1')?.status, rows.get('check 3')?.status]).toEqual(['unhealthy', 'healthy']);
});

it('shows the same as a store that knows nothing yet, after any of it', async () => {
  await Promise.all(
    Array.from({ length: 30 }, async (_, round) => {
      await other.query('update checks set last_runtime = now(), status = $2 where id = $1', [
        check(1 + (round % 3)),
        round % 2 === 0 ? 'healthy' : 'unhealthy',
      ]);
      await all();
    }),
  );
  const fresh = createSummaryStore(test.database.pool, createManualClock(0));
  expect(await all()).toEqual(await all(fresh));
});
