import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compactStatusPartitions } from './maintenance.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

describe('compactStatusPartitions', () => {
  it('makes the index of each day that is over smaller, once, and loses no row', async () => {
    const { pool } = test.database;
    await pool.query('select ensure_status_partitions(0, 3)');
    await pool.query("insert into canaries (name, namespace, spec) values ('c', 'default', '{}')");
    await pool.query(
      "insert into checks (canary_id, type, name) select id, 'http', 'c' || n from canaries, generate_series(1, 200) n",
    );
    await pool.query(`insert into check_statuses (check_id, time, duration, status)
      select c.id, date_trunc('day', now()) - interval '1 day' + n * interval '1 minute', n, true
      from generate_series(1, 150) n, checks c order by n, c.id`);
    const size = async (): Promise<number> => {
      const { rows } = await pool.query<{ bytes: number; n: number }>(
        `select sum(pg_indexes_size(partition)) as bytes, (select count(*) from check_statuses) as n from status_partitions`,
      );
      expect(rows[0]?.n).toBe(30_000);
      return rows[0]?.bytes ?? 0;
    };
    const before = await size();
    expect(await compactStatusPartitions(pool, silentLog)).toBeGreaterThanOrEqual(3);
    expect(await size()).toBeLessThan(before);
    expect(await compactStatusPartitions(pool, silentLog)).toBe(0);
  });
});
