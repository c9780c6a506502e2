import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLabelSelector, type Requirement } from './label-selector.ts';

const parse = (text: string) => parseLabelSelector(text, 'labelSelector');

test('all forms of the syntax', () => {
  expect(parse('a=1, b==2,c!=3 , d in (x, y),e notin (z),f,!g,h>5,i<-1,j=,k.io/name-x=v_1')).toEqual([
    { key: 'a', by: 'in', values: ['1'] },
    { key: 'b', by: 'in', values: ['2'] },
    { key: 'c', by: 'notIn', values: ['3'] },
    { key: 'd', by: 'in', values: ['x', 'y'] },
    { key: 'e', by: 'notIn', values: ['z'] },
    { key: 'f', by: 'exists' },
    { key: 'g', by: 'absent' },
    { key: 'h', by: 'greater', value: 5 },
    { key: 'i', by: 'less', value: -1 },
    { key: 'j', by: 'in', values: [''] },
    { key: 'k.io/name-x', by: 'in', values: ['v_1'] },
  ]);
  expect([parse(''), parse('  '), parse('in'), parse('a in(b)')]).toEqual([
    [],
    [],
    [{ key: 'in', by: 'exists' }],
    [{ key: 'a', by: 'in', values: ['b'] }],
  ]);
});

test.each([
  ['=1', 0],
  ['a,', null],
  ['a,,b', 2],
  ['a in b', 5],
  ['a in (b', 7],
  ['a b', 2],
  ['a>x', 2],
  ['a>', 2],
  ['a=b c', 4],
  ['!', 1],
  ['a=(', 2],
])('%s fails at %s', (text, position) => {
  const read = () => parse(text);
  if (position === null) expect(read()).toEqual([{ key: 'a', by: 'exists' }]);
  else
    expect(read).toThrow(
      expect.objectContaining({ code: 'SELECTOR_SYNTAX', details: { part: 'labelSelector', position } }),
    );
});

const word = fc.string({
  unit: fc.constantFrom('a', 'B', '0', '-', '_', '.', '/', ':', '*'),
  minLength: 1,
  maxLength: 6,
});
const requirement: fc.Arbitrary<Requirement> = fc.oneof(
  fc.record({
    key: word,
    by: fc.constantFrom('in', 'notIn'),
    values: fc.array(fc.oneof(word, fc.constant('')), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ key: word, by: fc.constantFrom('exists', 'absent') }),
  fc.record({ key: word, by: fc.constantFrom('greater', 'less'), value: fc.integer() }),
);

function write(one: Requirement): string {
  if ('values' in one) return `${one.key} ${one.by === 'in' ? 'in' : 'notin'} (${one.values.join(' , ')})`;
  if ('value' in one) return `${one.key}${one.by === 'greater' ? '>' : '<'}${one.value}`;
  return one.by === 'exists' ? one.key : `!${one.key}`;
}

test('what is written is read back', () => {
  fc.assert(
    fc.property(fc.array(requirement), (list) => {
      expect(parse(list.map(write).join(','))).toEqual(list);
    }),
  );
});

test('any text is read or refused with a position', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ' ', '=', '!', '<', '>', '(', ')', ',', 'in', '1') }),
      (text) => {
        try {
          for (const { key } of parse(text)) expect(key).not.toBe('');
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          const { position } = (error as AppError).details;
          expect(position).toBeGreaterThanOrEqual(0);
          expect(position).toBeLessThanOrEqual(text.length);
        }
      },
    ),
  );
  expect(() => parse('a'.repeat(10_001))).toThrow(expect.objectContaining({ code: 'SELECTOR_SYNTAX' }));
});
