import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { offsetsOf, type RowRange, type RowView, rowsInView, rowsToDraw, scrollToShow } from './rows-in-view.ts';

export interface VirtualRowsOptions {
  count: number;
  /** The height of a row in pixels; another function measures all anew. */
  sizeOf: (index: number) => number;
  scroller: RefObject<HTMLElement | null>;
  /** Rows drawn beyond both ends of the view. */
  overscan: number;
  /** Pixels that stick to the head and the foot of the box, over the rows. */
  before?: number;
  after?: number;
  /** A row that is drawn wherever it is; -1 for none. */
  keep?: number;
  /** The height of the box until it is measured. */
  height?: number;
}

/** A row to draw. */
export interface VirtualRow {
  index: number;
  /** Pixels from the first row's top. */
  top: number;
  size: number;
}

export interface VirtualRows {
  /** The height of all rows. */
  total: number;
  rows: VirtualRow[];
  /** The last row in view, give or take a few; -1 while there are none. */
  last: number;
  scrollTo: (index: number) => void;
}

/**
 * Which rows of a long list to draw, for rows whose heights are known. What comes into view is drawn in the scroll event
 * itself, before the browser paints, so that no gap is seen.
 */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, sizeOf, scroller, overscan, before = 0, after = 0, keep = -1, height = 640 } = options;
  const offsets = useMemo(() => offsetsOf(count, sizeOf), [count, sizeOf]);
  const [view, setView] = useState<RowView>({ top: 0, height });
  const range = rowsInView(offsets, below(view, before));
  const latest = useRef({ offsets, range, before });
  const stop = useRef<{ element: HTMLElement | null; end: () => void }>(undefined);

  useLayoutEffect(() => {
    latest.current = { offsets, range, before };
    const element = scroller.current;
    if (stop.current?.element === element) return;
    stop.current?.end();
    stop.current = {
      element,
      end: element ? watchView(element, setView, (next) => hasMoved(latest.current, next)) : nothing,
    };
  });
  useLayoutEffect(
    () => () => {
      stop.current?.end();
      stop.current = undefined;
    },
    [],
  );

  return {
    total: offsets[count] ?? 0,
    rows: rowsToDraw(range, count, overscan, keep).map((index) => {
      const top = offsets[index] ?? 0;
      return { index, top, size: (offsets[index + 1] ?? top) - top };
    }),
    last: range.last,
    scrollTo: (index) => {
      const element = scroller.current;
      if (!element) return;
      const now = viewOf(element);
      const top = scrollToShow(offsets, index, below(now, before + after));
      if (top === undefined) return;
      element.scrollTop = top;
      setView({ ...now, top });
    },
  };
}

interface Latest {
  offsets: Float64Array;
  range: RowRange;
  before: number;
}

function hasMoved({ offsets, range, before }: Latest, view: RowView): boolean {
  const next = rowsInView(offsets, below(view, before));
  return next.first !== range.first || next.last !== range.last;
}

/** Tells of scrolling and of another size while the rows in view are others; answers what ends it. */
function watchView(element: HTMLElement, setView: (view: RowView) => void, hasMoved: (view: RowView) => boolean) {
  const look = (set: (view: RowView) => void) => {
    const next = viewOf(element);
    if (next.height > 0 && hasMoved(next)) set(next);
  };
  const scrolled = () => look((next) => flushSync(() => setView(next)));
  const sizes = new ResizeObserver(() => look(setView));
  look(setView);
  element.addEventListener('scroll', scrolled, { passive: true });
  sizes.observe(element);
  return () => {
    element.removeEventListener('scroll', scrolled);
    sizes.disconnect();
  };
}

function viewOf(element: HTMLElement): RowView {
  return { top: element.scrollTop, height: element.clientHeight };
}

/** What a view shows of its rows where this many pixels are covered. */
function below({ top, height }: RowView, covered: number): RowView {
  return { top, height: Math.max(0, height - covered) };
}

function nothing() {}
