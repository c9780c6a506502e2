import { describe, expect, test } from 'vitest';
import { fitColumns, gridTracks, moveInTable, parentIndex } from './layout.ts';
import type { Column, TableItem } from './types.ts';

const column = (id: string, rest: Partial<Column<string>> = {}): Column<string> => ({
  id,
  header: id,
  cell: (text) => text,
  ...rest,
});

test('columns give way when the table is narrow', () => {
  const columns = [column('a'), column('b', { hideBelow: 800 })];
  expect(fitColumns(columns, 799).map((one) => one.id)).toEqual(['a']);
  expect(fitColumns(columns, 800).map((one) => one.id)).toEqual(['a', 'b']);
});

test('tracks are pixels or a share of the rest', () => {
  expect(gridTracks([column('a', { flex: 2, minWidth: 250 }), column('b', { width: 104 }), column('c')])).toBe(
    'minmax(250px, 2fr) 104px minmax(80px, 1fr)',
  );
});

describe('moveInTable', () => {
  test.each([
    ['j', 3, 4],
    ['ArrowDown', 9, 9],
    ['k', 0, 0],
    ['ArrowUp', 4, 3],
    ['PageDown', 2, 7],
    ['PageUp', 2, 0],
    ['Home', 7, 0],
    ['End', 2, 9],
    ['x', 2, undefined],
  ])('%s from %d', (key, from, to) => expect(moveInTable(key, from, 10, 5)).toBe(to));

  test('an empty table does not move', () => expect(moveInTable('j', -1, 0, 5)).toBeUndefined());
});

test('the parent is the nearest shallower group above', () => {
  const rows: TableItem<null, null>[] = [
    { kind: 'group', key: 'g', depth: 0, expanded: true, data: null },
    { kind: 'row', key: 'a', depth: 1, data: null },
    { kind: 'row', key: 'b', depth: 1, data: null },
    { kind: 'row', key: 'c', depth: 0, data: null },
  ];
  expect(parentIndex(rows, 2)).toBe(0);
  expect(parentIndex(rows, 3)).toBeUndefined();
});
