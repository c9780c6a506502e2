// biome-ignore-all lint/a11y/useSemanticElements: rows are laid out as a grid like those above
// biome-ignore-all lint/a11y/useFocusableInteractive: totals are read, not walked
import type { ReactNode } from 'react';
import { cx } from '../format/cx.ts';
import { pinStyle } from './layout.ts';
import type { Column } from './types.ts';

export interface TableFootProps<R, G> {
  columns: readonly Column<R, G>[];
  /** By column id. */
  totals: Readonly<Record<string, ReactNode>>;
  tracks: string;
  offsets: ReadonlyMap<string, number>;
  hasTicks: boolean;
  rowIndex: number;
}

/** The sticky row of totals. */
export function TableFoot<R, G>({ columns, totals, tracks, offsets, hasTicks, rowIndex }: TableFootProps<R, G>) {
  return (
    <div role="rowgroup" className="qd-table-sums">
      <div
        role="row"
        aria-label="Totals"
        aria-rowindex={rowIndex}
        className="qd-tr qd-tr-sums"
        style={{ gridTemplateColumns: tracks }}
      >
        {hasTicks && <div role="gridcell" className="qd-td-tick" />}
        {columns.map((column) => (
          <div
            key={column.id}
            role="gridcell"
            className={cx('qd-td', column.align === 'end' && 'qd-end', column.pin && 'qd-pin')}
            style={pinStyle(column, offsets.get(column.id))}
          >
            {totals[column.id]}
          </div>
        ))}
      </div>
    </div>
  );
}
