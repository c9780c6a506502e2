// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are placed by transform, which table elements forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, headers give it to their buttons
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the table handles the keys of all its rows
import { ChevronRight } from 'lucide-react';
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { cx } from '../format/cx.ts';
import { pinStyle } from './layout.ts';
import { TickBox } from './TickBox.tsx';
import type { Column, TableItem, TableProps } from './types.ts';

export interface TableRowProps<R, G> {
  item: TableItem<R, G>;
  index: number;
  top: number;
  height: number;
  columns: readonly Column<R, G>[];
  tracks: string;
  offsets: ReadonlyMap<string, number>;
  isNarrow: boolean;
  isSelected: boolean;
  /** Undefined without a column of checkboxes. */
  isTicked: boolean | undefined;
  /** The one row that Tab reaches. */
  isActive: boolean;
  /** Reads the newest props, so that new closures of the screen do not draw every row again. */
  actions: RowActions<R, G>;
}

/** What rows ask of the table. The object's identity never changes. */
export interface RowActions<R, G> {
  activate: (item: TableItem<R, G>, index: number, event: MouseEvent) => void;
  toggle: (item: TableItem<R, G>) => void;
  focus: (index: number) => void;
  tick: (key: string, on: boolean, range: boolean) => void;
  props: () => TableProps<R, G>;
}

function DrawnRow<R, G>(props: TableRowProps<R, G>) {
  const { item, index, top, height, tracks, isSelected, isTicked, isActive, isNarrow, actions } = props;
  const { rowLabel } = actions.props();
  const open = (event: MouseEvent) => actions.activate(item, index, event);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={item.kind === 'row' ? (isTicked ?? isSelected) : undefined}
      aria-current={item.kind === 'row' && isTicked !== undefined && isSelected ? 'true' : undefined}
      aria-label={item.kind === 'row' ? rowLabel?.(item.data) : undefined}
      data-index={index}
      data-key={item.key}
      data-open={isSelected || undefined}
      tabIndex={isActive ? 0 : -1}
      className={cx('qd-tr', item.kind === 'group' && 'qd-tr-group', isNarrow && 'qd-tr-narrow')}
      style={{
        transform: `translateY(${top}px)`,
        height,
        gridTemplateColumns: isNarrow ? `${isTicked === undefined ? '' : 'auto '}minmax(0, 1fr)` : tracks,
      }}
      onClick={open}
      onAuxClick={open}
      onFocus={() => actions.focus(index)}
    >
      {isTicked !== undefined && <TickCell {...props} />}
      {isNarrow ? <NarrowCell {...props} /> : <Cells {...props} />}
    </div>
  );
}

/** A row is drawn again only when its data, place or state changes. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;

function TickCell<R, G>({ item, isTicked, isActive, actions }: TableRowProps<R, G>) {
  const name = item.kind === 'row' ? (actions.props().rowLabel?.(item.data) ?? item.key) : '';
  return (
    <div role="gridcell" className="qd-td-tick">
      {item.kind === 'row' && (
        <TickBox
          label={`Select ${name}`}
          ticked={isTicked ? 'all' : 'none'}
          reachable={isActive}
          onTick={(on, range) => actions.tick(item.key, on, range)}
        />
      )}
    </div>
  );
}

function Cells<R, G>(props: TableRowProps<R, G>) {
  const { item, columns, offsets } = props;
  return columns.map((column, i) => (
    <div
      key={column.id}
      role="gridcell"
      data-col={column.id}
      className={cx('qd-td', column.align === 'end' && 'qd-end', column.pin && 'qd-pin')}
      title={item.kind === 'row' ? column.title?.(item.data) : undefined}
      style={cellStyle(column, offsets.get(column.id), i === 0 ? item.depth : 0)}
    >
      {i === 0 && item.kind === 'group' && <GroupToggle {...props} item={item} />}
      {item.kind === 'group' ? column.group?.(item.data) : column.cell(item.data)}
    </div>
  ));
}

function cellStyle<R, G>(column: Column<R, G>, offset: number | undefined, depth: number): CSSProperties | undefined {
  const pinned = pinStyle(column, offset);
  return depth > 0 ? { ...pinned, paddingInlineStart: depth * 18 } : pinned;
}

function NarrowCell<R, G>(props: TableRowProps<R, G>) {
  const { item, columns, actions } = props;
  const { narrow, narrowGroup } = actions.props();
  const first = columns[0];
  const content: ReactNode =
    item.kind === 'group'
      ? (narrowGroup?.(item.data) ?? first?.group?.(item.data))
      : (narrow?.(item.data) ?? first?.cell(item.data));
  return (
    <div role="gridcell" className="qd-td qd-td-narrow">
      {item.kind === 'group' && <GroupToggle {...props} item={item} />}
      <div className="qd-td-narrow-body">{content}</div>
    </div>
  );
}

function GroupToggle<R, G>({
  item,
  isActive,
  actions,
}: TableRowProps<R, G> & { item: Extract<TableItem<R, G>, { kind: 'group' }> }) {
  const name = actions.props().groupLabel?.(item.data) ?? item.key;
  return (
    <button
      type="button"
      className="qd-group-toggle"
      aria-expanded={item.expanded}
      aria-label={`${item.expanded ? 'Collapse' : 'Expand'} ${name}`}
      tabIndex={isActive ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation();
        actions.toggle(item);
      }}
    >
      <ChevronRight size={14} aria-hidden="true" />
    </button>
  );
}
