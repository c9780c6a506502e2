import { lazy, useMemo } from 'react';
import { ChartFigure } from './ChartFigure.tsx';
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
  const aligned = useMemo(() => alignSeries(series), [series]);
  const cellsOf = (index: number) =>
    series.map((_, row) => {
      const value = aligned.values[row]?.[index];
      return value === null || value === undefined ? '-' : format(value);
    });
  const hasLegend = series.length > 1 || thresholds.length > 0;
  return (
    <ChartFigure
      label={label}
      height={height}
      loading={loading}
      times={aligned.times}
      heads={series.map((one) => one.label)}
      cellsOf={cellsOf}
      textOf={(index) =>
        cellsOf(index)
          .map((cell, row) => `${series[row]?.label} ${cell}`)
          .join(', ')
      }
      legend={
        hasLegend && (
          <figcaption className="qd-legend">
            {series.map((one, i) => (
              <LegendLine key={one.id} label={one.label} {...seriesLook(i, one.tone)} />
            ))}
            {thresholds.map((one) => (
              <LegendLine key={one.label} label={`${one.label} ${format(one.value)}`} tone={one.tone} dash={[3, 3]} />
            ))}
          </figcaption>
        )
      }
    >
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
    </ChartFigure>
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
