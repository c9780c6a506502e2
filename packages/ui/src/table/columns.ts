import type { Column } from './types.ts';

export type Pin = 'left' | 'right';

/** How a person arranged the columns, as plain data. What is not named is as the table has it. */
export interface ColumnLayout {
  /** Column ids from the left; columns that are not named keep their place among the others. */
  order?: readonly string[];
  hidden?: readonly string[];
  /** Pixels by column id. */
  widths?: Readonly<Record<string, number>>;
  /** `none` frees a column that the table itself pins. */
  pinned?: Readonly<Record<string, Pin | 'none'>>;
}

export const MIN_COLUMN_PX = 48;
export const MAX_COLUMN_PX = 1200;
/** Padding of a row, gap between its cells and the column of checkboxes, as in the style sheet. */
const ROW_PADDING_PX = 16;
const GAP_PX = 12;
export const TICK_PX = 18;
const FREE_MIN_PX = 80;
const PINNED_PX = 160;

/** The columns as arranged: ordered, without the hidden ones, with their widths, pinned ones at their edges. */
export function arrangeColumns<R, G>(columns: readonly Column<R, G>[], layout: ColumnLayout = {}): Column<R, G>[] {
  const { hidden = [], widths = {}, pinned = {} } = layout;
  const arranged = orderColumns(columns, layout.order ?? [])
    .filter((column) => column.hideable === false || !hidden.includes(column.id))
    .map((column) => {
      const pin = pinned[column.id] ?? column.pin;
      const chosen = widths[column.id];
      const pinnedWidth = pin && pin !== 'none' ? (column.width ?? column.minWidth ?? PINNED_PX) : undefined;
      const width = chosen === undefined ? pinnedWidth : clampWidth(chosen);
      const { pin: _own, ...rest } = column;
      return {
        ...rest,
        ...(pin && pin !== 'none' && { pin }),
        ...(width !== undefined && { width }),
      };
    });
  const rank = (column: Column<R, G>) => (column.pin === 'left' ? 0 : column.pin === 'right' ? 2 : 1);
  return arranged.sort((a, b) => rank(a) - rank(b));
}

/** Named columns in the named order, in the places that they take together; the others stay where they are. */
export function orderColumns<C extends { id: string }>(columns: readonly C[], order: readonly string[]): C[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const queue = [...new Set(order)].flatMap((id) => byId.get(id) ?? []);
  const named = new Set(queue.map((column) => column.id));
  return columns.map((column) => (named.has(column.id) ? (queue.shift() ?? column) : column));
}

/** A width within what a column may have, in whole pixels. */
export function clampWidth(px: number): number {
  return Math.round(Math.max(MIN_COLUMN_PX, Math.min(px, MAX_COLUMN_PX)));
}

/** The layout with a column one place further left or right. */
export function moveColumn(
  layout: ColumnLayout,
  columns: readonly { id: string }[],
  id: string,
  by: -1 | 1,
): ColumnLayout {
  const order = orderColumns(columns, layout.order ?? []).map((column) => column.id);
  const hidden = new Set(layout.hidden);
  const from = order.indexOf(id);
  let to = from + by;
  while (order[to] !== undefined && hidden.has(order[to] ?? '')) to += by;
  if (from < 0 || order[to] === undefined) return layout;
  order.splice(from, 1);
  order.splice(to, 0, id);
  return { ...layout, order };
}

/** The layout with a column hidden or shown. */
export function hideColumn(layout: ColumnLayout, id: string, hide: boolean): ColumnLayout {
  const others = (layout.hidden ?? []).filter((one) => one !== id);
  return { ...layout, hidden: hide ? [...others, id] : others };
}

/** The layout with a column pinned at an edge, or free. */
export function pinColumn(layout: ColumnLayout, id: string, pin: Pin | 'none'): ColumnLayout {
  return { ...layout, pinned: { ...layout.pinned, [id]: pin } };
}

/** The layout with a column's width; undefined gives it its own width back. */
export function resizeColumn(layout: ColumnLayout, id: string, px: number | undefined): ColumnLayout {
  const { [id]: _before, ...others } = layout.widths ?? {};
  return { ...layout, widths: px === undefined ? others : { ...others, [id]: clampWidth(px) } };
}

/** The least pixels that columns need side by side, with the paddings of a row. */
export function leastWidth<R, G>(columns: readonly Column<R, G>[], hasTicks: boolean): number {
  const least = columns.reduce((sum, column) => sum + (column.width ?? column.minWidth ?? FREE_MIN_PX), 0);
  const gaps = Math.max(0, columns.length - 1 + (hasTicks ? 1 : 0)) * GAP_PX;
  return least + gaps + 2 * ROW_PADDING_PX + (hasTicks ? TICK_PX : 0);
}

/** Where pinned columns stand: pixels from their edge, by column id. */
export function pinOffsets<R, G>(columns: readonly Column<R, G>[], hasTicks: boolean): Map<string, number> {
  const offsets = new Map<string, number>();
  let left = ROW_PADDING_PX + (hasTicks ? TICK_PX + GAP_PX : 0);
  for (const column of columns.filter((one) => one.pin === 'left')) {
    offsets.set(column.id, left);
    left += (column.width ?? PINNED_PX) + GAP_PX;
  }
  let right = ROW_PADDING_PX;
  for (const column of columns.filter((one) => one.pin === 'right').reverse()) {
    offsets.set(column.id, right);
    right += (column.width ?? PINNED_PX) + GAP_PX;
  }
  return offsets;
}
