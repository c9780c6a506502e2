import type { Json } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FormValue, isEmpty, isSame, joinPath, readAt, writeAt } from './path.ts';

const spec: FormValue = { schedule: '@daily', http: [{ name: 'a', url: 'x', extra: 1 }, { name: 'b' }], none: null };

test('reads through objects and lists, own keys only', () => {
  expect(readAt(spec, 'http.0.url')).toBe('x');
  expect(readAt(spec, 'http.1.url')).toBeUndefined();
  expect(readAt(spec, 'none.deeper')).toBeUndefined();
  expect(readAt(spec, 'toString')).toBeUndefined();
  expect(readAt(spec, '')).toBe(spec);
});

test('writes a copy, makes what is missing and keeps the rest', () => {
  const next = writeAt(spec, 'http.0.url', 'y');
  expect(next.http).toEqual([{ name: 'a', url: 'y', extra: 1 }, { name: 'b' }]);
  expect(readAt(spec, 'http.0.url')).toBe('x');
  expect(writeAt({}, 'a.0.b', 1)).toEqual({ a: [{ b: 1 }] });
});

test('undefined removes a key or an item, and makes nothing on its way', () => {
  expect(writeAt(spec, 'schedule', undefined)).toEqual({ http: spec.http, none: null });
  expect(readAt(writeAt(spec, 'http.0', undefined), 'http')).toEqual([{ name: 'b' }]);
  expect(writeAt({ a: 1 }, 'b.c.d', undefined)).toEqual({ a: 1 });
  expect(writeAt({ l: [{ a: 1 }] }, 'l.3.x', undefined)).toEqual({ l: [{ a: 1 }] });
  expect(writeAt({ l: [1, 2] }, 'l.word', undefined)).toEqual({ l: [1, 2] });
  expect(writeAt({ l: 'text' }, 'l.0', undefined)).toEqual({ l: 'text' });
});

test('a name written into a list, or into a plain value, takes its place', () => {
  expect(writeAt({ l: [1] }, 'l.word', 2)).toEqual({ l: { word: 2 } });
  expect(writeAt({ l: 'text' }, 'l.0', 2)).toEqual({ l: [2] });
});

test('a path cannot reach a prototype', () => {
  const next = writeAt({ a: 1 }, '__proto__.polluted', true);
  expect(next).toEqual({ a: 1 });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('what is written is read back, and nothing else changes', () => {
  const key = fc.stringMatching(/^[a-z]{1,4}$/);
  const json: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(fc.dictionary(key, json), fc.array(key, { minLength: 1, maxLength: 3 }), json, (value, keys, held) => {
      const next = writeAt(value, keys.join('.'), held);
      expect(isSame(readAt(next, keys.join('.')), held)).toBe(true);
      for (const other of Object.keys(value)) if (other !== keys[0]) expect(next[other]).toBe(value[other]);
    }),
  );
});

test('sameness does not see the order of keys, but sees what is missing', () => {
  expect(isSame({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
  expect(isSame({ a: null }, {})).toBe(false);
  expect(isSame([1], { 0: 1 })).toBe(false);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(isSame(undefined, null)).toBe(false);
});

test('emptiness, and joined paths', () => {
  expect([undefined, null, '', [], {}].every((one) => isEmpty(one))).toBe(true);
  expect([0, false, ' ', [0], { a: 1 }].some((one) => isEmpty(one))).toBe(false);
  expect([joinPath('', 'a'), joinPath('a', ''), joinPath('a', 'b')]).toEqual(['a', 'a', 'a.b']);
});
