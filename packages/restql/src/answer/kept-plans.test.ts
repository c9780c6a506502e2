import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeParameters } from '../parse/parameters.ts';
import type { RestPolicy } from '../policy.ts';
import { sql } from '../sql.ts';
import { HARBOUR, sketchModel } from '../testing/model.ts';
import { createKeptPlans, shapeOf, toTemplate } from './kept-plans.ts';

const shape = (query: string) => shapeOf(decodeParameters(query));

describe('the shape of a query', () => {
  it('is the same whatever a column is equal to', () => {
    const one = shape('id=eq.1&select=id,name&kind=eq.tug');
    expect(one.values).toEqual(['1', 'tug']);
    expect(shape('id=eq.2&select=id,name&kind=eq.').key).toBe(one.key);
    expect(one.parameters.map(({ name }) => name)).toEqual(['id', 'select', 'kind']);
  });

  it.each([
    ['id=eq.1', 'id=neq.1'],
    ['id=eq.1', 'name=eq.1'],
    ['id=gt.1', 'id=gt.2'],
    ['id=eq.1&order=id', 'id=eq.1&order=name'],
    ['id=eq(any).{1}', 'id=eq(any).{2}'],
    ['id=not.eq.1', 'id=not.eq.2'],
    ['info->>a=eq.1', 'info->>a=eq.2'],
    ['ships.id=eq.1', 'ships.id=eq.2'],
    ['select=eq.a', 'select=eq.b'],
    ['limit=eq.1', 'limit=eq.2'],
    ['or=eq.1', 'or=eq.2'],
    ['a%3Db=c', 'a=b%3Dc'],
    ['id=eq.1&id=eq.2', 'id=eq.1'],
    ['a', 'a='],
    ['a=b&c=d', 'a=b%26c%3Dd'],
  ])('%s is another than %s', (one, other) => {
    expect(shape(one).key).not.toBe(shape(other).key);
  });

  it('with its values is the query', () => {
    const text = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });
    const value = fc.oneof(
      text,
      text.map((written) => `eq.${written}`),
    );
    const name = fc.oneof(fc.constantFrom('id', 'select', 'order', 'a.b', 'x->y'), text);
    fc.assert(
      fc.property(fc.array(fc.record({ name, value: fc.option(value) }), { maxLength: 6 }), (parameters) => {
        const { parameters: open, values } = shapeOf(parameters);
        const filled = open.map((one) => ({
          name: one.name,
          value: one.value?.replace(/^eq\.\0(\d+)$/, (_all, at) => `eq.${values[Number(at)]}`) ?? null,
        }));
        expect(filled).toEqual(parameters);
      }),
    );
  });
});

describe('a template', () => {
  it('is filled with the values of a request, and keeps its own', () => {
    const template = toTemplate(sql`select ${5} where a = ${'\x001'} and b = ${'\x000'} and c = ${'x'}`);
    expect(template?.text).toBe('select $1 where a = $2 and b = $3 and c = $4');
    expect(template?.fill(['one', 'two'])).toEqual([5, 'two', 'one', 'x']);
    expect(template?.fill(['three', '\x000'])).toEqual([5, '\x000', 'three', 'x']);
  });

  it('is none when a value went into another', () => {
    expect(toTemplate(sql`select ${'{"a":"\x000"}'}`)).toBeNull();
  });
});

describe('kept plans', () => {
  const schema = sketchModel(HARBOUR);
  const policy = (): RestPolicy => ({
    relation: () => ({ kind: 'allowed' }),
    routine: () => ({ kind: 'allowed' }),
  });

  it('are those of one schema and one policy', () => {
    const plans = createKeptPlans<number>(10);
    const mine = policy();
    plans.keep(schema, mine, 'a', 1);
    expect(plans.find(schema, mine, 'a')).toBe(1);
    expect(plans.find(schema, policy(), 'a')).toBeUndefined();
    expect(plans.find({ ...schema }, mine, 'a')).toBeUndefined();
    expect(plans.find(schema, mine, 'b')).toBeUndefined();
  });

  it('are those that were used last', () => {
    const plans = createKeptPlans<number>(2);
    const mine = policy();
    plans.keep(schema, mine, 'a', 1);
    plans.keep(schema, mine, 'b', 2);
    plans.find(schema, mine, 'a');
    plans.keep(schema, mine, 'c', 3);
    expect(['a', 'b', 'c'].map((key) => plans.find(schema, mine, key))).toEqual([1, undefined, 3]);
  });
});
