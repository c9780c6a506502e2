import { AppError } from '@quarterdeck/contract';
import { parseDuration, rangeStart } from '@quarterdeck/kit';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A window of time, in milliseconds since the epoch. */
export interface Window {
  fromMs: number;
  toMs: number;
}

/** Width of a bucket of the graph, by the length of the window (contract checks §3.7). */
export function bucketWidth(windowMs: number): number {
  if (windowMs <= 2 * HOUR) return MINUTE;
  if (windowMs <= DAY) return 15 * MINUTE;
  if (windowMs <= 7 * DAY) return HOUR;
  return 4 * HOUR;
}

/** A duration back from now, a range of the console (`2mo`), or a time. */
function instant(text: string, nowMs: number, name: string): number {
  const rangeMs = rangeStart(text, nowMs);
  if (rangeMs !== null) return rangeMs;
  const duration = parseDuration(text);
  if (duration !== null) return nowMs - duration;
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new AppError('REQUEST_INVALID', {
    message: `${name} is invalid: time must be a duration or RFC3339 timestamp`,
    details: { field: name },
  });
}

const TRUE = new Set(['1', 't', 'true', 'y', 'yes', 'on', '']);

/** Whether a parameter asks for something: present and not refused (contract checks §3.7). */
export function isAsked(value: string | undefined): boolean {
  return value !== undefined && TRUE.has(value.toLowerCase());
}

/**
 * The window of a request (contract checks §3.7): `since` or `start`, `until` or `end`, each a duration back from now or
 * a time. Throws `REQUEST_INVALID`.
 */
export function requestedWindow(
  query: Readonly<Record<string, string | undefined>>,
  nowMs: number,
  defaultWindowMs: number,
): Window {
  const start = query.since || query.start;
  const end = query.until || query.end;
  const fromMs = start ? instant(start, nowMs, 'start') : nowMs - defaultWindowMs;
  const toMs = end ? instant(end, nowMs, 'end') : nowMs;
  if (toMs < fromMs) {
    throw new AppError('REQUEST_INVALID', { message: 'end time must be after start time', details: { field: 'end' } });
  }
  return { fromMs, toMs };
}
