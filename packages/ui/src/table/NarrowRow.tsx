import { isHealth } from './aggregates.ts';
import { type DataColumn, drawAggregate, drawValue } from './data-columns.tsx';
import type { RowGroup } from './grouping.ts';

/** How many facts fit the second line of a narrow row. */
const DETAILS = 3;

export interface NarrowRowProps<R> {
  columns: readonly DataColumn<R>[];
  row: R;
}

/** A row in two lines: name and health above, a few facts below. */
export function NarrowRow<R>({ columns, row }: NarrowRowProps<R>) {
  const places = columns.map((column, i) => ({ column, place: column.narrow ?? placeOf(column, row, i) }));
  const draw = ({ column }: (typeof places)[number]) => (
    <span key={column.id} className="qd-narrow-part">
      {(column.cell ?? ((one: R) => (column.format ?? drawValue)(column.value(one))))(row)}
    </span>
  );
  return (
    <>
      <span className="qd-line">
        {places.filter(({ place }) => place === 'title').map(draw)}
        <span className="qd-grow" />
        {places.filter(({ place }) => place === 'mark').map(draw)}
      </span>
      <span className="qd-line qd-dim">
        {places
          .filter(({ place }) => place === 'detail')
          .slice(0, DETAILS)
          .map(draw)}
      </span>
    </>
  );
}

function placeOf<R>(column: DataColumn<R>, row: R, index: number): 'title' | 'mark' | 'detail' {
  if (index === 0) return 'title';
  return isHealth(column.value(row)) ? 'mark' : 'detail';
}

/** A group in one line: its name, how many, and its worst health. */
export function NarrowGroup<R>({ columns, group }: { columns: readonly DataColumn<R>[]; group: RowGroup<R> }) {
  const worst = columns.find((column) => column.aggregate === 'worst');
  return (
    <span className="qd-line">
      <span className="qd-cut">{group.label}</span>
      <span className="qd-dim">{group.rows.length}</span>
      <span className="qd-grow" />
      {worst && drawAggregate(worst, group.rows)}
    </span>
  );
}
