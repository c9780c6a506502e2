import { describe, expect, it } from 'vitest';
import { parseQuery } from '../parse/query.ts';
import { sql, toStatement } from '../sql.ts';
import { HARBOUR, sketchModel } from '../testing/model.ts';
import { type Allowed, createAccess } from './access.ts';
import { createContext, relationSource } from './context.ts';
import { renderKeptCount } from './kept-count.ts';
import { planTree } from './tree.ts';

const model = { ...sketchModel(HARBOUR), counted: new Set(['ships', 'fleet']) };

/** The filters that are given to the maintained count; undefined when it is not asked. */
function filtersOf(name: string, query: string, allowed: Allowed = { kind: 'allowed' }): unknown {
  const access = createAccess({ relation: () => allowed, routine: () => ({ kind: 'allowed' }) });
  const context = createContext(model, access, null);
  const relation = model.relations.get(name);
  if (relation === undefined) throw new Error(name);
  const kept = renderKeptCount(context, planTree(context, relationSource(context, relation), parseQuery(query)));
  if (kept === null) return undefined;
  const { text, values } = toStatement(kept);
  expect(text).toMatch(/^"s"\."exact_count"\(\$1::text/);
  expect(values[0]).toBe(name);
  return values.length === 1 ? {} : JSON.parse(String(values[1]));
}

describe('the maintained count', () => {
  it.each([
    ['ships', '', {}],
    ['ships', 'select=id,owner_id(name)&order=id&limit=5', {}],
    ['fleet', 'title=eq.Vasa', { title: 'Vasa' }],
    ['ships', 'name=in.(a,b)', { name: ['a', 'b'] }],
    ['ships', 'name=neq.a', { name: { not: 'a' } }],
    ['ships', 'name=not.eq.a', { name: { not: 'a' } }],
    ['ships', 'name=not.neq.a', { name: 'a' }],
    ['ships', 'name=not.in.(a,b)', { name: { not: ['a', 'b'] } }],
    ['ships', 'info=is.null', { info: null }],
    ['ships', 'info=not.is.null&name=eq.x', { info: { not: null }, name: 'x' }],
  ])('of %s?%s is asked', (name, query, expected) => {
    expect(filtersOf(name, query)).toEqual(expected);
  });

  it.each([
    ['owners', 'of a relation that is not counted', ''],
    ['ships', 'of equal numbers, which have many texts', 'id=eq.1'],
    ['ships', 'of likeness', 'name=like.a*'],
    ['ships', 'of two filters on one column', 'name=neq.a&name=neq.b'],
    ['ships', 'of trees', 'or=(name.eq.a,name.eq.b)'],
    ['ships', 'of places in json', 'info->>a=eq.x'],
    ['ships', 'of no value among none', 'name=not.in.()'],
    ['ships', 'of quantifiers', 'name=eq(any).{a}'],
    ['ships', 'of what narrows', 'select=id,berths!inner(place)'],
    ['ships', 'of resources that are not there', 'select=id,berths(place)&berths=is.null'],
  ])('of %s is not asked: %s', (name, _why, query) => {
    expect(filtersOf(name, query)).toBeUndefined();
  });

  it('is not asked where the policy narrows the rows', () => {
    expect(filtersOf('ships', '', { kind: 'allowed', rows: (row) => sql`${row('id')} = 1` })).toBeUndefined();
  });
});
