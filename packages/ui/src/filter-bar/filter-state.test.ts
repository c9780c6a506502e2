import type { TriState } from '@quarterdeck/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  activeFilters,
  type FilterField,
  type FilterState,
  isSameFilter,
  NO_FILTERS,
  saveFilter,
  withFilter,
  withoutItem,
} from './filter-state.ts';

const FIELDS: FilterField[] = [
  { id: 'type', label: 'Type', options: [{ value: 'http', label: 'HTTP' }, { value: 'dns' }] },
  { id: 'tags', label: 'Tags', mode: 'tags', options: [{ value: 'team:pay' }] },
];
const STATE: FilterState = { search: 'x', filters: { tags: { 'team:pay': -1 }, type: { http: 1, gone: 1 } } };

test('what is active is told in words, in the order of the bar, values that are gone among it', () => {
  expect(activeFilters(FIELDS, STATE).map(({ text }) => text)).toEqual([
    'Type: HTTP',
    'Type: gone',
    'not Tags: team:pay',
  ]);
  expect(activeFilters(FIELDS, NO_FILTERS)).toEqual([]);
});

test('the last value of a filter takes the filter with it', () => {
  const [http, gone] = activeFilters(FIELDS, STATE);
  if (!http || !gone) throw new Error('two values are active');
  const once = withoutItem(STATE, http);
  expect(once.filters).toEqual({ tags: { 'team:pay': -1 }, type: { gone: 1 } });
  expect(withoutItem(once, gone)).toEqual({ search: 'x', filters: { tags: { 'team:pay': -1 } } });
});

test('states that filter the same are the same', () => {
  expect(
    isSameFilter(STATE, { search: ' x ', filters: { type: { gone: 1, http: 1 }, tags: { 'team:pay': -1 } } }),
  ).toBe(true);
  expect(isSameFilter({ search: '', filters: { type: {} } }, NO_FILTERS)).toBe(true);
  expect(isSameFilter(STATE, { ...STATE, search: 'y' })).toBe(false);
  expect(isSameFilter(STATE, withFilter(STATE, 'type', { http: -1 }))).toBe(false);
});

test('a name is had once', () => {
  const list = saveFilter(saveFilter([], { name: 'b', ...STATE }), { name: 'A', ...NO_FILTERS });
  expect(list.map(({ name }) => name)).toEqual(['A', 'b']);
  expect(saveFilter(list, { name: 'b', ...NO_FILTERS })).toEqual([
    { name: 'A', ...NO_FILTERS },
    { name: 'b', ...NO_FILTERS },
  ]);
});

test('taking away all that is active leaves nothing', () => {
  const values = fc.dictionary(fc.constantFrom('http', 'dns', 'tcp'), fc.constantFrom<TriState>(1, -1));
  fc.assert(
    fc.property(values, values, (type, tags) => {
      const state = withFilter(withFilter(NO_FILTERS, 'type', type), 'tags', tags);
      const rest = activeFilters(FIELDS, state).reduce(withoutItem, state);
      expect(rest).toEqual(NO_FILTERS);
      expect(isSameFilter(state, NO_FILTERS)).toBe(Object.keys(type).length + Object.keys(tags).length === 0);
    }),
  );
});
