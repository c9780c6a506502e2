import { type RefObject, useEffect, useRef } from 'react';
import type uPlot from 'uplot';
import type { AlignedData, Options } from 'uplot';
import { distinctTexts, formatTick } from './axis.ts';

export interface PlotSetup {
  /** The plotting library, which only lazily loaded modules import. */
  Plot: typeof uPlot;
  host: RefObject<HTMLDivElement | null>;
  height: number;
  /** Read when the plot is built; must read changing values through a reference. */
  options: (element: HTMLElement) => Options;
  data: AlignedData;
  /** The point that the keyboard is at. */
  index: number | undefined;
}

/** A plot in an element: built once and again for another theme, resized with it, and given new data in place. */
export function usePlot({ Plot, host, height, options, data, index }: PlotSetup): void {
  const plot = useRef<uPlot>(undefined);
  const newest = useRef({ options, data });
  newest.current = { options, data };

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const build = () => {
      plot.current?.destroy();
      plot.current = new Plot(newest.current.options(element), newest.current.data, element);
    };
    build();
    const resized = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    // Colours are read when the plot is built, so another theme builds it anew.
    const themed = new MutationObserver(build);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', build);
    return () => {
      resized.disconnect();
      themed.disconnect();
      system.removeEventListener('change', build);
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [Plot, host, height]);

  useEffect(() => plot.current?.setData(data), [data]);

  useEffect(() => {
    const at = index === undefined ? undefined : data[0][index];
    if (!plot.current) return;
    if (at === undefined) plot.current.setCursor({ left: -10, top: -10 });
    else plot.current.setCursor({ left: plot.current.valToPos(at, 'x'), top: 0 });
  }, [index, data]);
}

/** A token's colour as the browser resolves it now; a canvas does not know `light-dark()`. */
export function resolveColour(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

/** The range of time that a plot shows, in epoch milliseconds: what was asked for, else that of its points. */
export interface PlotTime {
  from: number | undefined;
  to: number | undefined;
  first: number | undefined;
  last: number | undefined;
  zone: string | undefined;
}

/** What plots over time share: their size, quiet texts, a dashed grid, and the time axis, which asks for its range anew. */
export function plotLook(element: HTMLElement, height: number, time: () => PlotTime) {
  const axis = {
    stroke: resolveColour(element, '--text-3'),
    font: `11px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: resolveColour(element, '--line'), width: 1, dash: [3, 4] },
    ticks: { show: false },
  };
  const range = (_plot: uPlot, low: number, high: number): [number, number] => {
    const { from, to } = time();
    const pad = low === high ? 60 : 0;
    return [from === undefined ? low - pad : from / 1000, to === undefined ? high + pad : to / 1000];
  };
  const values = (_plot: uPlot, ticks: number[]) => {
    const { from, to, first, last, zone } = time();
    const start = from ?? first ?? 0;
    const span = ((to ?? last ?? start) - start) / 1000;
    return distinctTexts(ticks, (tick) => formatTick(tick, span, zone));
  };
  return {
    frame: {
      width: Math.max(200, element.clientWidth),
      height,
      padding: [8, 8, 0, 0] as [number, number, number, number],
      legend: { show: false },
    },
    cursor: { y: false, drag: { x: false, y: false } },
    timeScale: { time: true, range },
    timeAxis: { ...axis, space: 76, size: 26, values },
    valueAxis: { ...axis, space: 34 },
  };
}

/** The label stands on the side of the line where there is room. */
export function tipShift(left: number, width: number): string {
  return left > width / 2 ? 'calc(-100% - 10px)' : '10px';
}
