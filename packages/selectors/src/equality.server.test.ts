import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { identifier, sql, toStatement } from '@quarterdeck/kit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relatedComponents } from './condition-sql.ts';
import { relationOf } from './fields.ts';
import { compileSearch, compileSelector, createMatcher } from './selectors.ts';
import { agentId, itemId, NOW_MS, rowsOf, searchOf, selectorOf, tables } from './testing/worlds.ts';
import { type MatchContext, type Resource, type SelectorKind, selectorKinds } from './types.ts';

let main: TestDatabase;
beforeAll(async () => {
  main = await createTestDatabase();
  for (const { table, rows } of tables()) {
    const columns = Object.keys(rows[0] ?? {});
    await main.database.pool.query(
      `insert into ${table} (${columns.join()}) select ${columns.join()} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
});
afterAll(() => main.drop());

/** Selectors per kind; 4,000 take two minutes. */
const RUNS = 150;
const context: MatchContext = {
  nowMs: NOW_MS,
  agents: new Map([[agentId(1), 'Edge-1']]),
  parents: new Map(tables().flatMap(({ rows }) => rows.map((row) => [String(row.id), parentOf(row)]))),
};

function parentOf(row: Resource): { namespace: string | null; name: string } {
  const tags = row.tags as { namespace?: string } | null | undefined; // written by the test's own world
  return { namespace: String(row.namespace ?? tags?.namespace ?? ''), name: String(row.name) };
}

/** The rows as a reader in memory gets them, by id. */
async function stored(kind: SelectorKind): Promise<Map<string, Resource>> {
  const { rows } = await main.database.pool.query<{ row: Resource }>(
    `select to_jsonb(r) as row from ${relationOf(kind)} r where id = any($1)`,
    [rowsOf(kind)],
  );
  return new Map(rows.map(({ row }) => [String(row.id), row]));
}

async function found(kind: SelectorKind, where: ReturnType<typeof compileSearch>['where']): Promise<string[]> {
  const statement = toStatement(
    sql`select id from ${identifier(relationOf(kind))} where id = any(${rowsOf(kind)}::uuid[]) and ${where}`,
  );
  const { rows } = await main.database.pool.query<{ id: string }>(statement);
  return rows.map(({ id }) => id).sort();
}

/** How selective the selectors were, so that a test in which nothing ever matches does not pass. */
function shares() {
  const counted = { none: 0, some: 0, all: 0 };
  return {
    counted,
    add: (ids: number, of: number) => {
      counted[ids === 0 ? 'none' : ids === of ? 'all' : 'some']++;
    },
  };
}

test.each(selectorKinds)('%s: the database finds the rows that match in memory', async (kind) => {
  const rows = await stored(kind);
  expect(rows.size).toBeGreaterThan(5);
  const seen = shares();
  await fc.assert(
    fc.asyncProperty(selectorOf(kind), async (selector) => {
      const match = createMatcher(kind, selector, context);
      const expected = [...rows].filter(([, row]) => match(row)).map(([id]) => id);
      seen.add(expected.length, rows.size);
      expect(await found(kind, compileSelector(kind, selector, context).where)).toEqual(expected.sort());
    }),
    { numRuns: RUNS },
  );
  expect(seen.counted.some).toBeGreaterThan(RUNS / 20);
});

test.each(selectorKinds)('%s: search text means the same in both', async (kind) => {
  const rows = await stored(kind);
  const seen = shares();
  await fc.assert(
    fc.asyncProperty(searchOf(kind), async (search) => {
      const match = createMatcher(kind, { search, agent: 'all' }, context);
      const expected = [...rows].filter(([, row]) => match(row)).map(([id]) => id);
      seen.add(expected.length, rows.size);
      expect(await found(kind, compileSearch(kind, search, context).where)).toEqual(expected.sort());
    }),
    { numRuns: RUNS },
  );
  expect(seen.counted.some).toBeGreaterThan(RUNS / 20);
});

test('components are reached over the items that they are linked to', async () => {
  const { pool } = main.database;
  const components = rowsOf('components');
  // Items that share an external id were linked when they came.
  await pool.query('delete from config_relationships');
  const [start = '', next = '', far = '', other = ''] = components;
  await pool.query(
    `insert into config_component_relationships (component_id, config_id, deleted_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[])`,
    [
      [start, next, far, other, components[4]],
      [itemId(1), itemId(2), itemId(3), itemId(4), itemId(2)],
      [null, null, null, null, new Date(NOW_MS)],
    ],
  );
  await pool.query(
    `insert into config_relationships (config_id, related_id, relation, deleted_at)
     select a, b, 'link', d from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as r(a, b, d)`,
    [
      [itemId(1), itemId(2), itemId(4), itemId(3)],
      [itemId(2), itemId(3), itemId(1), itemId(5)],
      [null, null, null, new Date(NOW_MS)],
    ],
  );
  const rows = await stored('components');
  for (const [direction, expected] of [
    ['', [next, far]],
    [',incoming', [other]],
    [',all', [next, far, other]],
  ] as const) {
    const search = `component_config_traverse=${start}${direction}`;
    const options = { ...context, includeDeleted: true };
    expect(await found('components', compileSearch('components', search, options).where)).toEqual([...expected].sort());
    const statement = toStatement(
      relatedComponents(start, direction === '' ? 'outgoing' : direction === ',all' ? 'all' : 'incoming'),
    );
    const { rows: ids } = await pool.query<{ component_id: string }>(statement);
    const related = () => new Set(ids.map(({ component_id }) => component_id));
    const match = createMatcher('components', { search, agent: 'all' }, { ...options, related });
    expect(
      [...rows]
        .filter(([, row]) => match(row))
        .map(([id]) => id)
        .sort(),
    ).toEqual([...expected].sort());
  }
});
