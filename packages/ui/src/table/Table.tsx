// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are placed by transform, which table elements forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, headers give it to their buttons
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the table handles the keys of all its rows
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { cx } from '../format/cx.ts';
import { useVirtualRows } from '../virtual/use-virtual-rows.ts';
import { arrangeColumns, leastWidth, pinOffsets } from './columns.ts';
import { fitColumns, gridTracks, NARROW_PX, NARROW_WINDOW_PX } from './layout.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import type { TableItem, TableProps } from './types.ts';
import { useRowActions } from './use-row-actions.ts';
import { tableKeys } from './use-table-keys.ts';
import { useTicks } from './use-ticks.ts';
import { useWidth } from './use-width.ts';

const ROW_PX = 32;
const NARROW_ROW_PX = 62;
const NARROW_GROUP_PX = 36;
const HEAD_PX = 30;
const OVERSCAN = 6;

/**
 * The one table: virtual (some 40 rows in the document however long the list), sorted by its headers, grouped, arranged
 * by its column menus, walked by keyboard (see `tableKeys`), a list of two-line rows when narrow. A live update draws
 * only the rows whose data changed; place and focus stay.
 */
export function Table<R, G = never>(props: TableProps<R, G>) {
  const { label, rows, columns, layout, selectedKey, loading, empty, error, footer } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { width, windowWidth } = useWidth(scroller);
  const isNarrow = Boolean(props.narrow) && (width < NARROW_PX || windowWidth < NARROW_WINDOW_PX);
  const hasTicks = props.onSelection !== undefined;
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = useActiveIndex(rows, activeKey ?? selectedKey ?? null);

  const shown = useMemo(() => fitColumns(arrangeColumns(columns, layout), width), [columns, layout, width]);
  const tracks = useMemo(() => gridTracks(shown, hasTicks), [shown, hasTicks]);
  const offsets = useMemo(() => pinOffsets(shown, hasTicks), [shown, hasTicks]);
  const sizeOf = useCallback(
    (index: number) => (isNarrow ? (rows[index]?.kind === 'group' ? NARROW_GROUP_PX : NARROW_ROW_PX) : ROW_PX),
    [isNarrow, rows],
  );
  const totals = isNarrow ? undefined : props.totals;
  const virtual = useVirtualRows({
    count: rows.length,
    sizeOf,
    scroller,
    overscan: OVERSCAN,
    before: isNarrow ? 0 : HEAD_PX,
    after: totals ? ROW_PX : 0,
    // The focused row stays in the document when scrolled away, or the focus would be lost.
    keep: active,
  });

  const hasRows = rows.length > 0;
  // Chosen from elsewhere (an address, a panel's "next"): shown here and ready for the keyboard. While the focus is in
  // the table the person leads, so a late choice must not pull the focus back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice moves the table, not every update
  useEffect(() => {
    if (!selectedKey || scroller.current?.contains(document.activeElement)) return;
    const index = rows.findIndex((row) => row.key === selectedKey);
    if (index < 0) return;
    setActiveKey(selectedKey);
    virtual.scrollTo(index);
  }, [selectedKey, hasRows]);
  useReachEnd(props, virtual.last);

  const ticks = useTicks(props);
  const actions = useRowActions(props, {
    onFocus: (index) => setActiveKey(rows[index]?.key ?? null),
    onTick: ticks.set,
  });

  const focusRow = (index: number) => {
    const item = rows[index];
    if (!item) return;
    setActiveKey(item.key);
    virtual.scrollTo(index);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true }),
    );
    if (item.kind === 'row') props.onFocusRow?.(item.data, item.key);
  };
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 640) / ROW_PX) - 2);

  if (props.denied) return <div className="qd-table">{props.denied}</div>;
  return (
    <div className={cx('qd-table', isNarrow && 'qd-table-narrow')}>
      {error}
      {props.tools && <props.tools.SelectionBar {...props} />}
      <div className="qd-table-stage">
        <div ref={scroller} className="qd-table-scroll">
          <div
            role="grid"
            aria-label={label}
            aria-rowcount={rows.length + 1 + (totals ? 1 : 0)}
            aria-busy={loading || undefined}
            aria-multiselectable={hasTicks || undefined}
            className="qd-table-grid"
            style={isNarrow ? undefined : { minWidth: leastWidth(shown, hasTicks) }}
          >
            {!isNarrow && (
              <TableHead
                props={props}
                columns={shown}
                tracks={tracks}
                offsets={offsets}
                ticked={ticks.here}
                onTickAll={ticks.setHere}
              />
            )}
            {hasRows && (
              <div
                role="rowgroup"
                className="qd-table-body"
                style={{ height: virtual.total }}
                onKeyDown={tableKeys({ props, active, page, ticks, focusRow })}
              >
                {virtual.rows.map((line) => {
                  const item = rows[line.index];
                  if (!item) return null;
                  return (
                    <TableRow
                      key={item.key}
                      item={item}
                      index={line.index}
                      top={line.top}
                      height={line.size}
                      columns={shown}
                      tracks={tracks}
                      offsets={offsets}
                      isNarrow={isNarrow}
                      isSelected={item.key === selectedKey}
                      isTicked={ticks.of(item.key)}
                      isActive={line.index === Math.max(0, active)}
                      actions={actions}
                    />
                  );
                })}
              </div>
            )}
            {totals && hasRows && props.tools && (
              <props.tools.TableFoot
                columns={shown}
                totals={totals}
                tracks={tracks}
                offsets={offsets}
                hasTicks={hasTicks}
                rowIndex={rows.length + 2}
              />
            )}
          </div>
          {!hasRows &&
            (loading ? <TableSkeleton tracks={tracks} count={shown.length} isNarrow={isNarrow} /> : !error && empty)}
        </div>
        {props.tools && props.onCellFilter && (
          <props.tools.CellActs scroller={scroller} columns={shown} props={props} />
        )}
      </div>
      {footer && <div className="qd-table-foot">{footer}</div>}
    </div>
  );
}

/** Tells once for each number of rows that the last one came into view. */
function useReachEnd<R, G>({ rows, loading, onReachEnd }: TableProps<R, G>, lastVisible: number) {
  const told = useRef(-1);
  useEffect(() => {
    if (!onReachEnd || loading || rows.length === 0 || lastVisible !== rows.length - 1) return;
    if (told.current === rows.length) return;
    told.current = rows.length;
    onReachEnd();
  }, [rows.length, loading, lastVisible, onReachEnd]);
}

/** The index of the row with a key; -1 for none. */
function useActiveIndex<R, G>(rows: readonly TableItem<R, G>[], key: string | null): number {
  return useMemo(() => (key === null ? -1 : rows.findIndex((row) => row.key === key)), [rows, key]);
}
