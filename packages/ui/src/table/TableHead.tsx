// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are placed by transform, which table elements forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, headers give it to their buttons
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { cx } from '../format/cx.ts';
import { pinStyle } from './layout.ts';
import { TickBox } from './TickBox.tsx';
import type { Column, TableProps } from './types.ts';

export interface TableHeadProps<R, G> {
  props: TableProps<R, G>;
  /** The columns as drawn. */
  columns: readonly Column<R, G>[];
  tracks: string;
  offsets: ReadonlyMap<string, number>;
  /** Of the rows that are here; undefined without a column of checkboxes. */
  ticked: 'all' | 'some' | 'none' | undefined;
  onTickAll: (on: boolean) => void;
}

/** The sticky header row; a sortable column's name is a button, and with a layout each column has its menu. */
export function TableHead<R, G>({ props, columns, tracks, offsets, ticked, onTickAll }: TableHeadProps<R, G>) {
  return (
    <div role="rowgroup" className="qd-table-head">
      <div role="row" aria-rowindex={1} className="qd-tr qd-tr-head" style={{ gridTemplateColumns: tracks }}>
        {ticked && (
          <div role="columnheader" className="qd-th qd-td-tick">
            <TickBox label="Select all rows" ticked={ticked} onTick={(on) => onTickAll(on)} />
          </div>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} shown={columns} props={props} offset={offsets.get(column.id)} />
        ))}
      </div>
    </div>
  );
}

interface HeadCellProps<R, G> {
  column: Column<R, G>;
  shown: readonly Column<R, G>[];
  props: TableProps<R, G>;
  offset: number | undefined;
}

function HeadCell<R, G>({ column, shown, props, offset }: HeadCellProps<R, G>) {
  const cell = useRef<HTMLDivElement>(null);
  const { sort, onSort } = props;
  const sorted = sort?.id === column.id ? sort : undefined;
  const Arrow = sorted?.desc ? ArrowDown : ArrowUp;
  return (
    <div
      ref={cell}
      role="columnheader"
      className={cx('qd-th', column.align === 'end' && 'qd-end', column.pin && 'qd-pin')}
      style={pinStyle(column, offset)}
      aria-sort={sorted ? (sorted.desc ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className="qd-th-btn"
          onClick={() => {
            if (sorted?.desc && props.sortEnds) props.onClearSort?.();
            else onSort({ id: column.id, desc: sorted ? !sorted.desc : false });
          }}
        >
          <span className="qd-th-name">{column.header}</span>
          <Arrow size={12} aria-hidden="true" className={sorted ? 'qd-th-sorted' : 'qd-th-hint'} />
        </button>
      ) : (
        <span className="qd-th-name">{column.header}</span>
      )}
      {props.tools && <props.tools.ColumnTools column={column} shown={shown} props={props} cell={cell} />}
    </div>
  );
}
