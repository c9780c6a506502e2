/** What is reported of a series of measurements. */
export interface Summary {
  n: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** The smallest value with a cumulative share of at least p. Of nothing it is NaN. */
export function percentile(sorted: readonly number[], p: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN;
}

export function summarise(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    n: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? Number.NaN,
  };
}

/** Times an act n times after some unmeasured ones, one after the other. Milliseconds. */
export async function timeEach(n: number, warmUp: number, act: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = -warmUp; round < n; round += 1) {
    const startedAt = performance.now();
    await act(round);
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return times;
}
