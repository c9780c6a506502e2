import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arrangeColumns,
  clampWidth,
  hideColumn,
  leastWidth,
  moveColumn,
  orderColumns,
  pinColumn,
  pinOffsets,
  resizeColumn,
} from './columns.ts';
import { gridTracks, pinStyle } from './layout.ts';
import { INITIAL_TABLE_STATE, readTableState, type TableState, writeTableState } from './state.ts';
import type { Column } from './types.ts';

const column = (id: string, rest: Partial<Column<string>> = {}): Column<string> => ({
  id,
  header: id,
  cell: (text) => text,
  ...rest,
});
const columns = [
  column('a', { hideable: false }),
  column('b', { width: 100 }),
  column('c'),
  column('d', { pin: 'right', width: 40 }),
];
const ids = (list: readonly { id: string }[]) => list.map((one) => one.id).join('');

describe('arrangement', () => {
  test('order, hidden, widths and pins', () => {
    expect(ids(arrangeColumns(columns))).toBe('abcd');
    expect(ids(arrangeColumns(columns, { order: ['c', 'b'], hidden: ['a', 'b'] }))).toBe('acd');
    const pinned = arrangeColumns(columns, { pinned: { c: 'left', d: 'none' }, widths: { c: 220, b: 9999 } });
    expect(pinned.map(({ id, pin, width }) => [id, pin, width])).toEqual([
      ['c', 'left', 220],
      ['a', undefined, undefined],
      ['b', undefined, 1200],
      ['d', undefined, 40],
    ]);
  });

  test('ordering keeps every column once', () => {
    const some = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'gone'));
    fc.assert(
      fc.property(some, (order) => {
        const after = orderColumns(columns, order);
        expect(new Set(after)).toEqual(new Set(columns));
        const known = [...new Set(order)].filter((id) => id !== 'gone');
        expect(ids(after.filter((one) => known.some((id) => id === one.id)))).toBe(known.join(''));
      }),
    );
  });

  test('a column moves over hidden ones, and not out of the table', () => {
    expect(moveColumn({ hidden: ['b'] }, columns, 'a', 1).order).toEqual(['b', 'c', 'a', 'd']);
    const layout = {};
    expect(moveColumn(layout, columns, 'a', -1)).toBe(layout);
  });

  test('single settings', () => {
    expect(hideColumn({ hidden: ['b'] }, 'c', true).hidden).toEqual(['b', 'c']);
    expect(hideColumn({ hidden: ['b'] }, 'b', false).hidden).toEqual([]);
    expect(pinColumn({}, 'b', 'left').pinned).toEqual({ b: 'left' });
    expect(resizeColumn({ widths: { b: 60 } }, 'b', undefined).widths).toEqual({});
    expect(resizeColumn({}, 'b', 60.4).widths).toEqual({ b: 60 });
    expect([clampWidth(-3), clampWidth(99_999)]).toEqual([48, 1200]);
  });

  test('pinned cells stand beside each other, after the checkboxes', () => {
    const arranged = arrangeColumns(columns, { pinned: { a: 'left', b: 'left', c: 'right' } });
    expect(Object.fromEntries(pinOffsets(arranged, false))).toEqual({ a: 16, b: 188, d: 16, c: 68 });
    expect(pinOffsets(arranged, true).get('a')).toBe(46);
    const [a] = arranged;
    expect(a && pinStyle(a, 16)).toEqual({ insetInlineStart: 16 });
    expect(pinStyle(column('d', { pin: 'right' }), 16)).toEqual({ insetInlineEnd: 16 });
  });

  test('columns of fixed widths fill the line all the same, and say how wide they must be', () => {
    const fixed = [column('a', { width: 50 }), column('b', { width: 60 }), column('c', { width: 70, pin: 'right' })];
    expect(gridTracks(fixed, true)).toBe('18px 50px minmax(60px, 1fr) 70px');
    expect(leastWidth(fixed, false)).toBe(50 + 60 + 70 + 2 * 12 + 32);
  });
});

describe('the state in an address', () => {
  const id = fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' });
  const dictionary = <V>(values: fc.Arbitrary<V>) =>
    fc.dictionary(
      id.filter((key) => key !== '__proto__'),
      values,
      { minKeys: 1, maxKeys: 3, noNullPrototype: true },
    );
  const lists = fc.uniqueArray(id, { minLength: 1, maxLength: 3 });
  const states = fc.record(
    {
      pageIndex: fc.nat(1000),
      pageSize: fc.integer({ min: 1, max: 1000 }),
      grouping: lists,
      order: lists,
      hidden: lists,
      widths: dictionary(fc.integer({ min: 48, max: 1200 })),
      pinned: dictionary(fc.constantFrom('left' as const, 'right' as const, 'none' as const)),
    },
    { requiredKeys: ['pageIndex', 'pageSize', 'grouping'] },
  );

  test('comes back as it was', () => {
    const sorted = fc.tuple(
      states,
      fc.option(fc.record({ sortBy: id, sortOrder: fc.constantFrom('asc' as const, 'desc' as const) })),
    );
    fc.assert(
      fc.property(sorted, ([state, sort]) => {
        const whole: TableState = { ...state, ...sort };
        expect(readTableState(writeTableState(whole))).toEqual(whole);
      }),
    );
  });

  test('the usual is not written', () => {
    expect(writeTableState(INITIAL_TABLE_STATE)).toEqual({});
    const initial = { ...INITIAL_TABLE_STATE, pageSize: 150 };
    expect(writeTableState(initial, initial)).toEqual({});
    expect(readTableState({}, initial)).toEqual(initial);
    expect(writeTableState({ ...INITIAL_TABLE_STATE, sortBy: 'name' })).toEqual({ sortBy: 'name', sortOrder: 'asc' });
  });

  test('a remembered page size holds where the address names none', () => {
    const read = (params: object) => readTableState({ ...params }, INITIAL_TABLE_STATE, 200).pageSize;
    expect([read({}), read({ pageSize: '25' }), read({ pageIndex: '2' })]).toEqual([200, 25, 50]);
  });

  test('nonsense is passed over', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('sortBy', 'pageIndex', 'pageSize', 'widths', 'pinned', 'hidden'), fc.string()),
        (params) => {
          const state = readTableState(params);
          expect(state.pageSize).toBeGreaterThan(0);
          expect(state.pageIndex).toBeGreaterThanOrEqual(0);
        },
      ),
    );
    expect(
      readTableState({ pageSize: '0', pageIndex: '-1', widths: 'a:x,:3,%:9', pinned: 'a:top', hidden: ',%zz' }),
    ).toEqual(INITIAL_TABLE_STATE);
  });
});
