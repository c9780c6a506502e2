import fc from 'fast-check';
import { expect, test } from 'vitest';
import { follow, parsePath } from './path.ts';

test.each([
  ['.spec.replicas', ['spec', 'replicas']],
  ['.containers[0].image', ['containers', '0', 'image']],
  ['[a.b/c]', ['a.b/c']],
  ['.a\\.b.c', ['a.b', 'c']],
  ['.a[-1][x]', ['a', '-1', 'x']],
  ['', null],
  ['.', null],
  ['.a..b', null],
  ['a', null],
  ['.a[', null],
  ['.a[]', null],
  ['.a]', ['a]']],
])('%s', (text, path) => {
  expect(parsePath(text)).toEqual(path);
});

test('a path is followed through objects and lists, from either end', () => {
  const value = { a: [{ b: 1 }, { b: 2 }], '0': 'zero', n: null };
  expect(follow(value, ['a', '0', 'b'])).toBe(1);
  expect(follow(value, ['a', '-1', 'b'])).toBe(2);
  expect(follow(value, ['0'])).toBe('zero');
  for (const path of [['a', '2'], ['a', 'x'], ['a', '-3'], ['n', 'x'], ['toString'], ['a', 'length']]) {
    expect(follow(value, path)).toBeUndefined();
  }
});

test('any text is read or is none; steps that are written plainly are read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '.', '[', ']', '\\', '0') }), (text) => {
      expect(parsePath(text)?.length ?? 1).toBeGreaterThan(0);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (steps) => {
      const text = steps.map((step) => `.${step.replaceAll(/[.[\\]/g, (sign) => `\\${sign}`)}`).join('');
      expect(parsePath(text)).toEqual(steps);
    }),
  );
});
