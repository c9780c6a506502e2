import { formatCount } from '@quarterdeck/kit';
import type { ReactNode } from 'react';
import { Badge } from '../status/Badge.tsx';
import { HealthMark } from '../status/HealthMark.tsx';
import { type Aggregate, aggregateValues, badness, isHealth } from './aggregates.ts';
import type { GroupRule, RowGroup } from './grouping.ts';
import { type CellValue, isBlank } from './sorting.ts';
import type { Column } from './types.ts';

/** A column of a `DataTable`: what a cell is worth, and how it is drawn. */
export interface DataColumn<R> extends Omit<Column<R, RowGroup<R>>, 'cell' | 'group'> {
  /** For sorting, grouping, sums and cell filters. */
  value: (row: R) => CellValue;
  /** Default: `format` of the value. */
  cell?: (row: R) => ReactNode;
  /** A value in words, also of sums (default: as it is, numbers with separators, healths as marks). */
  format?: (value: CellValue) => ReactNode;
  /** Sorts by something else than the value. */
  sortValue?: (row: R) => CellValue;
  /** Groups by something else than the value, for instance a day. */
  groupValue?: (row: R) => CellValue;
  /** A group's name (default: the value; blanks are "(none)"). */
  groupLabel?: (value: CellValue, row: R) => string;
  /** What a group's row says in this column. */
  aggregate?: Aggregate<R>;
  /** Says the aggregate of all rows in the footer too. */
  total?: boolean;
  /** Offers include and exclude by the value. */
  filterable?: boolean;
  /** Where it stands in a narrow row (default: the first column left above, then healths right above, the rest below). */
  narrow?: 'title' | 'mark' | 'detail' | 'none';
}

/** A value as it is drawn when the column says nothing else. */
export function drawValue(value: CellValue): ReactNode {
  if (isBlank(value)) return null;
  if (isHealth(value)) return <HealthMark health={value} />;
  if (typeof value === 'number' || typeof value === 'bigint') return formatCount(Number(value));
  if (value instanceof Date) return value.toISOString();
  return <span className="qd-cut">{String(value)}</span>;
}

/** What sorts a column: its own rule, healths by badness, else the value. */
export function sortValueOf<R>(column: DataColumn<R>): (row: R) => CellValue {
  if (column.sortValue) return column.sortValue;
  return (row) => {
    const value = column.value(row);
    return isHealth(value) ? badness(value) : value;
  };
}

/** The rule that groups by a column. */
export function groupRuleOf<R>(column: DataColumn<R>): GroupRule<R> {
  return {
    id: column.id,
    value: column.groupValue ?? column.value,
    ...(column.groupLabel && { label: column.groupLabel }),
  };
}

/** What an aggregate of rows says. */
export function drawAggregate<R>(column: DataColumn<R>, rows: readonly R[]): ReactNode {
  const { aggregate, format = drawValue, value } = column;
  if (aggregate === undefined) return null;
  if (typeof aggregate === 'function') return aggregate(rows);
  const result = aggregateValues(aggregate, rows.map(value));
  return aggregate === 'count' ? drawValue(result) : format(result);
}

/** The columns as the table below draws them. `first` carries the names of groups: the first column that is drawn. */
export function buildColumns<R>(columns: readonly DataColumn<R>[], first?: string): Column<R, RowGroup<R>>[] {
  return columns.map((column): Column<R, RowGroup<R>> => {
    const { format = drawValue, value, filterable, filterText } = column;
    const isFirst = column.id === first;
    const text = filterText ?? (filterable ? (row: R) => filterTextOf(value(row)) : undefined);
    return {
      ...column,
      cell: column.cell ?? ((row) => format(value(row))),
      group: (group) => (isFirst ? <GroupName group={group} /> : drawAggregate(column, group.rows)),
      ...(text && { filterText: text }),
    };
  });
}

/** The sums of all rows by column id; undefined when no column has one. */
export function drawTotals<R>(
  columns: readonly DataColumn<R>[],
  rows: readonly R[],
): Record<string, ReactNode> | undefined {
  const summed = columns.filter((column) => column.total && column.aggregate !== undefined);
  if (summed.length === 0 || rows.length === 0) return undefined;
  return Object.fromEntries(summed.map((column) => [column.id, <Total key={column.id} column={column} rows={rows} />]));
}

/** What a total is of its column, since a bare number could be any of these. */
const TOTAL_WORD = { sum: 'sum', min: 'least', max: 'most', count: 'count', worst: 'worst' } as const;

function Total<R>({ column, rows }: { column: DataColumn<R>; rows: readonly R[] }) {
  const { aggregate } = column;
  return (
    <>
      {typeof aggregate === 'string' && <span className="qd-dim">{TOTAL_WORD[aggregate]}</span>}
      {drawAggregate(column, rows)}
    </>
  );
}

function filterTextOf(value: CellValue): string | undefined {
  if (isBlank(value)) return undefined;
  return value instanceof Date ? value.toISOString() : String(value);
}

function GroupName<R>({ group }: { group: RowGroup<R> }) {
  return (
    <>
      <span className="qd-cut">{group.label}</span>
      <Badge title={`${formatCount(group.rows.length)} rows`}>{formatCount(group.rows.length)}</Badge>
    </>
  );
}
