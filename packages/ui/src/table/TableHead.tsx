// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are placed by transform, which table elements forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, headers give it to their buttons
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the table handles the keys of all its rows
import { ArrowDown, ArrowUp } from 'lucide-react';
import { cx } from '../format/cx.ts';
import type { Column, Sort } from './types.ts';

export interface TableHeadProps<R, G> {
  columns: readonly Column<R, G>[];
  tracks: string;
  sort: Sort | null | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

/** The sticky header row; a sortable column's name is a button. */
export function TableHead<R, G>({ columns, tracks, sort, onSort }: TableHeadProps<R, G>) {
  return (
    <div role="rowgroup" className="qd-table-head">
      <div role="row" aria-rowindex={1} className="qd-tr qd-tr-head" style={{ gridTemplateColumns: tracks }}>
        {columns.map((column) => {
          const sorted = sort?.id === column.id ? sort : undefined;
          const Arrow = sorted?.desc ? ArrowDown : ArrowUp;
          return (
            <div
              key={column.id}
              role="columnheader"
              className={cx('qd-th', column.align === 'end' && 'qd-end')}
              aria-sort={sorted ? (sorted.desc ? 'descending' : 'ascending') : undefined}
            >
              {column.sortable && onSort ? (
                <button
                  type="button"
                  className="qd-th-btn"
                  onClick={() => onSort({ id: column.id, desc: sorted ? !sorted.desc : false })}
                >
                  {column.header}
                  <Arrow size={12} aria-hidden="true" className={sorted ? 'qd-th-sorted' : 'qd-th-hint'} />
                </button>
              ) : (
                <span>{column.header}</span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
