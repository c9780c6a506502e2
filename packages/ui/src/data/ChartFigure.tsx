import { formatTimestamp } from '@quarterdeck/kit';
import { type ReactNode, Suspense } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { Empty } from '../feedback/States.tsx';
import { useDateStyle } from './date-style.ts';
import { PointWalker } from './PointWalker.tsx';

export interface ChartFigureProps {
  /** Names the chart: "Memory of the last hour". */
  label: string;
  /** What it says in short (default: the label). */
  summary?: string;
  height: number;
  loading?: boolean | undefined;
  /** The times of the points, oldest first, in epoch milliseconds. */
  times: readonly number[];
  /** The heads of the table behind the time, and the cells of a point. */
  heads: readonly string[];
  cellsOf: (index: number) => readonly string[];
  /** A point in words, behind its time. */
  textOf: (index: number) => string;
  legend?: ReactNode;
  /** The drawing; `index` is the point that the keyboard is at. */
  children: (index: number | undefined) => ReactNode;
}

/** Rows of the table for screen readers; more would be noise. */
const TWIN_ROWS = 100;

/** What every chart over time has around its drawing: states, a walk by keyboard, and a table for screen readers. */
export function ChartFigure({
  label,
  summary = label,
  height,
  loading,
  times,
  legend,
  children,
  ...rest
}: ChartFigureProps) {
  const { zone } = useDateStyle();
  const waiting = <Skeleton shape="block" height={height} label={`Loading ${label}`} />;
  if (loading) return waiting;
  if (times.length === 0) return <Empty title="No data available" />;
  const timeOf = (index: number) => formatTimestamp(new Date(times[index] ?? 0), zone);
  const first = Math.max(0, times.length - TWIN_ROWS);
  return (
    <figure className="qd-chart" aria-label={summary}>
      <Suspense fallback={waiting}>
        <PointWalker
          label={`Points of ${label}`}
          count={times.length}
          textOf={(index) => [timeOf(index), rest.textOf(index)].filter(Boolean).join(', ')}
        >
          {children}
        </PointWalker>
      </Suspense>
      {legend}
      <div className="qd-sr">
        <table>
          <caption>{summary}</caption>
          <thead>
            <tr>
              {['Time', ...rest.heads].map((head, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; two series may have one name
                <th key={column} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.slice(first).map((at, i) => (
              <tr key={at}>
                <td>{timeOf(first + i)}</td>
                {rest.cellsOf(first + i).map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: same
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
