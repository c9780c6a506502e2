import { formatTimestamp } from '@quarterdeck/kit';
import { lazy, Suspense, useMemo } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { Empty } from '../feedback/States.tsx';
import { useDateStyle } from './date-style.ts';
import { PointWalker } from './PointWalker.tsx';
import { alignSeries, type ChartSeries, type ChartThreshold, seriesLook } from './series.ts';

export interface SeriesChartProps {
  /** Names the chart: "Memory of the last hour". */
  label: string;
  series: readonly ChartSeries[];
  thresholds?: readonly ChartThreshold[];
  /** The range of the time axis in epoch milliseconds; default: the points' own. */
  from?: number;
  to?: number;
  height?: number;
  /** A value in words, with its unit. */
  format?: (value: number) => string;
  loading?: boolean;
}

const SeriesPlot = lazy(() => import('./SeriesPlot.tsx').then((module) => ({ default: module.SeriesPlot })));

/** Rows of the table for screen readers; more would be noise. */
const TWIN_ROWS = 100;
const plain = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 });

/**
 * Values over time: lines, areas or bars with thresholds, read point by point with pointer or keyboard, in the person's
 * time zone. The drawing library is loaded when first needed; a table with the same numbers is there for screen readers.
 */
export function SeriesChart({
  label,
  series,
  thresholds = [],
  from,
  to,
  height = 180,
  format = plain,
  loading,
}: SeriesChartProps) {
  const { zone } = useDateStyle();
  const aligned = useMemo(() => alignSeries(series), [series]);
  const { times, values } = aligned;
  if (loading) return <Skeleton shape="block" height={height} label={`Loading ${label}`} />;
  if (times.length === 0) return <Empty title="No data available" />;
  const valueAt = (row: number, i: number) => {
    const value = values[row]?.[i];
    return value === null || value === undefined ? '-' : format(value);
  };
  const textOf = (i: number) =>
    [
      formatTimestamp(new Date(times[i] ?? 0), zone),
      ...series.map((one, row) => `${one.label} ${valueAt(row, i)}`),
    ].join(', ');
  const first = Math.max(0, times.length - TWIN_ROWS);
  return (
    <figure className="qd-chart" aria-label={label}>
      <Suspense fallback={<Skeleton shape="block" height={height} label={`Loading ${label}`} />}>
        <PointWalker label={`Points of ${label}`} count={times.length} textOf={textOf}>
          {(index) => (
            <SeriesPlot
              series={series}
              aligned={aligned}
              thresholds={thresholds}
              height={height}
              from={from}
              to={to}
              index={index}
              format={format}
            />
          )}
        </PointWalker>
      </Suspense>
      {(series.length > 1 || thresholds.length > 0) && (
        <figcaption className="qd-legend">
          {series.map((one, i) => (
            <LegendLine key={one.id} label={one.label} {...seriesLook(i, one.tone)} />
          ))}
          {thresholds.map((one) => (
            <LegendLine key={one.label} label={`${one.label} ${format(one.value)}`} tone={one.tone} dash={[3, 3]} />
          ))}
        </figcaption>
      )}
      <div className="qd-sr">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {series.map((one) => (
                <th key={one.id} scope="col">
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.slice(first).map((at, i) => (
              <tr key={at}>
                <td>{formatTimestamp(new Date(at), zone)}</td>
                {series.map((one, row) => (
                  <td key={one.id}>{valueAt(row, first + i)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function LegendLine({ label, tone, dash }: { label: string; tone: string; dash: number[] }) {
  return (
    <span className="qd-legend-line">
      <svg width="18" height="8" aria-hidden="true" className={`qd-tone-${tone}`}>
        <path d="M0 4h18" stroke="currentColor" strokeWidth="2" strokeDasharray={dash.join(' ')} />
      </svg>
      {label}
    </span>
  );
}
