import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

const CANARY = '10000000-0000-0000-0000-000000000001';
const BUSY = '20000000-0000-0000-0000-000000000001';
const QUIET = '20000000-0000-0000-0000-000000000002';
const BLIND = '20000000-0000-0000-0000-000000000003';
const SILENT = '20000000-0000-0000-0000-000000000004';
let test: TestDatabase;

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  return (await test.database.pool.query<Record<string, unknown>>(sql)).rows;
}

beforeAll(async () => {
  test = await createTestDatabase();
  await rows(`insert into canaries (id, name, namespace, labels, spec, source) values
    ('${CANARY}', 'shop', 'default', '{"app":"shop","team":"a"}', '{"interval":30,"schedule":"@every 1m"}', 'UI')`);
  await rows(`insert into checks (id, canary_id, type, name, labels, status, last_runtime, silenced_at) values
    ('${BUSY}', '${CANARY}', 'http', 'busy', '{"team":"b"}', 'healthy', '2026-01-01T00:00:00Z', null),
    ('${QUIET}', '${CANARY}', 'http', 'quiet', null, 'unhealthy', '2026-01-02T00:00:00Z', null),
    ('${BLIND}', '${CANARY}', 'tcp', 'blind', '{"zone":"x"}', 'unknown', null, null),
    ('${SILENT}', '${CANARY}', 'tcp', 'silent', null, null, null, now())`);
  await rows(`insert into check_statuses (check_id, time, status, duration)
    select '${BUSY}', now() - n * interval '10 seconds', n % 10 <> 0, n from generate_series(1, 100) n`);
  await rows(`insert into check_statuses (check_id, time, status, duration) values
    ('${QUIET}', now() - interval '3 hours', false, 70), ('${QUIET}', now() - interval '4 hours', true, 10)`);
  await rows(`insert into check_statuses (check_id, time, status, invalid, duration) values
    ('${BLIND}', now() - interval '1 minute', null, true, 9)`);
  await rows('select refresh_check_states()');
});
afterAll(() => test.drop());

describe('check_names', () => {
  it('lists live checks that are not silenced, by name', async () => {
    expect((await rows('select name from check_names')).map(({ name }) => name)).toEqual(['blind', 'busy', 'quiet']);
  });
});

describe('labels', () => {
  it('are listed as distinct sorted pairs', async () => {
    expect(await rows('select * from check_labels')).toEqual([
      { key: 'team', value: 'b' },
      { key: 'zone', value: 'x' },
    ]);
    expect(await rows('select * from checks_labels_keys order by key')).toEqual([
      { key: 'label:team' },
      { key: 'label:zone' },
    ]);
  });
});

describe('check_status_summary_hour', () => {
  it('has discrete percentiles and counts; a result that could not be probed counts nowhere', async () => {
    const all = await rows(
      'select check_id, p99, p97, p95, p50, mean, passed, failed from check_status_summary_hour order by 1',
    );
    expect(all).toEqual([
      { check_id: BUSY, p99: 99, p97: 97, p95: 95, p50: 50, mean: 50.5, passed: 90, failed: 10 },
      { check_id: BLIND, p99: null, p97: null, p95: null, p50: null, mean: null, passed: 0, failed: 0 },
    ]);
  });
});

describe('check_status_summary_aged', () => {
  it('is the latest result of checks that have none in the last hour', async () => {
    expect(await rows('select check_id, p99, p50, passed, failed from check_status_summary_aged')).toEqual([
      { check_id: QUIET, p99: 70, p50: 70, passed: 0, failed: 1 },
    ]);
  });
});

describe('refresh_check_states', () => {
  it('holds the hour, or the last result', async () => {
    expect(
      await rows('select check_id, passed, failed, p50, p95, p97, p99, mean from check_states order by 1'),
    ).toEqual([
      { check_id: BUSY, passed: 90, failed: 10, p50: 50, p95: 95, p97: 97, p99: 99, mean: 51 },
      { check_id: QUIET, passed: 0, failed: 1, p50: 70, p95: 70, p97: 70, p99: 70, mean: 70 },
    ]);
  });

  it('writes the states alone that became others, of the checks that it is asked for', async () => {
    const versions = () => rows('select check_id, xmin::text from check_states order by 1');
    const before = await versions();
    expect(await rows('select refresh_check_states() as n')).toEqual([{ n: 0 }]);
    expect(await versions()).toEqual(before);
    await rows(`update check_states set passed = passed + 1 where check_id = '${BUSY}'`);
    await rows(`update check_states set last_pass = null, p50 = null where check_id = '${QUIET}'`);
    const ofQuiet = `select refresh_check_states(array['${QUIET}']::uuid[]) as n`;
    expect([await rows(ofQuiet), await rows(ofQuiet)]).toEqual([[{ n: 1 }], [{ n: 0 }]]);
    expect(await rows('select refresh_check_states() as n')).toEqual([{ n: 1 }]);
    expect(await rows('select passed, p50 from check_states order by check_id')).toEqual([
      { passed: 90, p50: 50 },
      { passed: 0, p50: 70 },
    ]);
  });

  it('keeps when a check passed last, before its hour too', async () => {
    await rows(`update check_states set last_pass = '2026-01-01' where check_id = '${QUIET}'`);
    expect(await rows('select refresh_check_states() as n')).toEqual([{ n: 0 }]);
    expect(await rows(`select last_pass = '2026-01-01' as kept from check_states where check_id = '${QUIET}'`)).toEqual(
      [{ kept: true }],
    );
  });

  it('agrees with the reference computation of the last hour', async () => {
    expect(
      await rows(`select h.check_id from check_status_summary_hour h join check_status_summary s using (check_id)
        where (h.p99, h.p95, h.p50, h.passed, h.failed, h.last_pass, h.last_fail)
          is not distinct from (s.p99, s.p95, s.p50, s.passed, s.failed, s.last_pass, s.last_fail)`),
    ).toEqual([{ check_id: BUSY }]);
  });
});

describe('check_summary', () => {
  it('joins check, canary and state; check labels win', async () => {
    const [row] = await rows(
      `select uptime, latency, labels, canary_name, canary_namespace, status from check_summary where id = '${BUSY}'`,
    );
    expect(row).toMatchObject({
      uptime: { passed: 90, failed: 10 },
      latency: { p99: 99, p97: 97, p95: 95, p50: 50, avg: 51 },
      labels: { app: 'shop', team: 'b' },
      canary_name: 'shop',
      canary_namespace: 'default',
      status: 'healthy',
    });
  });

  it("has the canary's labels where the check has none, and checks without results", async () => {
    expect(await rows(`select labels, uptime->'passed' as passed from check_summary where id = '${SILENT}'`)).toEqual([
      { labels: { app: 'shop', team: 'a' }, passed: 0 },
    ]);
  });
});

describe('check_statuses_5m', () => {
  it('counts what passed or failed', async () => {
    expect(
      await rows(`select sum(total_checks) as total, sum(passed) as passed, sum(failed) as failed, sum(total_duration) as duration
        from check_statuses_5m where check_id <> '${QUIET}'`),
    ).toEqual([{ total: 100, passed: 90, failed: 10, duration: 5050 }]);
  });
});

describe('check_size_summary', () => {
  it('counts rows and bytes', async () => {
    const [row] = await rows(`select count, size > 0 as sized, canary_id from check_size_summary where id = '${BUSY}'`);
    expect(row).toEqual({ count: 100, sized: true, canary_id: CANARY });
  });
});

describe('job history', () => {
  beforeAll(async () => {
    await rows(`insert into job_history (name, resource_type, resource_id, status, time_start, created_at) values
      ('Canary', 'canary', '${CANARY}', 'FAILED', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
      ('Canary', 'canary', '${CANARY}', 'SUCCESS', '2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z'),
      ('Sync', 'other', 'thing', 'SUCCESS', null, '2026-01-03T00:00:00Z'),
      (null, null, null, null, null, '2026-01-04T00:00:00Z')`);
  });

  it('names its resource and agent', async () => {
    expect(
      await rows('select name, resource_name, agent->>$$name$$ as agent from job_histories order by created_at'),
    ).toEqual([
      { name: 'Canary', resource_name: 'shop', agent: 'local' },
      { name: 'Canary', resource_name: 'shop', agent: 'local' },
      { name: 'Sync', resource_name: 'thing', agent: 'local' },
      { name: null, resource_name: null, agent: 'local' },
    ]);
  });

  it('lists distinct names', async () => {
    expect(await rows('select name from job_history_names order by name')).toEqual([
      { name: 'Canary' },
      { name: 'Sync' },
    ]);
  });

  it('has one latest row for each resource and name', async () => {
    expect(await rows("select status, rn from job_history_latest_status where name = 'Canary'")).toEqual([
      { status: 'SUCCESS', rn: 1 },
    ]);
  });

  it('shows in canaries_with_status', async () => {
    expect(
      await rows(
        'select name, interval, schedule, last_runtime, job_name, job_status, job_last_failed, agent from canaries_with_status',
      ),
    ).toEqual([
      {
        name: 'shop',
        interval: '30',
        schedule: '@every 1m',
        last_runtime: '2026-01-02T00:00:00+00:00',
        job_name: 'Canary',
        job_status: 'SUCCESS',
        job_last_failed: '2026-01-01T00:00:00+00:00',
        agent: { id: '00000000-0000-0000-0000-000000000000', name: 'local' },
      },
    ]);
  });
});
