import { AppError } from '@quarterdeck/contract';
import { parseInstant } from './date-math.ts';
import { formatMinute } from './dates.ts';

/** From one time to another: each RFC 3339, `YYYY-MM-DD HH:mm` in the person's zone, or date math. */
export interface AbsoluteRange {
  type: 'absolute';
  display: string;
  from: string;
  to: string;
}

/** A length that ends or begins now: `now-5m`, `now+1h`, or `indefinitely`. */
export interface RelativeRange {
  type: 'relative';
  display: string;
  range: string;
}

/** A range of the calendar by its name, such as `Previous week`. */
export interface MappedRange {
  type: 'mapped';
  display: string;
  timeRange: string;
}

/** What a time-range picker holds (spec 000 §3, time range). */
export type TimeRangeValue = AbsoluteRange | RelativeRange | MappedRange;

/** The range without an end that silences may have (spec 000 §9). */
export const INDEFINITELY = 'indefinitely';

/** The bounds of a range in milliseconds since the epoch, both of them inside; `toMs` null is without an end. */
export interface TimeInterval {
  fromMs: number;
  toMs: number | null;
}

/** The quick ranges by name, as date math whose end is rounded up (spec 000 §9). */
export const MAPPED_RANGES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  Yesterday: ['now-1d/d', 'now-1d/d'],
  'Day before yesterday': ['now-2d/d', 'now-2d/d'],
  'This day last week': ['now-7d/d', 'now-7d/d'],
  'Previous week': ['now-1w/w', 'now-1w/w'],
  'Previous month': ['now-1M/M', 'now-1M/M'],
  'Previous year': ['now-1y/y', 'now-1y/y'],
  Today: ['now/d', 'now/d'],
  'Today so far': ['now/d', 'now'],
  'This week': ['now/w', 'now/w'],
  'This week so far': ['now/w', 'now'],
  'This month': ['now/M', 'now/M'],
  'This month so far': ['now/M', 'now'],
  'This year': ['now/y', 'now/y'],
  'This year so far': ['now/y', 'now'],
};

const RELATIVE = /^now(?:([+-])(\d{1,6})(mo|ms|[yMwdhHms]))?$/;

function invalid(kind: TimeRangeValue['type']): AppError {
  return new AppError('REQUEST_INVALID', { message: `Invalid ${kind} time range` });
}

/**
 * When a range begins and ends.
 *
 * @param zone the zone in which days begin and texts without a zone are meant; undefined is the browser's
 * @throws AppError `REQUEST_INVALID` with the text of spec 000 §5 for an unknown range, or one that ends before it begins
 */
export function resolveTimeRange(value: TimeRangeValue, nowMs: number, zone?: string): TimeInterval {
  const calendar = zone ?? 'local';
  const instant = (text: string, roundUp = false): number => {
    const found = parseInstant(text, nowMs, { calendar, roundUp });
    if (found === null) throw invalid(value.type);
    return found;
  };
  if (value.type === 'relative') {
    if (value.range === INDEFINITELY) return { fromMs: nowMs, toMs: null };
    if (!RELATIVE.test(value.range)) throw invalid('relative');
    const other = instant(value.range);
    return { fromMs: Math.min(other, nowMs), toMs: Math.max(other, nowMs) };
  }
  if (value.type === 'mapped') {
    const bounds = Object.hasOwn(MAPPED_RANGES, value.timeRange) ? MAPPED_RANGES[value.timeRange] : undefined;
    if (!bounds) throw invalid('mapped');
    return { fromMs: instant(bounds[0]), toMs: instant(bounds[1], true) };
  }
  const interval = { fromMs: instant(value.from), toMs: instant(value.to, true) };
  if (interval.fromMs > interval.toMs) throw invalid('absolute');
  return interval;
}

/** Whether a range can be resolved. */
export function isTimeRange(value: TimeRangeValue, nowMs: number): boolean {
  try {
    return Boolean(resolveTimeRange(value, nowMs));
  } catch {
    return false;
  }
}

/**
 * The label of a range (contract screens §1.4): `{from} - {to}` in the person's zone for an absolute one, `Indefinitely`
 * where no words are given, `Please select time range` for none.
 */
export function describeTimeRange(value: TimeRangeValue | undefined, zone?: string): string {
  if (!value) return 'Please select time range';
  if (value.type !== 'absolute') return value.display || 'Indefinitely';
  const written = (text: string): string => {
    const instant = text.startsWith('now') ? null : parseInstant(text, 0, { calendar: zone ?? 'local' });
    return instant === null ? text : formatMinute(new Date(instant), zone);
  };
  return `${written(value.from)} - ${written(value.to)}`;
}
