import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sketchIndex, sketchOf, sketchQuantile, sketchValue } from './sketch.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

const CANARY = '10000000-0000-0000-0000-000000000001';
const CHECK = '20000000-0000-0000-0000-000000000001';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const today = Math.floor(Date.now() / DAY) * DAY;
let test: TestDatabase;

async function rows<T extends Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<T[]> {
  return (await test.database.pool.query<T>(sql, values)).rows;
}

interface Result {
  at: number;
  ms: number;
  passed: boolean | null;
}

/** Results at a steady pace with durations and failures that follow from their number. */
function series(from: number, until: number, everyMs: number): Result[] {
  return Array.from({ length: Math.floor((until - from) / everyMs) }, (_, n) => ({
    at: from + n * everyMs,
    ms: ((n * 7919) % 900) + (n % 50 === 0 ? 20_000 : 20),
    passed: n % 97 === 5 ? null : n % 10 !== 0,
  }));
}

async function store(results: Result[]): Promise<void> {
  await rows(
    `insert into check_statuses (check_id, time, duration, status, invalid)
      select $1, to_timestamp(t.at / 1000.0), t.ms, t.passed, t.passed is null
      from unnest($2::float8[], $3::int4[], $4::boolean[]) t(at, ms, passed)`,
    [CHECK, results.map(({ at }) => at), results.map(({ ms }) => ms), results.map(({ passed }) => passed)],
  );
}

const iso = (ms: number): string => new Date(ms).toISOString();

async function rollUp(grain: string, from: number, until: number): Promise<void> {
  await rows('select roll_up_statuses($1, $2, $3)', [grain, iso(from), iso(until)]);
}

interface Window extends Record<string, unknown> {
  passed: number;
  failed: number;
  duration: number;
  sketch: number[];
}

/** The flat form of a sketch as roll-ups hold it. */
const unpacked = (packed: number[]): number[] => packed.flatMap((member) => [member & 2047, member >> 11]);

async function windowOf(from: number, until: number): Promise<Window> {
  const [row] = await rows<Window>('select * from status_window($1, $2, $3)', [CHECK, iso(from), iso(until)]);
  if (!row) throw new Error('no window');
  return row;
}

function expected(results: Result[], from: number, until: number): Window {
  const counted = results.filter(({ at, passed }) => passed !== null && at >= from && at < until);
  return {
    passed: counted.filter(({ passed }) => passed).length,
    failed: counted.filter(({ passed }) => !passed).length,
    duration: counted.reduce((sum, { ms }) => sum + ms, 0),
    sketch: sketchOf(counted.map(({ ms }) => ms)),
  };
}

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

beforeEach(async () => {
  await rows(
    'truncate canaries, checks, check_statuses, check_statuses_1h, check_statuses_1d, check_statuses_1mo cascade',
  );
  await rows('delete from status_coverage');
  await rows("insert into canaries (id, name, namespace, spec) values ($1, 'c', 'default', '{}')", [CANARY]);
  await rows("insert into checks (id, canary_id, type, name) values ($1, $2, 'http', 'c')", [CHECK, CANARY]);
});

describe('sketches in SQL', () => {
  it('have the same index and value as in TypeScript', async () => {
    const values = [
      ...Array(3000).keys(),
      ...Array.from({ length: 2000 }, (_, n) => Math.floor(1.011 ** n) % 2_147_483_647),
    ];
    const indexes = values.map(sketchIndex);
    const [row] = await rows('select array(select sketch_index(v) from unnest($1::int4[]) v) as i', [values]);
    expect(row?.i).toEqual(indexes);
    const [back] = await rows('select array(select sketch_value(v) from unnest($1::int4[]) v) as v', [indexes]);
    expect(back?.v).toEqual(indexes.map(sketchValue));
  });

  it('are packed without loss, to the slowest duration and the largest count of a member', async () => {
    const largest = sketchIndex(2_147_483_647);
    const pairs = [0, 1, 99, 1, 100, 86_400, 2047, 1_048_575, largest, 3];
    const [row] = await rows(
      `select array_agg(array[p.index, p.n]) as pairs
       from (select array_agg(sketch_member($1[i], $1[i + 1]) order by i) as packed from generate_series(1, 9, 2) i) made
       cross join sketch_pairs(made.packed) p`.replaceAll('$1[', '($1::int4[])['),
      [pairs],
    );
    expect([row?.pairs].flat(2)).toEqual(pairs);
    expect(largest).toBeLessThan(2048);
  });

  it('count on when a member is full', async () => {
    const day = new Date(Date.UTC(2024, 0, 1)).toISOString();
    await rows(
      `insert into check_statuses_1d (check_id, created_at, duration, total, passed, failed, sketch)
       select $1, $2::timestamptz + make_interval(days => d), 0, 900000, 900000, 0, array[sketch_member(7, 900000)]
       from generate_series(0, 2) d`,
      [CHECK, day],
    );
    const [row] = await rows(
      `select total, array(select array[p.index, p.n] from sketch_pairs(sketch) p) as pairs
       from roll_up_merge('1mo', $1, $1::timestamptz + interval '31 days')`,
      [day],
    );
    expect(row).toEqual({
      total: 2_700_000,
      pairs: [
        [7, 1_000_000],
        [7, 1_000_000],
        [7, 700_000],
      ],
    });
  });

  it('merge to the sketch of all, whose quantiles are those of TypeScript', async () => {
    const durations = fc.array(fc.integer({ min: 0, max: 600_000 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(durations, durations, fc.constantFrom(0, 0.5, 0.95, 0.99, 1), async (a, b, p) => {
        const [row] = await rows<{ merged: number[]; q: number | null; n: number }>(
          `select m as merged, sketch_quantile(m, $3) as q, sketch_count(m) as n
            from (select sketch_merge(s) as m from (values ($1::int4[]), ($2::int4[])) v(s)) x`,
          [sketchOf(a), sketchOf(b), p],
        );
        const whole = sketchOf([...a, ...b]);
        expect(row).toEqual({ merged: whole, q: sketchQuantile(whole, p), n: a.length + b.length });
      }),
      { numRuns: 40 },
    );
  });
});

describe('roll_up_statuses', () => {
  const from = today - 2 * DAY;
  const results = series(from, today, 60_000);

  it('refuses an unknown grain', async () => {
    await expect(rollUp('5m', from, today)).rejects.toMatchObject({ code: '22023' });
  });

  it('makes one row for each hour, leaving out what could not be probed', async () => {
    await store(results);
    await rollUp('1h', from, today);
    const stored = await rows<Window>(
      'select created_at, duration, total, passed, failed, sketch from check_statuses_1h order by 1',
    );
    const hours = stored.map((hour) => ({ ...hour, sketch: unpacked(hour.sketch) }));
    expect(hours).toHaveLength(48);
    for (const hour of [0, 17, 47]) {
      const truth = expected(results, from + hour * HOUR, from + (hour + 1) * HOUR);
      expect(hours[hour]).toEqual({
        created_at: iso(from + hour * HOUR).replace('.000Z', '+00:00'),
        total: truth.passed + truth.failed,
        ...truth,
      });
    }
  });

  it('makes the same days from results as from hours', async () => {
    await store(results);
    const days = (): Promise<unknown> =>
      rows('select created_at, duration, total, passed, failed, sketch from check_statuses_1d order by 1');
    await rollUp('1d', from, today);
    const fromResults = await days();
    await rows('delete from check_statuses_1d');
    await rows('delete from status_coverage');
    await rollUp('1h', from, today);
    // Only the hours can tell now.
    await rows('truncate check_statuses');
    await rollUp('1d', from, today);
    expect(await days()).toEqual(fromResults);
    expect(fromResults).toHaveLength(2);
  });

  it('can be repeated, takes late results in, and joins up with what was rolled up before', async () => {
    await store(results.filter(({ at }) => at < today - DAY));
    await rollUp('1h', from, today - DAY);
    await store(results.filter(({ at }) => at >= today - DAY));
    await rollUp('1h', today - HOUR, today);
    await rollUp('1h', today - HOUR, today);
    const [row] = await rows(
      'select count(*) as hours, sum(passed) as passed, sum(failed) as failed from check_statuses_1h',
    );
    const { passed, failed } = expected(results, from, today);
    expect(row).toEqual({ hours: 48, passed, failed });
    expect(await rows('select covered_from, covered_until from status_coverage')).toEqual([
      { covered_from: iso(from).replace('.000Z', '+00:00'), covered_until: iso(today).replace('.000Z', '+00:00') },
    ]);
  });

  it('does not count an hour as covered before it is over', async () => {
    await store(results);
    await rollUp('1h', from, from + HOUR * 1.5);
    expect(await rows('select covered_until from status_coverage')).toEqual([
      { covered_until: iso(from + HOUR).replace('.000Z', '+00:00') },
    ]);
  });
});

describe('status_window', () => {
  const from = today - 75 * DAY;
  const results = series(from, today + HOUR, 30 * 60_000);

  beforeEach(async () => {
    await store(results);
    await rollUp('1h', from, today);
    await rollUp('1d', from, today);
  });

  it('rolls up the months that are over', async () => {
    const [row] = await rows<{ n: number; total: number }>(
      'select count(*) as n, sum(total) as total from check_statuses_1mo',
    );
    expect(row?.n).toBeGreaterThanOrEqual(2);
  });

  it('is the same as counting all results, for any window', async () => {
    const edge = fc.integer({ min: from, max: today + HOUR });
    await fc.assert(
      fc.asyncProperty(edge, edge, async (a, b) => {
        const [start, end] = a < b ? [a, b] : [b, a];
        expect(await windowOf(start, end)).toEqual(expected(results, start, end));
      }),
      { numRuns: 60 },
    );
  });

  it('reads long windows from the roll-ups', async () => {
    await rows('delete from check_statuses where time < $1', [iso(today)]);
    expect(await windowOf(from, today + HOUR)).toEqual(expected(results, from, today + HOUR));
  });

  it('is empty where there is nothing', async () => {
    expect(await windowOf(from - 30 * DAY, from - 10 * DAY)).toEqual({ passed: 0, failed: 0, duration: 0, sketch: [] });
  });
});

describe('status_buckets', () => {
  const from = today - 20 * DAY;
  const results = series(from, today + HOUR, 10 * 60_000);

  function bucketsOf(width: number, start: number, end: number): Record<string, unknown>[] {
    const buckets = new Map<number, Result[]>();
    for (const result of results) {
      if (result.passed === null || result.at < start || result.at >= end) continue;
      const time = Math.floor((result.at + width / 2) / width) * width;
      buckets.set(time, [...(buckets.get(time) ?? []), result]);
    }
    return [...buckets].map(([time, members]) => ({
      time: iso(time).replace('.000Z', '+00:00'),
      passed: members.filter(({ passed }) => passed).length,
      failed: members.filter(({ passed }) => !passed).length,
      duration: Math.round(members.reduce((sum, { ms }) => sum + ms, 0) / members.length),
    }));
  }
  const ask = (width: number, start: number, end: number): Promise<unknown> =>
    rows('select * from status_buckets($1, $2, $3, make_interval(secs => $4))', [
      CHECK,
      iso(start),
      iso(end),
      width / 1000,
    ]);

  beforeEach(async () => {
    await store(results);
    await rollUp('1h', from, today);
    await rollUp('1d', from, today);
  });

  it.each([
    ['a minute', 60_000, 2 * HOUR],
    ['15 minutes', 900_000, DAY],
    ['an hour', HOUR, 7 * DAY],
    ['4 hours', 4 * HOUR, 20 * DAY],
  ])('by %s are centred on their time', async (_name, width, length) => {
    expect(await ask(width, today - length, today)).toEqual(bucketsOf(width, today - length, today));
  });

  it('come from day rows where the hours are gone', async () => {
    await rows('truncate check_statuses');
    await rows('delete from check_statuses_1h where created_at < $1', [iso(today - 10 * DAY)]);
    await rows("update status_coverage set covered_from = $1 where grain = '1h'", [iso(today - 10 * DAY)]);
    const buckets = (await ask(4 * HOUR, from, today)) as { time: string; passed: number; failed: number }[];
    const truth = expected(results, from, today);
    expect(buckets.reduce((sum, { passed }) => sum + passed, 0)).toBe(truth.passed);
    expect(buckets.reduce((sum, { failed }) => sum + failed, 0)).toBe(truth.failed);
    expect(buckets[0]?.time).toBe(iso(from).replace('.000Z', '+00:00'));
    expect(buckets[1]?.time).toBe(iso(from + DAY).replace('.000Z', '+00:00'));
  });
});

describe('partitions', () => {
  const names = async (): Promise<string[]> =>
    (await rows<{ name: string }>('select partition::text as name from status_partitions order by starts_at')).map(
      ({ name }) => name,
    );

  it('are made ahead once', async () => {
    expect((await names()).length).toBeGreaterThanOrEqual(5);
    await rows('select ensure_status_partitions(3)');
    expect(await rows('select ensure_status_partitions(3) as made')).toEqual([{ made: 0 }]);
  });

  it('take over the rows that waited in the default one', async () => {
    const at = today + 9.5 * DAY;
    await store([{ at, ms: 5, passed: true }]);
    expect(await rows('select count(*) as n from check_statuses_default')).toEqual([{ n: 1 }]);
    await rows('select ensure_status_partitions(10)');
    expect(await rows('select count(*) as n from check_statuses_default')).toEqual([{ n: 0 }]);
    expect(await rows('select tableoid::regclass::text as t from check_statuses')).toEqual([
      { t: `check_statuses_p${iso(at).slice(0, 10).replaceAll('-', '')}` },
    ]);
  });

  it('can be made by two at once', async () => {
    await Promise.all([1, 2, 3].map(() => rows('select ensure_status_partitions(14)')));
    expect(new Set(await names()).size).toBe((await names()).length);
  });

  it('keep one result for a check and a time', async () => {
    const result = { at: today, ms: 5, passed: true };
    await store([result]);
    await expect(store([result])).rejects.toMatchObject({ code: '23505' });
  });
});

describe('apply_retention', () => {
  it('drops old partitions and keeps hours three times and days nine times as long', async () => {
    await rows('select ensure_status_partitions(0, 40)');
    await store([31, 29, 0, 60].map((days) => ({ at: today - days * DAY, ms: 5, passed: true })));
    for (const [table, ages] of [
      ['1h', [89, 91]],
      ['1d', [269, 271]],
      ['1mo', [240, 300]],
    ] as const) {
      for (const age of ages) {
        await rows(`insert into check_statuses_${table} values ($1, $2, 5, 1, 1, 0)`, [CHECK, iso(today - age * DAY)]);
      }
      await rows('select mark_rolled_up($1, $2, $3)', [table, iso(today - 400 * DAY), iso(today)]);
    }
    const removed = await rows<{ kind: string; removed: number }>('select * from apply_retention(30)');
    expect(Object.fromEntries(removed.map((row) => [row.kind, row.removed]))).toEqual({
      partitions: 10,
      check_statuses: 1,
      check_statuses_1h: 1,
      check_statuses_1d: 1,
      check_statuses_1mo: 1,
    });
    expect(await rows('select count(*) as n from check_statuses')).toEqual([{ n: 2 }]);
    expect(
      await rows('select grain, (now()::date - covered_from::date) as days from status_coverage order by 1'),
    ).toEqual([
      { grain: '1d', days: 270 },
      { grain: '1h', days: 90 },
      { grain: '1mo', days: 270 },
      { grain: 'raw', days: 30 },
    ]);
  });

  it('leaves a partition that is in use to the next run', async () => {
    await rows('select ensure_status_partitions(0, 40)');
    const client = await test.database.pool.connect();
    await client.query('begin');
    await client.query(`select count(*) from check_statuses where time >= $1`, [iso(today - 40 * DAY)]);
    const [blocked] = await rows('select * from apply_retention(38) limit 1');
    await client.query('commit');
    client.release();
    const [free] = await rows('select * from apply_retention(38) limit 1');
    expect([blocked, free]).toEqual([
      { kind: 'partitions', removed: 0 },
      { kind: 'partitions', removed: 2 },
    ]);
  });
});
