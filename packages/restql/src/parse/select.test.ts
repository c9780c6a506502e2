import { expect, test } from 'vitest';
import type { SelectEmbed, SelectField } from '../ast.ts';
import { RestError } from '../errors.ts';
import { createCursor } from './cursor.ts';
import { readSelect } from './select.ts';

const read = (text: string) => readSelect(createCursor(text, 'select'));
const names = (text: string) =>
  read(text).map((item) => (item.kind === 'embed' ? item.target : item.field === '*' ? '*' : item.field.column));
const field = (text: string) => read(text)[0] as SelectField;
const embed = (text: string) => read(text)[0] as SelectEmbed;

test.each([
  ['', []],
  [')', []],
  [',', []],
  [':a', []],
  ['"count"()x', ['count']],
  ['*', ['*']],
  ['*::text', []],
  ['* ', ['*']],
  ['*,id', ['*', 'id']],
  [' id , name ', ['id', 'name']],
  ['id)', ['id']],
  ['id,c(a))&x', ['id', 'c']],
  ['id,artifacts:artifacts(*)::jsonb,playbook_run:playbook_runs(spec)', ['id', 'artifacts']],
  ['id,c(a)x,b', ['id', 'c']],
  ['a-b,"c,d",é', ['a-b', 'c,d', 'é']],
])('%s', (text, expected) => {
  expect(names(text)).toEqual(expected);
});

test('a field has an alias, a json path, a cast', () => {
  expect(field('x: data->a b->"c.d"->>0::double precision')).toEqual({
    kind: 'field',
    field: {
      column: 'data',
      json: [
        { arrow: '->', key: 'a b' },
        { arrow: '->', key: 'c.d' },
        { arrow: '->>', key: 0 },
      ],
    },
    alias: 'x',
    cast: 'double precision',
    aggregate: null,
  });
  expect(field('data->0x').field).toEqual({ column: 'data', json: [{ arrow: '->', key: '0x' }] });
  expect(field("data->'k'").field).toEqual({ column: 'data', json: [{ arrow: '->', key: "'k'" }] });
});

test('aggregates', () => {
  expect(field('n:count()::text')).toMatchObject({
    field: '*',
    alias: 'n',
    aggregate: { name: 'count', cast: 'text' },
  });
  expect(field('a::int.sum()::text')).toMatchObject({ cast: 'int', aggregate: { name: 'sum', cast: 'text' } });
  expect(field('a->b.max()')).toMatchObject({ aggregate: { name: 'max', cast: null } });
  expect(field('count')).toMatchObject({ field: { column: 'count' }, aggregate: null });
});

test('an embedded resource has an alias, a hint, a kind of join', () => {
  expect(embed('a:b!c!inner(*,d(e))')).toEqual({
    kind: 'embed',
    spread: false,
    target: 'b',
    alias: 'a',
    hint: 'c',
    join: 'inner',
    select: [
      { kind: 'field', field: '*', alias: null, cast: null, aggregate: null },
      expect.objectContaining({ target: 'd', hint: null, join: null }),
    ],
  });
  expect(embed('b!left!c()')).toMatchObject({ hint: 'c', join: 'left', select: [] });
  expect(embed('b!inner!left(x)')).toMatchObject({ hint: null, join: 'inner' });
  expect(embed('b!inner_fk(x)')).toMatchObject({ hint: 'inner_fk', join: null });
  expect(embed('...b!c(x)')).toMatchObject({ spread: true, alias: null, target: 'b', hint: 'c' });
  expect(embed('"a b"("c d")')).toMatchObject({ target: 'a b', select: [{ field: { column: 'c d' } }] });
});

test.each([
  'id,',
  '*,*id',
  'a(*x)',
  ' ',
  'id,,a',
  'a:...b(c)',
  'a(',
  'a(b',
  'a(b,)',
  'a(b) x',
  'a!(b)',
  'a!b',
  'a!b!c!d(e)',
  'a->b(c)',
  'a->',
  'a->>(b)',
  'a::',
  'a::varchar(3)',
  'a.foo()',
  'a.sum(',
  'a.sum()x',
  'a-',
  'a--b',
  '"a',
  '""',
  'a:',
  'a b"c',
  'a[]',
])('refuses %s', (text) => {
  expect(() => read(text)).toThrow(RestError);
});
