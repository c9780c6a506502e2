import { useMemo, useRef, useState } from 'react';
import { Pager } from '../controls/Pager.tsx';
import { Empty } from '../feedback/States.tsx';
import { arrangeColumns } from './columns.ts';
import { buildColumns, type DataColumn, drawTotals, groupRuleOf, sortValueOf } from './data-columns.tsx';
import { groupRows, type RowGroup } from './grouping.ts';
import { HeldBar } from './HeldBar.tsx';
import { NarrowGroup, NarrowRow } from './NarrowRow.tsx';
import { clampPage, growPage, PAGE_SIZES, pageAfterResize } from './paging.ts';
import { sortRows } from './sorting.ts';
import type { TableState } from './state.ts';
import { Table } from './Table.tsx';
import { tableTools } from './tools.ts';
import type { Sort, TableItem, TableProps } from './types.ts';
import { useHeldRows } from './use-held.ts';
import { useReading } from './use-reading.ts';

type Passed =
  | 'label'
  | 'onActivate'
  | 'onOpen'
  | 'onEscape'
  | 'rowHref'
  | 'rowLabel'
  | 'selectedKey'
  | 'onFocusRow'
  | 'selection'
  | 'onSelection'
  | 'selectionActions'
  | 'onCellFilter'
  | 'narrow'
  | 'loading'
  | 'empty'
  | 'error'
  | 'denied';

export interface DataTableProps<R extends object> extends Pick<TableProps<R, RowGroup<R>>, Passed> {
  /** The rows; with server paging those of the page. An unchanged row is the same object, so that it is not drawn again. */
  data: readonly R[];
  rowKey: (row: R) => string;
  columns: readonly DataColumn<R>[];
  state: TableState;
  onState: (next: TableState) => void;
  /** Who sorts (default `client`). */
  sorting?: 'client' | 'server';
  /**
   * `none` (default): everything in one list. `client`: pages of `data`. `server`: `data` is one page of `total`.
   * `virtual`: as `server`, without a pager; reaching the last row doubles the page size while there is more (spec 000 §4).
   */
  paging?: 'none' | 'client' | 'server' | 'virtual';
  /** Rows of the whole filter, with server or virtual paging. */
  total?: number;
  /** Default: those of the spec, 5 … 1000. */
  pageSizes?: readonly number[];
  /** Groups begin closed (default: open). */
  groupsClosed?: boolean;
  /**
   * Names the filters that `data` was made under. With it, rows keep their places while a person reads and what is new
   * waits behind "3 new"; other filters and another sort or page are drawn at once.
   */
  filters?: string;
  /** Beside the pager: a count, a menu. */
  footer?: TableProps<R>['footer'];
}

/**
 * A table of plain rows: sorts, groups, sums and pages by what its columns say, and keeps everything that a person sets
 * in one plain state, for an address or a storage (`writeTableState`). Sorting and filtering go back to the first page.
 */
export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { data, rowKey, columns, state, onState, sorting = 'client', paging = 'none', groupsClosed = false } = props;
  const total = paging === 'server' || paging === 'virtual' ? (props.total ?? data.length) : data.length;
  const pageIndex = paging === 'virtual' ? 0 : clampPage(state.pageIndex, total, state.pageSize);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const before = useRef<readonly TableItem<R, RowGroup<R>>[]>([]);

  const sorted = useMemo(() => {
    const column = columns.find((one) => one.id === state.sortBy);
    if (!column || sorting === 'server') return data;
    return sortRows(data, sortValueOf(column), state.sortOrder === 'desc');
  }, [data, columns, state.sortBy, state.sortOrder, sorting]);

  const { reading, props: readingProps } = useReading();
  const held = useHeldRows({
    rows: sorted,
    rowKey,
    choices: JSON.stringify([props.filters, state.sortBy, state.sortOrder, pageIndex, state.pageSize]),
    reading: props.filters !== undefined && reading,
  });

  const isPaged = paging === 'client';
  const items = useMemo(() => {
    const rules = state.grouping.flatMap((id) => {
      const column = columns.find((one) => one.id === id);
      return column ? [groupRuleOf(column)] : [];
    });
    const window = isPaged ? ([pageIndex * state.pageSize, (pageIndex + 1) * state.pageSize] as const) : undefined;
    const isExpanded = (key: string) => toggled.has(key) === groupsClosed;
    return groupRows(held.rows, { rules, rowKey, isExpanded, ...(window && { window }) }, before.current);
  }, [held.rows, columns, state.grouping, state.pageSize, isPaged, pageIndex, toggled, groupsClosed, rowKey]);
  before.current = items;

  const layout = useLayoutOf(state);
  const arranged = useMemo(() => arrangeColumns(buildColumns(columns), layout), [columns, layout]);
  const first = arranged[0]?.id;
  const built = useMemo(() => buildColumns(columns, first), [columns, first]);
  // Sums of one page would pass for sums of all.
  const isWhole = total === data.length;
  const totals = useMemo(() => (isWhole ? drawTotals(columns, data) : undefined), [columns, data, isWhole]);
  const narrowColumns = useMemo(
    () => arranged.flatMap(({ id }) => columns.find((column) => column.id === id) ?? []),
    [arranged, columns],
  );

  const change = (part: Partial<TableState>) => onState({ ...state, ...part });
  const setSort = (sort: Sort | null) => {
    const { sortBy: _by, sortOrder: _order, ...rest } = state;
    onState({ ...rest, pageIndex: 0, ...(sort && { sortBy: sort.id, sortOrder: sort.desc ? 'desc' : 'asc' }) });
  };
  const pager = (isPaged || paging === 'server') && (
    <Pager
      label={`Pages of ${props.label}`}
      pageIndex={pageIndex}
      pageSize={state.pageSize}
      total={total}
      pageSizes={props.pageSizes ?? PAGE_SIZES}
      onPage={(next) => change({ pageIndex: next })}
      onPageSize={(pageSize) => change({ pageSize, pageIndex: pageAfterResize(pageIndex, state.pageSize, pageSize) })}
    />
  );
  const grow = paging === 'virtual' ? growPage(state.pageSize, total) : undefined;
  const table = (
    <Table<R, RowGroup<R>>
      {...passed(props)}
      rows={items}
      columns={built}
      total={total}
      {...(totals && { totals })}
      tools={tableTools}
      layout={layout}
      onLayout={(next) => change(next)}
      sort={state.sortBy ? { id: state.sortBy, desc: state.sortOrder === 'desc' } : null}
      onSort={setSort}
      onClearSort={() => setSort(null)}
      grouping={state.grouping}
      onGrouping={(grouping) => change({ grouping, pageIndex: 0 })}
      onToggleGroup={(key) => setToggled((was) => flip(was, key))}
      groupLabel={(group) => group.label}
      narrow={props.narrow ?? ((row) => <NarrowRow columns={narrowColumns} row={row} />)}
      narrowGroup={(group) => <NarrowGroup columns={narrowColumns} group={group} />}
      empty={props.empty ?? <Empty title="No data available" />}
      {...(grow !== undefined && { onReachEnd: () => change({ pageSize: grow, pageIndex: 0 }) })}
      footer={
        pager || props.footer ? (
          <div className="qd-table-foot-row">
            {pager}
            {props.footer}
          </div>
        ) : undefined
      }
    />
  );
  if (props.filters === undefined) return table;
  return (
    <div className="qd-table-holding" {...readingProps}>
      {table}
      <HeldBar change={held.change} onApply={held.apply} />
    </div>
  );
}

/** What the table below takes as it is. */
function passed<R extends object>({
  data: _data,
  rowKey: _rowKey,
  columns: _columns,
  state: _state,
  onState: _onState,
  sorting: _sorting,
  paging: _paging,
  pageSizes: _pageSizes,
  groupsClosed: _groupsClosed,
  footer: _footer,
  filters: _filters,
  total: _total,
  ...rest
}: DataTableProps<R>): Pick<TableProps<R, RowGroup<R>>, Passed> {
  return rest;
}

/** The arrangement alone, the same object while it says the same, so that rows are not drawn again by other settings. */
function useLayoutOf({ order, hidden, widths, pinned }: TableState) {
  return useMemo(
    () => ({
      ...(order && { order }),
      ...(hidden && { hidden }),
      ...(widths && { widths }),
      ...(pinned && { pinned }),
    }),
    [order, hidden, widths, pinned],
  );
}

function flip(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
