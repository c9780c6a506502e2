import { formatElapsed, formatTimestamp } from '@quarterdeck/kit';
import { useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import { HealthMark } from '../status/HealthMark.tsx';
import { DURATION_STEPS, distinctTexts } from './axis.ts';
import type { ChartPoint } from './Chart.tsx';
import { useDateStyle } from './date-style.ts';
import { plotLook, resolveColour, tipShift, usePlot } from './plot-base.ts';

export interface PlotProps {
  /** Oldest first. */
  points: readonly ChartPoint[];
  height: number;
  from?: number;
  to?: number;
  /** The point that the keyboard is at. */
  index?: number | undefined;
}

interface Hover {
  point: ChartPoint;
  left: number;
  top: number;
}

/** The drawing of a chart on a canvas. Loaded by `Chart` only. */
export function Plot({ points, height, from, to, index }: PlotProps) {
  const host = useRef<HTMLDivElement>(null);
  const { zone } = useDateStyle();
  const newest = useRef({ points, from, to, zone });
  const [hover, setHover] = useState<Hover>();
  newest.current = { points, from, to, zone };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new range or zone is read by the axis when the data is set
  const data = useMemo(() => columns(points), [points, from, to, zone]);
  usePlot({
    Plot: uPlot,
    host,
    height,
    data,
    index,
    options: (element) =>
      options(element, height, newest, (at, left, top) => {
        const point = at === null ? undefined : newest.current.points[at];
        setHover(point && { point, left, top });
      }),
  });

  return (
    <div className="qd-plot" aria-hidden="true">
      <div ref={host} />
      {hover && (
        <div
          className="qd-plot-tip"
          style={{ left: hover.left, top: hover.top, translate: tipShift(hover.left, host.current?.clientWidth ?? 0) }}
        >
          <span className="qd-row">
            <HealthMark health={hover.point.ok ? 'healthy' : 'unhealthy'} />
            <b className="qd-num">{formatElapsed(hover.point.durationMs)}</b>
          </span>
          <span className="qd-dim qd-num">{formatTimestamp(new Date(hover.point.at), zone)}</span>
          {hover.point.message && <span className="qd-mono">{hover.point.message}</span>}
        </div>
      )}
    </div>
  );
}

type Newest = {
  readonly current: {
    points: readonly ChartPoint[];
    from?: number | undefined;
    to?: number | undefined;
    zone: string | undefined;
  };
};

function columns(points: readonly ChartPoint[]): uPlot.AlignedData {
  return [
    points.map((point) => point.at / 1000),
    points.map((point) => point.durationMs),
    points.map((point) => (point.ok ? point.durationMs : null)),
    points.map((point) => (point.ok ? null : point.durationMs)),
  ];
}

function options(
  element: HTMLElement,
  height: number,
  newest: Newest,
  onHover: (index: number | null, left: number, top: number) => void,
): uPlot.Options {
  const colour = (name: string) => resolveColour(element, name);
  const { frame, cursor, timeScale, timeAxis, valueAxis } = plotLook(element, height, () => {
    const { points, from, to, zone } = newest.current;
    return { from, to, first: points[0]?.at, last: points.at(-1)?.at, zone };
  });
  const dots = (stroke: string, fill: string, size: number) => ({
    stroke,
    width: 0,
    points: { show: true, size, fill, stroke, width: 1 },
  });
  return {
    ...frame,
    cursor: { ...cursor, points: { show: false } },
    scales: {
      x: timeScale,
      y: { range: (_plot, _low, high) => [0, Math.max(2, (high ?? 1) * 1.15)] },
    },
    axes: [
      timeAxis,
      {
        ...valueAxis,
        size: 54,
        incrs: DURATION_STEPS,
        values: (_plot, ticks) => distinctTexts(ticks, formatElapsed),
      },
    ],
    series: [
      {},
      { stroke: colour('--accent'), width: 1.25, alpha: 0.75, points: { show: false } },
      dots(colour('--surface'), colour('--ok-mark'), 6),
      { stroke: colour('--bad-mark'), width: 0, points: { show: false } },
    ],
    hooks: {
      draw: [(plot) => drawFailures(plot, newest.current.points, colour('--bad-mark'))],
      setCursor: [
        (plot) => {
          const { idx, left = -1, top = -1 } = plot.cursor;
          onHover(left < 0 || idx === undefined ? null : idx, left + plot.bbox.left / devicePixelRatio, top);
        },
      ],
    },
  };
}

/** Failures are crosses, so that they differ from passes by shape too. */
function drawFailures(plot: uPlot, points: readonly ChartPoint[], colour: string) {
  const { ctx } = plot;
  const arm = 3.5 * devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.8 * devicePixelRatio;
  ctx.lineCap = 'round';
  ctx.beginPath();
  for (const point of points) {
    if (point.ok) continue;
    const x = plot.valToPos(point.at / 1000, 'x', true);
    const y = plot.valToPos(point.durationMs, 'y', true);
    if (x < plot.bbox.left - arm || x > plot.bbox.left + plot.bbox.width + arm) continue;
    ctx.moveTo(x - arm, y - arm);
    ctx.lineTo(x + arm, y + arm);
    ctx.moveTo(x + arm, y - arm);
    ctx.lineTo(x - arm, y + arm);
  }
  ctx.stroke();
  ctx.restore();
}
