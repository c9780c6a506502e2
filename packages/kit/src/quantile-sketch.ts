/**
 * A mergeable sketch of whole numbers from 0 up, such as milliseconds: `[index, count, index, count, …]` sorted by
 * index, without empty buckets. It is stored as `int4[]`.
 *
 * The bucket of a value v, the same in SQL:
 * `CASE WHEN v < 100 THEN v ELSE 100 + floor(ln(v / 100.0) / ln(1.01)) END`.
 * Values below 100 are exact; from 100 on a bucket spans 1 %, and its representative value
 * `100 * 1.01 ^ (index - 100 + 0.5)` is at most 0.5 % away from any value in it.
 */
export type QuantileSketch = readonly number[];

const EXACT_BELOW = 100;
const GROWTH = 1.01;
const LN_GROWTH = Math.log(GROWTH);

/** The bucket of a value by the formula of {@link QuantileSketch}. Fractions are cut off; less than 0 counts as 0. */
export function sketchIndex(valueMs: number): number {
  const value = Math.max(0, Math.floor(valueMs));
  return value < EXACT_BELOW ? value : EXACT_BELOW + Math.floor(Math.log(value / EXACT_BELOW) / LN_GROWTH);
}

/** The value that stands for a bucket; exact below 100, else its middle on the logarithmic scale, not rounded. */
export function sketchValue(index: number): number {
  return index < EXACT_BELOW ? index : EXACT_BELOW * GROWTH ** (index - EXACT_BELOW + 0.5);
}

function fromCounts(counts: ReadonlyMap<number, number>): QuantileSketch {
  return [...counts].sort(([a], [b]) => a - b).flat();
}

/** The sketch of some values. */
export function sketchOf(values: Iterable<number>): QuantileSketch {
  const counts = new Map<number, number>();
  for (const value of values) {
    const index = sketchIndex(value);
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return fromCounts(counts);
}

/** The sketch of all the values of some sketches; order does not matter. */
export function mergeSketches(...sketches: QuantileSketch[]): QuantileSketch {
  const counts = new Map<number, number>();
  for (const sketch of sketches) {
    for (let at = 0; at + 1 < sketch.length; at += 2) {
      const index = sketch[at] ?? 0;
      counts.set(index, (counts.get(index) ?? 0) + (sketch[at + 1] ?? 0));
    }
  }
  return fromCounts(counts);
}

/** A sketch with further values added. */
export function addToSketch(sketch: QuantileSketch, ...values: number[]): QuantileSketch {
  return mergeSketches(sketch, sketchOf(values));
}

/** How many values a sketch holds. */
export function sketchCount(sketch: QuantileSketch): number {
  let total = 0;
  for (let at = 1; at < sketch.length; at += 2) total += sketch[at] ?? 0;
  return total;
}

/**
 * The empirical quantile: the smallest value whose cumulative share is at least p (contract checks §3.7).
 *
 * @param p share from 0 to 1
 * @returns at most 0.5 % off; null when the sketch is empty
 */
export function sketchQuantile(sketch: QuantileSketch, p: number): number | null {
  const rank = Math.max(1, Math.ceil(sketchCount(sketch) * Math.min(Math.max(p, 0), 1)));
  let seen = 0;
  for (let at = 0; at + 1 < sketch.length; at += 2) {
    seen += sketch[at + 1] ?? 0;
    if (seen >= rank) return sketchValue(sketch[at] ?? 0);
  }
  return null;
}
