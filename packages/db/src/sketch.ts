const EXACT_BELOW = 100;
const GROWTH = 1.01;
/** Keeps a power that should be a whole number from being rounded up past it. */
const EPSILON = 1e-9;

/** A flat array `[index, count, index, count, ...]` sorted by index: how often durations fell into 1 % wide ranges. */
export type Sketch = readonly number[];

/** The index that a duration in milliseconds belongs to. The same as SQL's `sketch_index`. */
export function sketchIndex(ms: number): number {
  if (ms < EXACT_BELOW) return Math.max(0, Math.trunc(ms));
  return EXACT_BELOW + Math.floor(Math.log(ms / EXACT_BELOW) / Math.log(GROWTH));
}

/** The middle of the whole milliseconds that an index stands for. The same as SQL's `sketch_value`. */
export function sketchValue(index: number): number {
  if (index < EXACT_BELOW) return index;
  const lowest = Math.ceil(EXACT_BELOW * GROWTH ** (index - EXACT_BELOW) - EPSILON);
  const highest = Math.ceil(EXACT_BELOW * GROWTH ** (index - EXACT_BELOW + 1) - EPSILON) - 1;
  return Math.floor((lowest + Math.max(lowest, highest)) / 2);
}

/** Sketch of durations in milliseconds. */
export function sketchOf(durations: Iterable<number>): number[] {
  const counts = new Map<number, number>();
  for (const ms of durations) counts.set(sketchIndex(ms), (counts.get(sketchIndex(ms)) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b).flat();
}

/**
 * The smallest value whose cumulative share is at least `p` (0 to 1), within 1 % of the exact one; null when the
 * sketch is empty.
 */
export function sketchQuantile(sketch: Sketch, p: number): number | null {
  let total = 0;
  for (let i = 1; i < sketch.length; i += 2) total += sketch[i] ?? 0;
  const rank = Math.max(1, Math.ceil(p * total));
  let seen = 0;
  for (let i = 0; i < sketch.length; i += 2) {
    seen += sketch[i + 1] ?? 0;
    if (seen >= rank) return sketchValue(sketch[i] ?? 0);
  }
  return null;
}
