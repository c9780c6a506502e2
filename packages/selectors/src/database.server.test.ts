import { AppError } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { identifier, sql, toStatement } from '@quarterdeck/kit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ColumnType, fieldTables, type JsonType, relationOf } from './fields.ts';
import { compileSearch, compileSelector } from './selectors.ts';
import { type CompiledSelector, type ResourceSelector, type SelectorKind, selectorKinds } from './types.ts';

let main: TestDatabase;
beforeAll(async () => {
  main = await createTestDatabase();
});
afterAll(() => main.drop());

const context = { nowMs: Date.parse('2024-06-15T12:00:00Z') };

async function columnsOf(relation: string): Promise<Map<string, string>> {
  const { rows } = await main.database.pool.query<{ name: string; type: string }>(
    'select column_name as name, data_type as type from information_schema.columns where table_name = $1',
    [relation],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

const STORED: Readonly<Record<ColumnType | JsonType, string>> = {
  word: 'text',
  text: 'text',
  type: 'text',
  uuid: 'uuid',
  number: 'numeric',
  time: 'timestamp with time zone',
  list: 'ARRAY',
  flat: 'jsonb',
  path: 'jsonb',
  named: 'jsonb',
};

test.each(selectorKinds)('%s: the fields are columns of the relation, of the right type', async (kind) => {
  const table = fieldTables[kind];
  const columns = await columnsOf(table.relation);
  const declared = [
    ...Object.entries(table.columns),
    ...Object.values(table.json).map(({ column, type }) => [column, type] as const),
    ...(table.agents ? [['agent_id', 'uuid'] as const] : []),
    ...(table.parent === null ? [] : [[table.parent.column, 'uuid'] as const]),
  ];
  for (const [name, type] of declared) {
    const stored = columns.get(name)?.replace('integer', 'numeric');
    expect([name, stored]).toEqual([name, STORED[type]]);
  }
});

/** Runs a selector as the search does; the database must never be the one that refuses. */
async function run(kind: SelectorKind, compile: () => CompiledSelector): Promise<'run' | 'refused'> {
  let compiled: CompiledSelector;
  try {
    compiled = compile();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).status).toBe(400);
    return 'refused';
  }
  const { where, order, limit, offset } = compiled;
  const statement = sql`select id from ${identifier(relationOf(kind))} where ${where}
    order by ${order ?? identifier('id')} limit ${limit} offset ${offset}`;
  await main.database.pool.query(toStatement(statement));
  return 'run';
}

const kindOf = fc.constantFrom(...selectorKinds);
const scraps = fc.array(
  fc.oneof(
    fc.constantFrom(
      'name',
      'type',
      'created',
      'labels',
      'labels.a',
      'config.a[0]',
      'count',
      'id',
      'agent',
      'limit',
      'sort',
    ),
    fc.constantFrom(
      '=',
      '!=',
      '<',
      '>=',
      ':',
      ' ',
      ' ',
      '|',
      '(',
      ')',
      '-',
      '"',
      '*',
      ',',
      '!',
      '%2C',
      '\\',
      "'",
      ';',
      '$1',
      '--',
    ),
    fc.constantFrom('now-1d', '2024-01-01', '10.5', 'x', '\ud800', '\0', '😀', '\u{10ffff}', '[', ']', '.', '1e400'),
    fc.string({ maxLength: 3 }),
  ),
  { maxLength: 12 },
);

test('whatever is searched, the database can run it or it is refused before', async () => {
  const outcomes = { run: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(kindOf, scraps, async (kind, parts) => {
      outcomes[await run(kind, () => compileSearch(kind, parts.join(''), context))]++;
    }),
    { numRuns: 1500 },
  );
  expect(Math.min(outcomes.run, outcomes.refused)).toBeGreaterThan(50);
});

test('whatever a selector says, the database can run it or it is refused before', async () => {
  const text = fc.oneof(
    scraps.map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom('a=b', 'a in (b,c)', 'n>5', '!x', 'default/x', '*', 'x*'),
  );
  const selector: fc.Arbitrary<ResourceSelector> = fc.record(
    {
      agent: text,
      scope: text,
      id: text,
      name: text,
      namespace: text,
      tagSelector: text,
      labelSelector: text,
      health: text,
      types: fc.array(text, { maxLength: 2 }),
      statuses: fc.array(text, { maxLength: 2 }),
      limit: fc.nat(),
    },
    { requiredKeys: [] },
  );
  const outcomes = { run: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(kindOf, selector, async (kind, made) => {
      outcomes[await run(kind, () => compileSelector(kind, made, context))]++;
    }),
    { numRuns: 1000 },
  );
  expect(Math.min(outcomes.run, outcomes.refused)).toBeGreaterThan(50);
});
