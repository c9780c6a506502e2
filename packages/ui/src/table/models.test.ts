import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aggregateValues, badness, worstHealth } from './aggregates.ts';
import { groupRows, type RowGroup } from './grouping.ts';
import {
  choosePageSize,
  clampPage,
  countPages,
  growPage,
  PAGE_SIZES,
  pageAfterResize,
  parsePageSize,
} from './paging.ts';
import { countTicked, isTicked, keysBetween, NO_SELECTION, tick } from './selection.ts';
import { type CellValue, compareValues, isBlank, sortRows } from './sorting.ts';
import type { TableItem } from './types.ts';

interface Row {
  id: number;
  a: string | null;
  b: number;
}
type Item = TableItem<Row, RowGroup<Row>>;

const rows = fc
  .array(fc.record({ a: fc.option(fc.constantFrom('x', 'y', 'z', '')), b: fc.integer({ min: 0, max: 3 }) }), {
    maxLength: 60,
  })
  .map((list) => list.map((row, id): Row => ({ id, ...row })));
const cells: fc.Arbitrary<CellValue> = fc.oneof(
  fc.double(),
  fc.string(),
  fc.boolean(),
  fc.date(),
  fc.bigInt(),
  fc.constantFrom(null, undefined, ''),
);
const byA = { id: 'a', value: (row: Row) => row.a };
const byB = { id: 'b', value: (row: Row) => row.b };
const rowKey = (row: Row) => `r${row.id}`;
const leaves = (items: readonly Item[]) => items.flatMap((item) => (item.kind === 'row' ? [item.data] : []));
const open = { rules: [byA, byB], rowKey, isExpanded: () => true };

describe('sorting', () => {
  test('is a stable order of the same rows with blanks last, in both directions', () => {
    fc.assert(
      fc.property(fc.array(cells), fc.boolean(), (values, desc) => {
        const list = values.map((value, place) => ({ value, place }));
        const sorted = sortRows(list, (one) => one.value, desc);
        expect(new Set(sorted)).toEqual(new Set(list));
        const blanks = sorted.map((one) => isBlank(one.value));
        expect(blanks).toEqual(blanks.toSorted((x, y) => Number(x) - Number(y)));
        for (const [i, one] of sorted.entries()) {
          const next = sorted[i + 1];
          if (!next || isBlank(next.value)) continue;
          const order = compareValues(one.value, next.value) * (desc ? -1 : 1);
          expect(order).toBeLessThanOrEqual(0);
          if (order === 0) expect(one.place).toBeLessThan(next.place);
        }
      }),
    );
  });

  test('numbers inside texts count as numbers', () => {
    expect(sortRows(['check-10', 'Check-2', 'check-1'], (text) => text, false)).toEqual([
      'check-1',
      'Check-2',
      'check-10',
    ]);
  });
});

describe('grouping', () => {
  test('loses and doubles no row, and each row stands below its own groups', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const items = groupRows(list, open);
        expect(new Set(leaves(items))).toEqual(new Set(list));
        expect(leaves(items).length).toBe(list.length);
        expect(new Set(items.map((item) => item.key)).size).toBe(items.length);
        const path: RowGroup<Row>[] = [];
        for (const item of items) {
          if (item.kind === 'group') path.splice(item.depth, path.length, item.data);
          else expect(path.every((group) => group.rows.includes(item.data))).toBe(true);
          expect(item.depth).toBeLessThanOrEqual(2);
        }
        const tops = items.flatMap((item) =>
          item.kind === 'group' && item.depth === 0 ? [item.data.rows.length] : [],
        );
        expect(tops.reduce((sum, count) => sum + count, 0)).toBe(list.length);
      }),
    );
  });

  test('pages part the rows in the same order, and their groups count the whole filter', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 25 }), fc.func(fc.boolean()), (list, size, expanded) => {
        const isExpanded = (key: string) => expanded(key);
        const whole = groupRows(list, { ...open, isExpanded });
        const pages = Array.from({ length: countPages(list.length, size) }, (_, i) =>
          groupRows(list, { ...open, isExpanded, window: [i * size, (i + 1) * size] }),
        );
        expect(pages.flatMap(leaves)).toEqual(leaves(whole));
        const counts = new Map(whole.map((item) => [item.key, item.kind === 'group' ? item.data.rows.length : 0]));
        for (const item of pages.flat()) {
          expect(counts.get(item.key)).toBe(item.kind === 'group' ? item.data.rows.length : 0);
        }
      }),
    );
  });

  test('what did not change stays the same object', () => {
    fc.assert(
      fc.property(
        rows.filter((list) => list.length > 0),
        fc.nat(),
        (list, at) => {
          const before = groupRows(list, open);
          expect(groupRows([...list], open, before).every((item, i) => item === before[i])).toBe(true);
          const changed = list.map((row, i) => (i === at % list.length ? { ...row } : row));
          const after = groupRows(changed, open, before);
          const fresh = after.filter((item) => !before.includes(item));
          expect(fresh.map((item) => item.kind).sort()).toEqual(['group', 'group', 'row']);
        },
      ),
    );
  });

  test('blanks are one group; a closed group hides what is in it', () => {
    const list: Row[] = [
      { id: 1, a: null, b: 1 },
      { id: 2, a: '', b: 2 },
    ];
    const items = groupRows(list, { rules: [byA], rowKey, isExpanded: () => false });
    expect(items).toMatchObject([{ kind: 'group', data: { label: '(none)', rows: list } }]);
  });
});

describe('paging', () => {
  test('a page always exists', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(5000), fc.constantFrom(...PAGE_SIZES), (index, total, size) => {
        const page = clampPage(index, total, size);
        expect(page).toBeGreaterThanOrEqual(0);
        expect(page * size).toBeLessThan(Math.max(1, total));
      }),
    );
  });

  test('the first row of a page is on the page of another size', () => {
    fc.assert(
      fc.property(
        fc.nat(200),
        fc.constantFrom(...PAGE_SIZES),
        fc.constantFrom(...PAGE_SIZES),
        (index, before, after) => {
          const page = pageAfterResize(index, before, after);
          const firstRow = index * before;
          expect(firstRow).toBeGreaterThanOrEqual(page * after);
          expect(firstRow).toBeLessThan((page + 1) * after);
        },
      ),
    );
  });

  test('virtual paging doubles until everything is here', () => {
    expect([growPage(50, 51), growPage(50, 50), growPage(50, 0)]).toEqual([100, undefined, undefined]);
  });

  test('the remembered size is one that a table offers', () => {
    for (const size of PAGE_SIZES) expect(parsePageSize(String(size))).toBe(size);
    for (const bad of [null, '', '7', '50.0', 'many', '-50']) expect(parsePageSize(bad)).toBeUndefined();
  });

  test('the address wins over what is remembered, and its page number means the usual size', () => {
    expect(choosePageSize({ pageSize: 25 }, 200)).toBe(25);
    expect(choosePageSize({}, 200)).toBe(200);
    expect(choosePageSize({ pageIndex: 0 }, 200)).toBe(200);
    expect(choosePageSize({ pageIndex: 3 }, 200)).toBe(50);
    expect(choosePageSize({ pageIndex: 3 }, 200, 150)).toBe(150);
    expect(choosePageSize({}, undefined, 150)).toBe(150);
  });
});

describe('selection', () => {
  const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));

  test('what is ticked is ticked and what is unticked is not, whatever came before', () => {
    fc.assert(
      fc.property(fc.boolean(), keys, keys, fc.boolean(), (all, before, named, on) => {
        const after = tick({ all, keys: before }, named, on);
        for (const key of 'abcde') {
          expect(isTicked(after, key)).toBe(
            named.some((one) => one === key) ? on : isTicked({ all, keys: before }, key),
          );
        }
        expect(countTicked(after, 5)).toBe([...'abcde'].filter((key) => isTicked(after, key)).length);
      }),
    );
  });

  test('a range goes either way and begins anew without its first row', () => {
    expect(keysBetween(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(keysBetween(['a', 'b'], 'gone', 'b')).toEqual(['b']);
    expect(keysBetween(['a', 'b'], null, 'gone')).toEqual([]);
    expect(countTicked(NO_SELECTION, 9)).toBe(0);
  });
});

describe('aggregates', () => {
  test('sum, least, greatest and count leave blanks out', () => {
    const values: CellValue[] = [3, null, 10, undefined, 7];
    expect((['sum', 'min', 'max', 'count'] as const).map((rule) => aggregateValues(rule, values))).toEqual([
      20, 3, 10, 3,
    ]);
    expect((['sum', 'min', 'max', 'count'] as const).map((rule) => aggregateValues(rule, [null]))).toEqual([
      null,
      null,
      null,
      0,
    ]);
    expect(aggregateValues('max', [new Date(5), new Date(9)])).toEqual(new Date(9));
  });

  test('one bad thing makes a group bad', () => {
    expect(worstHealth(['healthy', 'unhealthy', 'warning'])).toBe('unhealthy');
    expect(worstHealth(['healthy', 'none'])).toBe('none');
    expect(worstHealth([])).toBe('none');
    expect(aggregateValues('worst', ['healthy', 'warning', 'no health'])).toBe('warning');
    expect(badness('unhealthy')).toBeGreaterThan(badness('healthy'));
  });
});
