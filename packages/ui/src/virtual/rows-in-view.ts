/** Rows from `first` to `last`, both included; `last` is below `first` where there are none. */
export interface RowRange {
  first: number;
  last: number;
}

/** What a scrolling box shows of its rows, in pixels. */
export interface RowView {
  top: number;
  height: number;
}

/** Rows that come into view are drawn this many at a time, so that not each row that passes is a drawing. */
const STEP = 4;

/** Where each row begins, in pixels, and behind the last one where all end. */
export function offsetsOf(count: number, sizeOf: (index: number) => number): Float64Array {
  const offsets = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) offsets[i + 1] = (offsets[i] ?? 0) + sizeOf(i);
  return offsets;
}

/** The rows that a view shows, widened to whole steps. A view beyond the end shows the last rows. */
export function rowsInView(offsets: Float64Array, { top, height }: RowView): RowRange {
  const count = offsets.length - 1;
  const at = Math.max(0, Math.min(top, (offsets[count] ?? 0) - height));
  const first = rowAt(offsets, at);
  const last = rowAt(offsets, at + Math.max(0, height - 1));
  return { first: first - (first % STEP), last: Math.min(count - 1, last - (last % STEP) + STEP - 1) };
}

/** The indexes to draw: those in view, some more at both ends, and the one that has to stay. */
export function rowsToDraw({ first, last }: RowRange, count: number, overscan: number, keep: number): number[] {
  const from = Math.max(0, first - overscan);
  const to = Math.min(count - 1, last + overscan);
  const drawn = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  if (keep < 0 || keep >= count || (keep >= from && keep <= to)) return drawn;
  return keep < from ? [keep, ...drawn] : [...drawn, keep];
}

/** Where to scroll so that a row is wholly in view, by as little as can be; undefined when it is. */
export function scrollToShow(offsets: Float64Array, index: number, { top, height }: RowView): number | undefined {
  const start = offsets[index];
  const end = offsets[index + 1];
  if (start === undefined || end === undefined) return undefined;
  if (start < top) return start;
  return end > top + height ? end - height : undefined;
}

/** The row that a pixel is in: the last one that begins at or before it. */
function rowAt(offsets: Float64Array, pixel: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= pixel) low = middle;
    else high = middle - 1;
  }
  return low;
}
