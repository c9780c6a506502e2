import { describe, expect, it } from 'vitest';
import { parseQuery } from '../parse/query.ts';
import type { SchemaModel } from '../schema/model.ts';
import { sql, toStatement, trusted } from '../sql.ts';
import { HARBOUR, sketchModel } from '../testing/model.ts';
import { type Allowed, createAccess } from './access.ts';
import { createContext } from './context.ts';
import { planRead } from './read.ts';
import type { CountMemory } from './remembered-count.ts';

const style = { format: 'array', stripNulls: false } as const;
const ships = new Set(['id', 'name', 'owner_id', 'agent_id', 'info', 'tags', 'built', 'tons']);
const model: SchemaModel = {
  ...sketchModel(HARBOUR),
  noted: new Map([
    ['ships', { table: 'ships', columns: ships }],
    ['fleet', { table: 'ships', columns: new Set(['id', 'title', 'owner_id']) }],
    ['owners', { table: 'owners', columns: new Set(['id', 'name', 'parent_id']) }],
  ]),
};
const NOTHING: CountMemory = { find: () => undefined, keep: () => undefined };

function plan(
  name: string,
  query: string,
  allowed: Allowed = { kind: 'allowed' },
  counts: CountMemory | null = NOTHING,
) {
  const access = createAccess({ relation: () => allowed, routine: () => ({ kind: 'allowed' }) });
  const relation = model.relations.get(name);
  if (relation === undefined) throw new Error(name);
  const context = createContext(model, access, null, counts);
  const page = { limit: 5, offset: 0 };
  const { statement, remembered } = planRead(context, relation, parseQuery(query), { style, page, count: 'exact' });
  return { ...toStatement(statement), remembered };
}

/** The tables whose writes are asked for; null when the count is not remembered. */
function tablesOf(...given: Parameters<typeof plan>): unknown {
  const { text, values, remembered } = plan(...given);
  const at = /"writes_of"\(\$(\d+)::text\[\]\)/.exec(text)?.[1];
  expect(at === undefined).toBe(remembered === null);
  return at === undefined ? null : values[Number(at) - 1];
}

const guard = (text: string): Allowed => ({
  kind: 'allowed',
  rows: (row) => sql`exists (select from ${trusted(text)} where x.id = ${row('id')})`,
});

describe('a count is remembered', () => {
  it.each([
    ['ships', ''],
    ['ships', 'name=ilike.*a*'],
    ['ships', 'info->>flag=eq.se&id=gt.5'],
    ['ships', 'or=(name.eq.a,and(tons.lt.3,name.not.is.null))'],
    ['ships', 'built=not.is.null&tags=cs.{a}'],
    ['ships', 'select=id,owners!ships_owner_fkey(name)&order=built'],
    ['fleet', 'title=eq.Vasa&owner_id=in.(1,2)'],
  ])('by the writes of its table: %s?%s', (name, query) => {
    expect(tablesOf(name, query)).toEqual(['ships']);
  });

  it('by the writes of the tables of the policy too', () => {
    expect(tablesOf('ships', '', guard('s.owners x'))).toEqual(['owners', 'ships']);
  });

  it('under one key for all pages, orders and selections', () => {
    const key = plan('ships', 'name=eq.a').remembered;
    expect(plan('ships', 'select=id&name=eq.a&order=id.desc').remembered).toBe(key);
    expect(plan('ships', 'name=eq.b').remembered).not.toBe(key);
    expect(plan('ships', 'name=eq.a', guard('s.owners x')).remembered).not.toBe(key);
  });

  it('with the number that was taken and the writes by then', () => {
    const known = plan('ships', 'name=eq.a', undefined, { ...NOTHING, find: () => ({ total: 77, writes: 12 }) });
    expect(known.values).toEqual(expect.arrayContaining([77, 12]));
    expect(known.text).toMatch(/then \$\d+::int8 else \(select count\(\*\)/);
    expect(plan('ships', 'name=eq.a').text).toBe(known.text);
  });
});

describe('a count is taken each time', () => {
  it.each([
    ['sailors', 'whose writes nobody notes', ''],
    ['fleet', 'by a column that is not of the table', 'age=eq.1'],
    ['ships', 'by a time that may be told as today', 'built=gt.yesterday'],
    ['ships', 'by such a time in a tree', 'or=(name.eq.a,not.and(built.lt.now,name.eq.b))'],
    ['ships', 'by a computed column', 'initials=eq.V'],
    ['ships', 'by a long list', `name=in.(${'x,'.repeat(2000)}x)`],
    ['ships', 'by an embedded resource', 'select=id,owners!ships_owner_fkey!inner(name)'],
    ['ships', 'by the lack of one', 'select=id,owners!ships_owner_fkey(name)&owners=is.null'],
  ])('of %s %s', (name, _why, query) => {
    expect(tablesOf(name, query)).toBeNull();
  });

  it.each([
    ['a table that is not noted', 's.sailors x'],
    ['a view', 's.fleet x'],
    ['a function that is not immutable', 's.find_ships(name) x'],
  ])('when the policy looks at %s', (_why, text) => {
    expect(tablesOf('ships', '', guard(text))).toBeNull();
  });

  it('when the policy looks at the same view, by whatever columns', () => {
    expect(tablesOf('fleet', '', guard('s.ships x'))).toEqual(['ships']);
    expect(tablesOf('fleet', '', guard('s.fleet x'))).toBeNull();
  });

  it('where nothing is remembered', () => {
    expect(tablesOf('ships', '', undefined, null)).toBeNull();
  });
});

describe('rows that are hidden', () => {
  const kept = { ...model, counted: new Set(['ships']) };
  const total = (allowed: Allowed) => {
    const access = createAccess({ relation: () => allowed, routine: () => ({ kind: 'allowed' }) });
    const relation = kept.relations.get('ships');
    if (relation === undefined) throw new Error('ships');
    const page = { limit: 5, offset: 0 };
    const query = parseQuery('name=eq.a');
    return toStatement(
      planRead(createContext(kept, access, null), relation, query, { style, page, count: 'exact' }).statement,
    ).text;
  };
  const rows: Allowed['rows'] = (row) => sql`not hides(${row('id')})`;

  it('are taken from the maintained count', () => {
    const text = total({ kind: 'allowed', rows, hidden: (row) => sql`hides(${row('id')})` });
    expect(text).toMatch(
      /select k\.n - \(select count\(\*\) from "s"\."ships" as t\d+ where \(hides\(t\d+\."id"\)\) and/,
    );
    expect(text).toMatch(
      /where k\.n is not null\), \(select count\(\*\) from "s"\."ships" as t\d+ where \(not hides\(/,
    );
  });

  it('that nobody can find leave nothing to be kept', () => {
    expect(total({ kind: 'allowed', rows })).not.toContain('exact_count');
  });
});
