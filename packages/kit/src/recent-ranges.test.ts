import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRecentRange, parseRecentRanges, RECENT_RANGES } from './recent-ranges.ts';
import type { AbsoluteRange } from './time-range.ts';

const range = (from: string, to = 'z', display = ''): AbsoluteRange => ({ type: 'absolute', display, from, to });

test('the range that was used last is in front, once, and four are kept', () => {
  const list = ['a', 'b', 'c', 'd', 'e'].map((from) => range(from)).reduce<AbsoluteRange[]>(addRecentRange, []);
  expect(list.map(({ from }) => from)).toEqual(['e', 'd', 'c', 'b']);
  expect(addRecentRange(list, range('c')).map(({ from }) => from)).toEqual(['c', 'e', 'd', 'b']);
  expect(addRecentRange(list, range('c', 'y'))).toHaveLength(4);
});

test('of the same bounds with other words the newer words stay', () => {
  expect(addRecentRange([range('a', 'b', 'old')], range('a', 'b', 'new'))).toEqual([range('a', 'b', 'new')]);
});

test.each([null, '', 'nonsense', '{}', '[1,null,{}]', '[{"type":"absolute","from":"","to":"b","display":""}]'])(
  'nothing is stored in %j',
  (stored) => expect(parseRecentRanges(stored)).toEqual([]),
);

test('a stored list is read back, doubles and what is beyond four left out', () => {
  const list = [range('a'), range('b'), range('a'), range('c'), range('d'), range('e')];
  expect(parseRecentRanges(JSON.stringify(list)).map(({ from }) => from)).toEqual(['a', 'b', 'c', 'd']);
});

test('after any uses: no doubles, no more than four, the last in front, and the store gives them back', () => {
  const used = fc.record({
    type: fc.constant('absolute' as const),
    display: fc.string(),
    from: fc.constantFrom('a', 'b', 'c'),
    to: fc.constantFrom('x', 'y'),
  });
  fc.assert(
    fc.property(fc.array(used, { minLength: 1 }), (all) => {
      const list = all.reduce<AbsoluteRange[]>(addRecentRange, []);
      expect(list[0]).toEqual(all.at(-1));
      expect(list.length).toBeLessThanOrEqual(RECENT_RANGES);
      expect(new Set(list.map(({ from, to }) => `${from} ${to}`)).size).toBe(list.length);
      expect(parseRecentRanges(JSON.stringify(list))).toEqual(list);
    }),
  );
});
