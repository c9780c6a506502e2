import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseSavedFilters } from './saved-filters.ts';

it('reads back what was stored', () => {
  const saved = [{ name: 'Payments', search: 'ledger', filters: { team: { pay: 1, 'a:b': -1 } } }];
  expect(parseSavedFilters(JSON.stringify(saved))).toEqual(saved);
});

it.each([
  [null, []],
  ['', []],
  ['{broken', []],
  ['{"name":"x"}', []],
  ['[1, null, {"search":"x"}, {"name":""}]', []],
  ['[{"name":"x","search":5,"filters":[1]}]', [{ name: 'x', search: '', filters: {} }]],
  [
    '[{"name":"x","filters":{"a":{"b":2,"c":1},"d":{"e":0},"f":null}}]',
    [{ name: 'x', search: '', filters: { a: { c: 1 } } }],
  ],
])('leaves out what is no filter: %s', (stored, list) => {
  expect(parseSavedFilters(stored)).toEqual(list);
});

it('never fails', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
      for (const { name, filters } of parseSavedFilters(stored)) {
        expect(name).not.toBe('');
        for (const items of Object.values(filters))
          expect(Object.values(items).every((s) => s === 1 || s === -1)).toBe(true);
      }
    }),
  );
});
