import type { ReactNode } from 'react';

/** A line of the flat list that a table draws: groups and rows in order, with their depth. Collapsed rows are left out. */
export type TableItem<R, G = never> =
  | { kind: 'group'; key: string; depth: number; expanded: boolean; data: G }
  | { kind: 'row'; key: string; depth: number; data: R };

export interface Column<R, G = never> {
  id: string;
  header: string;
  cell: (data: R) => ReactNode;
  /** The cell of a group row; left out, the cell is empty. */
  group?: (data: G) => ReactNode;
  /** Pixels. Either `width` or `flex`. */
  width?: number;
  /** Share of what is left. */
  flex?: number;
  minWidth?: number;
  align?: 'start' | 'end';
  sortable?: boolean;
  /** Hidden when the table itself is narrower than this many pixels. */
  hideBelow?: number;
  /** The full value, on hover. */
  title?: (data: R) => string | undefined;
}

export interface Sort {
  id: string;
  desc: boolean;
}

export interface TableProps<R, G = never> {
  /** Names the table. */
  label: string;
  rows: readonly TableItem<R, G>[];
  columns: readonly Column<R, G>[];
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  onToggleGroup?: (key: string, expanded: boolean) => void;
  /** What a group is called, for its toggle's name and for jumping by letters. */
  groupLabel?: (data: G) => string;
  /** Click and Enter. With `rowHref`, a middle or modified click opens the address instead. */
  onActivate?: (data: R, key: string) => void;
  rowHref?: (data: R) => string;
  /** The accessible name of a row. */
  rowLabel?: (data: R) => string;
  selectedKey?: string | null;
  /** The focus moved by keyboard: with a panel open, show this row in it. */
  onFocusRow?: (data: R, key: string) => void;
  /** The two-line row when the table is narrower than 640 px. */
  narrow?: (data: R) => ReactNode;
  narrowGroup?: (data: G) => ReactNode;
  /** Skeleton rows instead of rows. */
  loading?: boolean;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
  /** Shown above the rows (with rows: the last good data stays). */
  error?: ReactNode;
  /** Sticks under the rows: a pager or totals. */
  footer?: ReactNode;
}
