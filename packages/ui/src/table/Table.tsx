// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are placed by transform, which table elements forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, headers give it to their buttons
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the table handles the keys of all its rows
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cx } from '../format/cx.ts';
import { fitColumns, gridTracks, moveInTable, NARROW_PX, parentIndex } from './layout.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import type { TableItem, TableProps } from './types.ts';
import { useRowActions } from './use-row-actions.ts';

const ROW_PX = 32;
const NARROW_ROW_PX = 62;
const NARROW_GROUP_PX = 36;
const HEAD_PX = 30;
const OVERSCAN = 6;

/**
 * The one table: virtual (some 40 rows in the document however long the list), sorted by its headers, grouped, walked by
 * keyboard (arrows, j and k, Page, Home, End; Left and Right close and open groups; Enter opens), a list of two-line
 * rows when narrow. A live update draws only the rows whose data changed; place and focus stay.
 */
export function Table<R, G = never>(props: TableProps<R, G>) {
  const { label, rows, columns, sort, onSort, selectedKey, loading, empty, error, footer } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const isNarrow = Boolean(props.narrow) && width < NARROW_PX;
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = useActiveIndex(rows, activeKey ?? selectedKey ?? null);

  const shown = useMemo(() => fitColumns(columns, width), [columns, width]);
  const tracks = useMemo(() => gridTracks(shown), [shown]);
  const estimateSize = useCallback(
    (index: number) => (isNarrow ? (rows[index]?.kind === 'group' ? NARROW_GROUP_PX : NARROW_ROW_PX) : ROW_PX),
    [isNarrow, rows],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan: OVERSCAN,
    scrollMargin: isNarrow ? 0 : HEAD_PX,
    scrollPaddingStart: isNarrow ? 0 : HEAD_PX,
    initialRect: { width: 1024, height: 640 },
    // The focused row stays in the document when scrolled away, or the focus would be lost.
    rangeExtractor: useCallback(
      (range: Range) => {
        const visible = defaultRangeExtractor(range);
        if (active < 0 || visible.includes(active)) return visible;
        return [...visible, active].sort((a, b) => a - b);
      },
      [active],
    ),
  });
  // Other rows are measured by themselves, since their keys are read by another function.
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are measured again when the row height changes
  useLayoutEffect(() => virtual.measure(), [isNarrow]);

  const hasRows = rows.length > 0;
  // Chosen from elsewhere (an address, a panel's "next"): shown here and ready for the keyboard. While the focus is in
  // the table the person leads, so a late choice must not pull the focus back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice moves the table, not every update
  useEffect(() => {
    if (!selectedKey || scroller.current?.contains(document.activeElement)) return;
    const index = rows.findIndex((row) => row.key === selectedKey);
    if (index < 0) return;
    setActiveKey(selectedKey);
    virtual.scrollToIndex(index);
  }, [selectedKey, hasRows]);

  const actions = useRowActions(props, (index) => setActiveKey(rows[index]?.key ?? null));

  const focusRow = (index: number) => {
    const item = rows[index];
    if (!item) return;
    setActiveKey(item.key);
    virtual.scrollToIndex(index);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true }),
    );
    if (item.kind === 'row') props.onFocusRow?.(item.data, item.key);
  };

  const key = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (target.role !== 'row' && target.getAttribute('role') !== 'row') return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const item = rows[active];
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 640) / ROW_PX) - 2);
    const next = moveInTable(event.key, active, rows.length, page) ?? sideways(event.key, rows, active, props);
    if (next !== undefined) {
      event.preventDefault();
      if (next !== active) focusRow(next);
    } else if (item && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      if (item.kind === 'group') props.onToggleGroup?.(item.key, !item.expanded);
      else if (event.key === 'Enter') props.onActivate?.(item.data, item.key);
    }
  };

  const body =
    rows.length > 0 ? (
      <div role="rowgroup" className="qd-table-body" style={{ height: virtual.getTotalSize() }} onKeyDown={key}>
        {virtual.getVirtualItems().map((line) => {
          const item = rows[line.index];
          if (!item) return null;
          return (
            <TableRow
              key={item.key}
              item={item}
              index={line.index}
              top={line.start - virtual.options.scrollMargin}
              height={line.size}
              columns={shown}
              tracks={tracks}
              isNarrow={isNarrow}
              isSelected={item.key === selectedKey}
              isActive={line.index === Math.max(0, active)}
              actions={actions}
            />
          );
        })}
      </div>
    ) : null;

  return (
    <div className={cx('qd-table', isNarrow && 'qd-table-narrow')}>
      {error}
      <div ref={scroller} className="qd-table-scroll">
        <div role="grid" aria-label={label} aria-rowcount={rows.length + 1} aria-busy={loading || undefined}>
          {!isNarrow && <TableHead columns={shown} tracks={tracks} sort={sort} onSort={onSort} />}
          {body}
        </div>
        {rows.length === 0 && (loading ? <TableSkeleton tracks={tracks} count={shown.length} /> : !error && empty)}
      </div>
      {footer && <div className="qd-table-foot">{footer}</div>}
    </div>
  );
}

const BONES = [72, 48, 64, 80, 40, 56, 88, 60, 44, 76];

function TableSkeleton({ tracks, count }: { tracks: string; count: number }) {
  return (
    <div role="status" aria-label="Loading rows">
      {BONES.map((share) => (
        <div key={share} className="qd-tr qd-tr-bones" style={{ gridTemplateColumns: tracks }} aria-hidden="true">
          {Array.from({ length: count }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
            <span key={i} className="qd-bone" style={{ width: `${i === 0 ? share : 70}%` }} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Right opens a group, Left closes it or goes up to the group of a row. */
function sideways<R, G>(
  key: string,
  rows: readonly TableItem<R, G>[],
  index: number,
  { onToggleGroup }: TableProps<R, G>,
): number | undefined {
  const item = rows[index];
  if (!item || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return undefined;
  const opens = key === 'ArrowRight';
  if (item.kind === 'group' && item.expanded !== opens) {
    onToggleGroup?.(item.key, opens);
    return index;
  }
  return opens ? undefined : parentIndex(rows, index);
}

/** The index of the row with a key; -1 for none. */
function useActiveIndex<R, G>(rows: readonly TableItem<R, G>[], key: string | null): number {
  return useMemo(() => (key === null ? -1 : rows.findIndex((row) => row.key === key)), [rows, key]);
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1024);
  useLayoutEffect(() => {
    if (element.current?.clientWidth) setWidth(element.current.clientWidth);
  }, [element]);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const watcher = new ResizeObserver(() => watched.clientWidth && setWidth(watched.clientWidth));
    watcher.observe(watched);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}
