/** Health time ranges, in the order of the selector (spec 001 §9). */
export const HEALTH_TIME_RANGES = [
  '15m',
  '1h',
  '2h',
  '3h',
  '6h',
  '12h',
  '1d',
  '2d',
  '3d',
  '1w',
  '2w',
  '3w',
  '1mo',
  '2mo',
  '3mo',
  '6mo',
  '1y',
  '2y',
  '3y',
  '5y',
] as const;
export type HealthTimeRange = (typeof HEALTH_TIME_RANGES)[number];
export const DEFAULT_HEALTH_TIME_RANGE: HealthTimeRange = '1h';

/** Buckets from which the detail panel's default range is derived by the last run (spec 000 §9). */
export const CHECK_TIME_RANGE_BUCKETS = HEALTH_TIME_RANGES.slice(1);

/** Refresh rates of the health page; null is None. */
export const REFRESH_RATES = [null, '15s', '30s', '60s', '2m', '3m', '5m', '10m', '15m'] as const;

/** Choices of the history's duration filter. */
export const HISTORY_DURATIONS = ['100ms', '500ms', '1s', '5s', '10s', '30s'] as const;

export const HISTORY_PAGE_SIZE = 50;
export const GRAPH_COUNT = 300;
export const PAGE_SIZES = [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000] as const;
export const SEARCH_DEBOUNCE_MS = 400;
export const TOAST_MS = 5000;

/** Stored texts are cut to these lengths (contract checks §3.3). */
export const MAX_MESSAGE_CHARS = 4096;
export const MAX_ERROR_CHARS = 131_072;

/** Severities, least first; a failing check of one of the first three is drawn as a warning. */
export const SEVERITIES = ['info', 'low', 'warning', 'medium', 'high', 'blocker', 'critical'] as const;
export const WARNING_SEVERITIES: readonly string[] = ['info', 'low', 'warning'];
