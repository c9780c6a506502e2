import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSelector, readSelectors } from './read-selector.ts';

test('all fields are read; null is absence', () => {
  const whole = {
    agent: 'all',
    scope: 'a/b',
    cache: 'no-cache',
    search: 'x',
    limit: 5,
    includeDeleted: true,
    id: '1',
    name: '*',
    namespace: 'n',
    tagSelector: 'a=b',
    labelSelector: 'c',
    fieldSelector: 'd',
    health: 'healthy',
    types: ['t'],
    statuses: ['s'],
  };
  expect(readSelector(whole)).toEqual(whole);
  expect(readSelector({ name: 'x', types: null, limit: undefined })).toEqual({ name: 'x' });
  expect([readSelectors(null), readSelectors(undefined), readSelectors([{ name: 'x' }])]).toEqual([
    [],
    [],
    [{ name: 'x' }],
  ]);
});

test.each([
  [{ nmae: 'x' }, 'SELECTOR_FIELD', 'nmae'],
  [{ name: 5 }, 'SELECTOR_VALUE', 'name'],
  [{ types: 'Pod' }, 'SELECTOR_VALUE', 'types'],
  [{ types: [1] }, 'SELECTOR_VALUE', 'types'],
  [{ statuses: Array(501).fill('x') }, 'SELECTOR_VALUE', 'statuses'],
  [{ limit: 1.5 }, 'SELECTOR_VALUE', 'limit'],
  [{ limit: -1 }, 'SELECTOR_VALUE', 'limit'],
  [{ includeDeleted: 'yes' }, 'SELECTOR_VALUE', 'includeDeleted'],
  [null, 'SELECTOR_VALUE', 'selector'],
  [[], 'SELECTOR_VALUE', 'selector'],
  ['x', 'SELECTOR_VALUE', 'selector'],
])('%j is refused', (value, code, field) => {
  expect(() => readSelector(value)).toThrow(expect.objectContaining({ code, details: { field } }));
  expect(() => readSelectors([value])).toThrow(AppError);
});

test('a list is a list', () => {
  for (const value of ['x', {}, Array(501).fill({})]) expect(() => readSelectors(value)).toThrow(AppError);
});

test('whatever comes is read or refused with a code', () => {
  const near = fc.record({ name: fc.anything(), types: fc.anything(), limit: fc.anything() }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.oneof(fc.anything(), near), (value) => {
      try {
        expect(typeof readSelector(value)).toBe('object');
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});
