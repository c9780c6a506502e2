import type { CSSProperties } from 'react';
import { TICK_PX } from './columns.ts';
import type { Column, TableItem } from './types.ts';

/** Under this width of the table itself, in pixels, rows become lists of two lines … */
export const NARROW_PX = 640;
/** … and under this width of the window, where panels are full screens. */
export const NARROW_WINDOW_PX = 768;

/** The columns that fit a width: those whose `hideBelow` it reaches. */
export function fitColumns<R, G>(columns: readonly Column<R, G>[], width: number): Column<R, G>[] {
  return columns.filter((column) => !column.hideBelow || width >= column.hideBelow);
}

/** The grid tracks of columns: fixed pixels, or a share of the rest; the checkboxes before them. */
export function gridTracks<R, G>(columns: readonly Column<R, G>[], hasTicks = false): string {
  const tracks = columns.map((column) =>
    column.width !== undefined ? `${column.width}px` : `minmax(${column.minWidth ?? 80}px, ${column.flex ?? 1}fr)`,
  );
  // When every column has its own width, what is left stays behind the last one that is not pinned at the right.
  const isFixed = columns.every((column) => column.width !== undefined);
  const last = columns.findLastIndex((column) => column.pin !== 'right');
  const stretch = columns[isFixed ? last : -1];
  if (stretch) tracks[last] = `minmax(${stretch.width}px, 1fr)`;
  return [...(hasTicks ? [`${TICK_PX}px`] : []), ...tracks].join(' ');
}

/** The place of a pinned cell. */
export function pinStyle<R, G>(column: Column<R, G>, offset: number | undefined): CSSProperties | undefined {
  if (!column.pin || offset === undefined) return undefined;
  return column.pin === 'left' ? { insetInlineStart: offset } : { insetInlineEnd: offset };
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
