import type { Column, TableItem } from './types.ts';

/** Under this width of the table itself, in pixels, rows become lists of two lines. */
export const NARROW_PX = 640;

/** The columns that fit a width: those whose `hideBelow` it reaches. */
export function fitColumns<R, G>(columns: readonly Column<R, G>[], width: number): Column<R, G>[] {
  return columns.filter((column) => !column.hideBelow || width >= column.hideBelow);
}

/** The grid tracks of columns: fixed pixels, or a share of the rest. */
export function gridTracks<R, G>(columns: readonly Column<R, G>[]): string {
  return columns
    .map((column) =>
      column.width !== undefined ? `${column.width}px` : `minmax(${column.minWidth ?? 80}px, ${column.flex ?? 1}fr)`,
    )
    .join(' ');
}

/** Where a key moves the focus in a table of `count` rows, of which `page` fit the screen; undefined for other keys. */
export function moveInTable(key: string, index: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  const clamp = (to: number) => Math.max(0, Math.min(to, count - 1));
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return clamp(index + 1);
    case 'ArrowUp':
    case 'k':
      return clamp(index - 1);
    case 'PageDown':
      return clamp(index + page);
    case 'PageUp':
      return clamp(index - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** The group that holds a row: the nearest line above it that is less deep; undefined at the top level. */
export function parentIndex<R, G>(rows: readonly TableItem<R, G>[], index: number): number | undefined {
  const depth = rows[index]?.depth ?? 0;
  for (let i = index - 1; i >= 0; i--) {
    const row = rows[i];
    if (row && row.kind === 'group' && row.depth < depth) return i;
  }
  return undefined;
}
