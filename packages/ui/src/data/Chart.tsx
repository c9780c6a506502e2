import { formatElapsed, formatTimestamp } from '@quarterdeck/kit';
import { lazy, Suspense, useMemo } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { Empty } from '../feedback/States.tsx';
import { useDateStyle } from './date-style.ts';
import { PointWalker } from './PointWalker.tsx';

/** One bucket of results. `at` in epoch milliseconds. */
export interface ChartPoint {
  at: number;
  durationMs: number;
  ok: boolean;
  message?: string;
}

export interface ChartProps {
  points: readonly ChartPoint[];
  /** Names the chart: "Health and latency of the last hour". */
  label: string;
  /** The range of the time axis in epoch milliseconds; default: the points' own. */
  from?: number;
  to?: number;
  height?: number;
  loading?: boolean;
}

const Plot = lazy(() => import('./Plot.tsx').then((module) => ({ default: module.Plot })));

/** Rows of the table for screen readers; more would be noise. */
const TWIN_ROWS = 100;

/**
 * Latency over time with a mark per result, green circle or red cross (contract screens §5.3). The drawing library is
 * loaded when first needed. A table with the same points is there for screen readers.
 */
export function Chart({ points, label, from, to, height = 180, loading }: ChartProps) {
  const { zone } = useDateStyle();
  const sorted = useMemo(() => points.toSorted((a, b) => a.at - b.at), [points]);
  if (loading) return <Skeleton shape="block" height={height} label={`Loading ${label}`} />;
  if (sorted.length === 0) return <Empty title="No data available" />;
  const failed = sorted.filter((point) => !point.ok);
  const summary = `${label}: ${sorted.length} points, ${failed.length} failed`;
  return (
    <figure className="qd-chart" aria-label={summary}>
      <Suspense fallback={<Skeleton shape="block" height={height} label={`Loading ${label}`} />}>
        <PointWalker label={`Points of ${label}`} count={sorted.length} textOf={(i) => pointText(sorted[i], zone)}>
          {(index) => (
            <Plot
              points={sorted}
              height={height}
              index={index}
              {...(from !== undefined && { from })}
              {...(to !== undefined && { to })}
            />
          )}
        </PointWalker>
      </Suspense>
      <div className="qd-sr">
        <table>
          <caption>{summary}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Result</th>
              <th scope="col">Duration</th>
              <th scope="col">Message</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(-TWIN_ROWS).map((point) => (
              <tr key={point.at}>
                <td>{formatTimestamp(new Date(point.at), zone)}</td>
                <td>{point.ok ? 'passed' : 'failed'}</td>
                <td>{formatElapsed(point.durationMs)}</td>
                <td>{point.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function pointText(point: ChartPoint | undefined, zone: string | undefined): string {
  if (!point) return '';
  const said = [
    formatTimestamp(new Date(point.at), zone),
    point.ok ? 'passed' : 'failed',
    formatElapsed(point.durationMs),
  ];
  return [...said, point.message].filter(Boolean).join(', ');
}
