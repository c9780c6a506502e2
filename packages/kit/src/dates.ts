import { ageGroup, formatAge } from './age.ts';
import { dateWriter, zonedFields } from './zones.ts';

/** How dates are written (spec 000 §9, preference `datetime_preference`, default timestamp). */
export const DATE_FORMATS = ['short', 'medium', 'full', 'timestamp'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Reads a date; undefined for none, an impossible one, or the zero date of the year 1 (spec 000 §9). */
export function parseDate(at: string | number | Date | null | undefined): Date | undefined {
  if (at === null || at === undefined || at === '') return undefined;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() <= 1 ? undefined : date;
}

/** The full date and time with its zone: `2026-11-21 04:35:08 GMT+1`. Empty for an impossible date. */
export function formatTimestamp(at: Date, zone?: string): string {
  if (Number.isNaN(at.getTime())) return '';
  const { year, month, day, hour, minute, second, zone: name } = zonedFields(at, zone);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}${name ? ` ${name}` : ''}`;
}

const TIME = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
const DAY = { month: 'short', day: 'numeric' } as const;
const MEDIUM = {
  today: TIME,
  'this week': { weekday: 'short', ...TIME },
  'this month': { ...DAY, ...TIME },
  'this year': { ...DAY, ...TIME },
  'previous year': { ...DAY, year: 'numeric', ...TIME },
} as const;

function medium(at: Date, nowMs: number, zone: string | undefined): string {
  const ahead = at.getTime() > nowMs;
  // What is to come is as near as now is seen from there.
  const group = ahead ? ageGroup(nowMs, at.getTime(), zone) : ageGroup(at.getTime(), nowMs, zone);
  return dateWriter(MEDIUM[group], zone).format(at);
}

/**
 * Writes a date in a person's format and zone (spec 000 §9): short is relative; medium is the time alone for today, with
 * the weekday for this week, with the day for this year, else also with the year; full names all; timestamp is
 * `YYYY-MM-DD HH:mm:ss.SSS`. No format leaves out the minutes.
 *
 * @param zone an IANA name; undefined is the browser's
 */
export function formatDate(at: Date, format: DateFormat, nowMs: number, zone?: string): string {
  if (format === 'short') return formatAge(Math.abs(nowMs - at.getTime()));
  if (format === 'medium') return medium(at, nowMs, zone);
  if (format === 'full') return dateWriter({ dateStyle: 'full', timeStyle: 'long' }, zone).format(at);
  const { year, month, day, hour, minute, second } = zonedFields(at, zone);
  const ms = String(at.getMilliseconds()).padStart(3, '0');
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.${ms}`;
}

/** A date and time to the minute, as fields take it: `2026-11-21 04:35` (contract screens §1.4). */
export function formatMinute(at: Date, zone?: string): string {
  const { year, month, day, hour, minute } = zonedFields(at, zone);
  return `${year}-${month}-${day} ${hour}:${minute}`;
}

const LABELS = {
  time: { hour: 'numeric', minute: '2-digit' },
  short: { month: 'short', day: '2-digit' },
} as const;

/** A date where there is little room (spec 000 §9, time labels): `4:35 AM`, `Nov 21`, `4:35 AM, Nov 21, 2026`. */
export function formatTimeLabel(at: Date, label: keyof typeof LABELS | 'long', zone?: string): string {
  const parts = (options: Intl.DateTimeFormatOptions): string => dateWriter(options, zone).format(at);
  if (label !== 'long') return parts(LABELS[label]);
  return `${parts(LABELS.time)}, ${parts(LABELS.short)}, ${parts({ year: 'numeric' })}`;
}
