import type { ReactNode } from 'react';
import type { CellActsProps } from './CellActs.tsx';
import type { ColumnToolsProps } from './ColumnTools.tsx';
import type { ColumnLayout, Pin } from './columns.ts';
import type { RowSelection } from './selection.ts';
import type { TableFootProps } from './TableFoot.tsx';

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
  /** Offers "Group by" in the column's menu. */
  groupable?: boolean;
  /** False keeps the column from being hidden (default true). */
  hideable?: boolean;
  /** Stays at an edge while the rest scrolls sideways. */
  pin?: Pin;
  /** Hidden when the table itself is narrower than this many pixels. */
  hideBelow?: number;
  /** The full value, on hover. */
  title?: (data: R) => string | undefined;
  /** The value that including or excluding this cell filters by; undefined offers nothing. */
  filterText?: (data: R) => string | undefined;
}

export interface Sort {
  id: string;
  desc: boolean;
}

/** What a person does with the value of a cell (contract screens §1.5). */
export type CellFilter = 'include' | 'exclude';

export interface TableProps<R, G = never> {
  /** Names the table. */
  label: string;
  rows: readonly TableItem<R, G>[];
  columns: readonly Column<R, G>[];
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** Offers "Clear sort" in the column's menu. */
  onClearSort?: () => void;
  /** A third press on a header takes the sort away too (spec 001 §4). */
  sortEnds?: boolean;
  /** Columns that rows are grouped by, outermost first. */
  grouping?: readonly string[];
  onGrouping?: (grouping: readonly string[]) => void;
  /** Order, widths, hidden and pinned columns. With `onLayout` each header has a menu and a handle for its width. */
  layout?: ColumnLayout;
  onLayout?: (layout: ColumnLayout) => void;
  onToggleGroup?: (key: string, expanded: boolean) => void;
  /** What a group is called, for its toggle's name and for jumping by letters. */
  groupLabel?: (data: G) => string;
  /** Click and Enter. With `rowHref`, a middle or modified click opens the address instead. */
  onActivate?: (data: R, key: string) => void;
  /** Enter, where it should open the full page and a click only the panel beside. */
  onOpen?: (data: R, key: string) => void;
  /** Escape on a row: closes what is open beside. */
  onEscape?: () => void;
  rowHref?: (data: R) => string;
  /** The accessible name of a row. */
  rowLabel?: (data: R) => string;
  /** The row that is open beside. */
  selectedKey?: string | null;
  /** The focus moved by keyboard: with a panel open, show this row in it. */
  onFocusRow?: (data: R, key: string) => void;
  /** Ticked rows. With `onSelection` there is a column of checkboxes; Space ticks, with Shift a range. */
  selection?: RowSelection;
  onSelection?: (selection: RowSelection) => void;
  /** Rows of the whole filter over all pages, for "select all" (default: the rows that are here). */
  total?: number;
  /** What can be done with the ticked rows. */
  selectionActions?: ReactNode;
  /** Include or exclude the value of a cell whose column has `filterText`. */
  /** What a person arranges columns and filters by cells with; without it a table stays small to load. */
  tools?: TableTools;
  onCellFilter?: (act: CellFilter, columnId: string, text: string, data: R) => void;
  /** The last row came into view; called once for each number of rows. */
  onReachEnd?: () => void;
  /** The two-line row when the table is narrower than 640 px or the window than 768. */
  narrow?: (data: R) => ReactNode;
  narrowGroup?: (data: G) => ReactNode;
  /** Skeleton rows instead of rows. */
  loading?: boolean;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
  /** Shown above the rows (with rows: the last good data stays). */
  error?: ReactNode;
  /** Shown instead of everything: the person may not read this. */
  denied?: ReactNode;
  /** Cells by column id of a sticky row under all rows: sums. Apart from the columns, so that a new sum draws no row. */
  totals?: Readonly<Record<string, ReactNode>>;
  /** Sticks under the table: a pager. */
  footer?: ReactNode;
}

/** Parts that only tables with many acts load. */
export interface TableTools {
  ColumnTools: <R, G>(props: ColumnToolsProps<R, G>) => ReactNode;
  CellActs: <R, G>(props: CellActsProps<R, G>) => ReactNode;
  TableFoot: <R, G>(props: TableFootProps<R, G>) => ReactNode;
  SelectionBar: <R, G>(props: TableProps<R, G>) => ReactNode;
}
