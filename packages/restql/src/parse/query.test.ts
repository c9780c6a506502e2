import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Filter, SelectField } from '../ast.ts';
import { RestError } from '../errors.ts';
import { MAX_CONDITIONS, parseQuery } from './query.ts';
import { arbitraryNoise, arbitraryQuery } from './testing/arbitrary.ts';
import { printQuery } from './testing/print.ts';

const root = (query: string, options = {}) => parseQuery(query, options).scopes.get('') ?? expect.unreachable();
const filter = (query: string): Filter => root(query).conditions[0] as Filter;
const text = (value: string) => ({ kind: 'text', text: value });
const list = (...items: string[]) => ({ kind: 'list', items });
const codeOf = (query: string, options = {}): string => {
  try {
    parseQuery(query, options);
    return 'read';
  } catch (error) {
    return error instanceof RestError ? error.code : String(error);
  }
};

describe('parameters', () => {
  test('nothing asks for everything', () => {
    expect(parseQuery('')).toMatchObject({ select: [], columns: null, onConflict: null });
    expect(root('')).toEqual({ conditions: [], order: [], limit: null, offset: null });
  });

  test('empty ones, and those without a value, are ignored', () => {
    expect(parseQuery('&&select(*,a)&select=id&').select).toHaveLength(1);
    expect(codeOf('foo')).toBe('read');
  });

  test('select, columns, on_conflict and order count the first time, limit and offset the last time', () => {
    const query = parseQuery('select=a&select=b&columns=c&columns=d&order=e&order=f&limit=1&limit=2&offset=3&offset=4');
    expect((query.select[0] as SelectField).field).toEqual({ column: 'a', json: [] });
    expect(query.columns).toEqual(['c']);
    expect(query.scopes.get('')).toMatchObject({ limit: 2, offset: 4, order: [{ field: { column: 'e' } }] });
    expect(root('limit=1&limit=x').limit).toBeNull();
  });

  test('the second order is read as well, so that a wrong one is told', () => {
    expect(codeOf('order=a&order=b.up')).toBe('PGRST100');
  });

  test('all filters and trees hold', () => {
    expect(root('a=eq.1&a=eq.2&or=(b.is.null,c.is.null)&and=(d.gt.1)').conditions).toHaveLength(4);
  });

  test('scopes lie at their paths', () => {
    const { scopes } = parseQuery('a.b.c=eq.x&a.order=d&a.b.limit=3&a.b.not.or=(e.is.null)');
    expect([...scopes.keys()]).toEqual(['', 'a.b', 'a']);
    expect(scopes.get('a.b')).toMatchObject({
      limit: 3,
      conditions: [{ kind: 'filter' }, { kind: 'or', negated: true }],
    });
  });

  test('blanks and plus signs are the same', () => {
    expect(filter('a=eq.x+y z%20').value).toEqual(text('x y z '));
  });

  test.each([
    ['limit=-1', 'PGRST103'],
    ['a.limit=-1', '2201W'],
    ['limit=99999999999999999999', '22003'],
    ['limit=abc', 'read'],
    ['offset=-1', 'read'],
    ['columns=', 'PGRST100'],
    ['on_conflict=', 'PGRST100'],
    ['=x', 'PGRST100'],
    ['n(ot.or=(a.is.null)', 'PGRST100'],
    ['x).offset=1', 'PGRST100'],
    ['a->order=b', 'PGRST100'],
    ['a=1', 'PGRST100'],
    ['a=eq', 'PGRST100'],
    ['a=eq.%00', 'PGRST100'],
    [`select=${'a('.repeat(40)}`, 'PGRST100'],
    [`or=${'(and'.repeat(40)}`, 'PGRST100'],
    [`select=${'a(),'.repeat(101)}`, 'PGRST100'],
    ['a=is.null&'.repeat(MAX_CONDITIONS + 1), 'PGRST100'],
    [`or=(${Array(MAX_CONDITIONS).fill('a.is.null').join(',')})`, 'PGRST100'],
    [`select=${'a,'.repeat(70_000)}`, 'PGRST100'],
  ])('%s', (query, code) => {
    expect(codeOf(query)).toBe(code);
  });

  test('names with commas between', () => {
    expect(parseQuery('columns=a, "b c" ,a&on_conflict=x,"y.z"')).toMatchObject({
      columns: ['a', 'b c'],
      onConflict: ['x', 'y.z'],
    });
  });
});

describe('arguments of a function', () => {
  const routine = { isRoutine: true, argumentNames: new Set(['id', 'kind', 'a.b']) };

  test('what carries no operator is one', () => {
    const query = parseQuery('id=5&kind=eq&a.b=1&id=eq.5&other=7', routine);
    expect([...query.arguments]).toEqual([
      ['id', '5'],
      ['kind', 'eq'],
      ['a.b', '1'],
      ['other', '7'],
    ]);
    expect(query.scopes.get('')?.conditions).toHaveLength(1);
  });

  test('repeated ones are kept for a variadic parameter', () => {
    const query = parseQuery('id=1&id=2', routine);
    expect(query.arguments.get('id')).toBe('2');
    expect(query.argumentValues.get('id')).toEqual(['1', '2']);
  });

  test('a table has none', () => {
    expect(codeOf('id=5', { argumentNames: new Set(['id']) })).toBe('PGRST100');
  });

  test('the dialect keeps its own names', () => {
    expect(root('limit=5', { isRoutine: true, argumentNames: new Set(['limit']) }).limit).toBe(5);
  });
});

describe('filters', () => {
  test.each([
    ['eq.', 'eq', text('')],
    ['eq.a,b)', 'eq', text('a,b)')],
    ['neq.1', 'neq', text('1')],
    ['like.*a*', 'like', text('%a%')],
    ['ilike.a*', 'ilike', text('a%')],
    ['match.a*', 'match', text('a*')],
    ['in.(a,"b,\\"c",d e)', 'in', list('a', 'b,"c', 'd e')],
    ['in.( a, b ) junk', 'in', list('a', ' b ')],
    ['in.("a"x,"b")', 'in', list('"a"x', 'b')],
    ['in.()', 'in', list()],
    ['in.("")', 'in', list()],
    ['in.("a",)', 'in', list('a', '')],
    ['is.NULL', 'is', text('null')],
    ['is.Unknown', 'is', text('unknown')],
    ['is.nullish', 'is', text('null')],
    ['isdistinct.x', 'isdistinct', text('x')],
    ['cs.{"a":1}', 'cs', text('{"a":1}')],
  ])('%s', (value, operator, expected) => {
    expect(filter(`a=${value}`)).toMatchObject({ operator, negated: false, value: expected });
  });

  test('not, quantifiers and languages', () => {
    expect(filter('a=not.eq.x')).toMatchObject({ negated: true, operator: 'eq' });
    expect(filter('a=like(any).{a*,"b*,"}')).toMatchObject({ quantifier: 'any', value: list('a%', 'b%,') });
    expect(filter('a=eq(all).{1,{2, 3 }}')).toMatchObject({ quantifier: 'all', value: list('1', '2', '3') });
    expect(filter('a=not.wfts(english).x y')).toMatchObject({ negated: true, language: 'english', value: text('x y') });
  });

  test('not_null is the contrary of null', () => {
    expect(filter('a=is.not_null')).toMatchObject({ negated: true, value: text('null') });
    expect(filter('a=not.is.not_null')).toMatchObject({ negated: false, value: text('null') });
  });

  test('a null among the members of any matches nothing', () => {
    expect(filter('a=eq(any).{1,NULL,"null"}').value).toEqual(list('1', 'null'));
    expect(codeOf('a=eq(all).{NULL}')).toBe('22004');
    expect(codeOf('a=not.eq(any).{null}')).toBe('22004');
  });

  test.each([
    'eq(foo).{1}',
    'neq(any).{1}',
    'fts().a',
    'fts(a',
    'in.1',
    'in.(1',
    'is.',
    'is.nul',
    'not.not.eq.1',
    'EQ.1',
    'xx.1',
  ])('refuses %s', (value) => {
    expect(codeOf(`a=${value}`)).toBe('PGRST100');
  });

  test.each(['1', '{1', '{1}}', '{1}x', '{1,}x', '{{1}', '{,}', '{a"b"}', '{1}{2}', `${'{'.repeat(9)}`, '{"a'])(
    'the database would refuse %s as an array',
    (value) => {
      expect(codeOf(`a=eq(any).${value}`)).toBe('22P02');
    },
  );

  test('columns are quoted, dashed, or have a json path', () => {
    expect(filter('"a b.c"=eq.1').field).toEqual({ column: 'a b.c', json: [] });
    expect(filter('a-b=eq.1').field).toEqual({ column: 'a-b', json: [] });
    expect(filter('a->b->>-1=eq.1').field).toEqual({
      column: 'a',
      json: [
        { arrow: '->', key: 'b' },
        { arrow: '->>', key: -1 },
      ],
    });
    expect(filter('"order"=eq.1').field.column).toBe('order');
    expect(filter('größe=eq.1').field.column).toBe('größe');
    expect(codeOf('a->99999999999=eq.1')).toBe('22003');
  });
});

describe('logic', () => {
  test('trees nest', () => {
    expect(root('or=(a.eq.1, and( b.gt.2 , not.or(c.is.null) ))').conditions).toMatchObject([
      {
        kind: 'or',
        negated: false,
        members: [
          { kind: 'filter' },
          {
            kind: 'and',
            members: [
              { kind: 'filter', value: text('2 ') },
              { kind: 'or', negated: true },
            ],
          },
        ],
      },
    ]);
  });

  test('columns may be called like the words', () => {
    expect(root('or=(and.eq.1,not.eq.2,or.in.(3,4),"and".is.null)').conditions[0]).toMatchObject({
      members: [
        { field: { column: 'and' } },
        { field: { column: 'not' }, negated: false },
        { field: { column: 'or' }, value: list('3', '4') },
        { field: { column: 'and' } },
      ],
    });
  });

  test('values end at a comma or a bracket unless quoted or in braces', () => {
    expect(root('or=(a.eq."x,)",b.cs.{1,2},c.eq."d"e,f->>g.not.like.h*)ignored').conditions[0]).toMatchObject({
      members: [
        { value: text('x,)') },
        { value: text('{1,2}') },
        { value: text('"d"e') },
        { negated: true, value: text('h%'), field: { json: [{ key: 'g' }] } },
      ],
    });
  });

  test.each([
    '',
    '()',
    '(a.eq.1',
    'a.eq.1',
    '(a.is.nullx)',
    '(xor(a.eq.1))',
    '(not.a.eq.1)',
    '(not.xor(a.eq.1))',
    '(a)',
  ])('refuses %s', (tree) => {
    expect(codeOf(`or=${tree}`)).toBe('PGRST100');
  });
});

describe('order', () => {
  test('terms', () => {
    expect(root('order=a,b.desc.nullslast, c->>d.asc,e(f).desc,g.nullsfirst').order).toEqual([
      { relation: null, field: { column: 'a', json: [] }, direction: null, nulls: null },
      { relation: null, field: { column: 'b', json: [] }, direction: 'desc', nulls: 'last' },
      { relation: null, field: { column: 'c', json: [{ arrow: '->>', key: 'd' }] }, direction: 'asc', nulls: null },
      { relation: 'e', field: { column: 'f', json: [] }, direction: 'desc', nulls: null },
      { relation: null, field: { column: 'g', json: [] }, direction: null, nulls: 'first' },
    ]);
  });

  test.each(['', 'a.', 'a.up', 'a.desc ', 'a,', 'a(b', 'a(b,c)', 'a.nullsfirst.desc', ':'])('refuses "%s"', (order) => {
    expect(codeOf(`order=${order}`)).toBe('PGRST100');
  });
});

test('what is printed is read as the same', () => {
  fc.assert(
    fc.property(arbitraryQuery, (query) => {
      const read = parseQuery(printQuery(query));
      expect(read).toEqual({ ...query, arguments: new Map(), argumentValues: new Map() });
    }),
    { numRuns: 300 },
  );
});

test('no text makes it throw anything but a refusal', () => {
  fc.assert(
    fc.property(arbitraryNoise, fc.boolean(), (query, isRoutine) => {
      expect(codeOf(query, { isRoutine })).toMatch(/^(read|PGRST\d{3}|[0-9A-Z]{5})$/);
    }),
    { numRuns: 2000 },
  );
});
