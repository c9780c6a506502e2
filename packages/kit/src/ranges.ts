import { parseInstant } from './date-math.ts';
import { parseDuration } from './duration.ts';

const RANGE = /^(\d{1,6})(mo|[smhdwy])$/;
const MONTH_MS = 30 * 86_400_000;

/**
 * The length of a time range such as `15m`, `3w`, `6mo` or `5y` in milliseconds. A month counts 30 days and a year 365
 * days; use {@link rangeStart} for calendar months. Null when the text is no range.
 */
export function rangeMs(range: string): number | null {
  const match = RANGE.exec(range);
  if (match === null) return null;
  return match[2] === 'mo' ? Number(match[1]) * MONTH_MS : parseDuration(range);
}

/**
 * Where a time range that ends now begins, in milliseconds since the epoch. Months and years go by the calendar
 * (`3mo` is that many months back). Null when the text is no range.
 */
export function rangeStart(range: string, nowMs: number): number | null {
  return RANGE.test(range) ? parseInstant(`now-${range}`, nowMs) : null;
}
