import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identifier, join, sql, toStatement, trusted } from './sql.ts';

test('a member becomes a parameter, a piece of SQL is spliced in', () => {
  const inner = sql`name = ${'x'} and count > ${1}`;
  const whole = sql`select ${identifier('a"b')} from t where (${inner}) or ${trusted('true')} limit ${5}`;
  expect(toStatement(whole)).toEqual({
    text: 'select "a""b" from t where (name = $1 and count > $2) or true limit $3',
    values: ['x', 1, 5],
  });
});

test('pieces are joined with a separator; none make nothing', () => {
  expect(toStatement(join([sql`a = ${1}`, sql`b`, sql`c = ${2}`], ' and '))).toEqual({
    text: 'a = $1 and b and c = $2',
    values: [1, 2],
  });
  expect(toStatement(join([], ', '))).toEqual({ text: '', values: [] });
});

test('an identifier holds any text but NUL', () => {
  expect(toStatement(identifier('a\0b')).text).toBe('"ab"');
});

test('no text of a value ever reaches the statement', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 4, unit: fc.constantFrom('§', "'", ';', '-') })), (values) => {
      const { text, values: sent } = toStatement(
        join(
          values.map((value) => sql`x = ${value}`),
          ' or ',
        ),
      );
      expect(sent).toEqual(values);
      expect(text).toBe(values.map((_, index) => `x = $${index + 1}`).join(' or '));
    }),
  );
});
