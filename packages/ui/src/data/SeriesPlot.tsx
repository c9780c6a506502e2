import { formatTimestamp } from '@quarterdeck/kit';
import { useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import { distinctTexts } from './axis.ts';
import { useDateStyle } from './date-style.ts';
import { plotLook, resolveColour, tipShift, usePlot } from './plot-base.ts';
import { type AlignedSeries, type ChartSeries, type ChartThreshold, seriesLook, valueRange } from './series.ts';

export interface SeriesPlotProps {
  series: readonly ChartSeries[];
  aligned: AlignedSeries;
  thresholds: readonly ChartThreshold[];
  height: number;
  from: number | undefined;
  to: number | undefined;
  /** The point that the keyboard is at. */
  index: number | undefined;
  format: (value: number) => string;
}

interface Hover {
  index: number;
  left: number;
}

/** The drawing of a series chart on a canvas. Loaded by `SeriesChart` only. */
export function SeriesPlot(props: SeriesPlotProps) {
  const { series, aligned, height, from, to, index, format } = props;
  const host = useRef<HTMLDivElement>(null);
  const { zone } = useDateStyle();
  const newest = useRef({ ...props, zone });
  newest.current = { ...props, zone };
  const [hover, setHover] = useState<Hover>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new range or zone is read by the axis when the data is set
  const data = useMemo<uPlot.AlignedData>(
    () => [aligned.times.map((at) => at / 1000), ...aligned.values],
    [aligned, from, to, zone],
  );
  usePlot({
    Plot: uPlot,
    host,
    height,
    data,
    index,
    options: (element) => options(element, newest, setHover),
  });
  const at = hover && aligned.times[hover.index];
  return (
    <div className="qd-plot" aria-hidden="true">
      <div ref={host} />
      {hover && at !== undefined && (
        <div
          className="qd-plot-tip"
          style={{ left: hover.left, top: 4, translate: tipShift(hover.left, host.current?.clientWidth ?? 0) }}
        >
          <span className="qd-dim qd-num">{formatTimestamp(new Date(at), zone)}</span>
          {series.map((one, row) => {
            const value = aligned.values[row]?.[hover.index];
            return (
              <span key={one.id} className="qd-line">
                <i className={`qd-dot qd-tone-${seriesLook(row, one.tone).tone}`} />
                {one.label}
                <span className="qd-grow" />
                <b className="qd-num">{value === null || value === undefined ? '-' : format(value)}</b>
              </span>
            );
          })}
        </div>
      )}
    </div>
  );
}

type Newest = { readonly current: SeriesPlotProps & { zone: string | undefined } };

function options(element: HTMLElement, newest: Newest, onHover: (hover: Hover | undefined) => void): uPlot.Options {
  const { series, height } = newest.current;
  const { frame, cursor, timeScale, timeAxis, valueAxis } = plotLook(element, height, () => {
    const { aligned, from, to, zone } = newest.current;
    return { from, to, first: aligned.times[0], last: aligned.times.at(-1), zone };
  });
  return {
    ...frame,
    cursor: { ...cursor, points: { size: 6 } },
    scales: {
      x: timeScale,
      y: {
        range: () => {
          const { aligned, thresholds } = newest.current;
          return valueRange(
            aligned.values.flat(),
            thresholds.map((one) => one.value),
          );
        },
      },
    },
    axes: [timeAxis, { ...valueAxis, size: 62, values: (_plot, ticks) => distinctTexts(ticks, newest.current.format) }],
    series: [{}, ...series.map((one, i) => drawnSeries(element, one, i))],
    hooks: {
      draw: [(plot) => drawThresholds(plot, element, newest.current.thresholds)],
      setCursor: [
        (plot) => {
          const { idx, left = -1 } = plot.cursor;
          const isOver = left >= 0 && idx !== undefined && idx !== null;
          onHover(isOver ? { index: idx, left: left + plot.bbox.left / devicePixelRatio } : undefined);
        },
      ],
    },
  };
}

function drawnSeries(element: HTMLElement, { label, kind = 'line', tone }: ChartSeries, index: number): uPlot.Series {
  const look = seriesLook(index, tone);
  const stroke = resolveColour(element, toneToken(look.tone));
  const soft = stroke.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.16)');
  return {
    label,
    stroke,
    width: 1.5,
    dash: look.dash,
    points: { show: false },
    spanGaps: false,
    ...(kind !== 'line' && { fill: soft }),
    ...(kind === 'bars' && uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.7, 40] }) }),
  };
}

function toneToken(tone: string): string {
  return tone === 'accent' ? '--accent' : `--${tone}-mark`;
}

function drawThresholds(plot: uPlot, element: HTMLElement, thresholds: readonly ChartThreshold[]) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.lineWidth = 1.25 * devicePixelRatio;
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const { value, tone } of thresholds) {
    const y = plot.valToPos(value, 'y', true);
    ctx.strokeStyle = resolveColour(element, toneToken(tone));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}
