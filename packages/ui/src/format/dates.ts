import { formatAge } from './format.ts';

/** How dates are written (spec 000 §9, preference `datetime_preference`, default timestamp). */
export const DATE_FORMATS = ['short', 'medium', 'full', 'timestamp'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** The fields of an instant as a clock in some zone shows them. */
export interface ZonedFields {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
  /** The short name of the zone: `GMT+1`. */
  zone: string;
}

const DAY_MS = 86_400_000;
const writers = new Map<string, Intl.DateTimeFormat>();

/** A writer of dates, made once per zone and set of options; `zone` undefined is that of the browser. */
function writer(options: Intl.DateTimeFormatOptions, zone: string | undefined): Intl.DateTimeFormat {
  const key = `${zone ?? ''} ${JSON.stringify(options)}`;
  const known = writers.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', zone === undefined ? options : { ...options, timeZone: zone });
  writers.set(key, made);
  return made;
}

const ALL_FIELDS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;

/** The fields of an instant in a zone (an IANA name; undefined is the browser's). */
export function zonedFields(at: Date, zone?: string): ZonedFields {
  const found = new Map(
    writer(ALL_FIELDS, zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const field = (type: Intl.DateTimeFormatPartTypes): string => found.get(type) ?? '';
  return {
    year: field('year').padStart(4, '0'),
    month: field('month'),
    day: field('day'),
    hour: field('hour'),
    minute: field('minute'),
    second: field('second'),
    zone: field('timeZoneName'),
  };
}

/** The full date and time with its zone: `2026-11-21 04:35:08 GMT+1`. Empty for an impossible date. */
export function formatTimestamp(at: Date, zone?: string): string {
  if (Number.isNaN(at.getTime())) return '';
  const { year, month, day, hour, minute, second, zone: name } = zonedFields(at, zone);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}${name ? ` ${name}` : ''}`;
}

function medium(at: Date, nowMs: number, zone: string | undefined): string {
  const now = zonedFields(new Date(nowMs), zone);
  const then = zonedFields(at, zone);
  const time = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
  const sameYear = then.year === now.year;
  if (sameYear && then.month === now.month && then.day === now.day) return writer(time, zone).format(at);
  if (Math.abs(nowMs - at.getTime()) < 6 * DAY_MS) return writer({ weekday: 'short', ...time }, zone).format(at);
  const day = { month: 'short', day: 'numeric' } as const;
  return writer(sameYear ? { ...day, ...time } : { ...day, year: 'numeric', ...time }, zone).format(at);
}

/**
 * Writes a date in a person's format and zone: short is relative, medium shows as much as is needed, full names all,
 * timestamp is `YYYY-MM-DD HH:mm:ss.SSS`.
 */
export function formatDate(at: Date, format: DateFormat, nowMs: number, zone?: string): string {
  if (format === 'short') return formatAge(Math.abs(nowMs - at.getTime()));
  if (format === 'medium') return medium(at, nowMs, zone);
  if (format === 'full') return writer({ dateStyle: 'full', timeStyle: 'long' }, zone).format(at);
  const { year, month, day, hour, minute, second } = zonedFields(at, zone);
  const ms = String(at.getMilliseconds()).padStart(3, '0');
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.${ms}`;
}

/** The zones to choose from with their offset now, `GMT+05:30`, sorted by offset, then by name (contract screens §1.3). */
export function timeZones(nowMs: number): { zone: string; offset: string }[] {
  const at = new Date(nowMs);
  const rows = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => {
    const offset = zoneOffset(at, zone);
    return { zone, offset, minutes: offsetMinutes(offset) };
  });
  rows.sort((a, b) => a.minutes - b.minutes || (a.zone < b.zone ? -1 : 1));
  return rows.map(({ zone, offset }) => ({ zone, offset }));
}

/** The offset of a zone at an instant: `GMT+05:30`. */
export function zoneOffset(at: Date, zone?: string): string {
  const parts = writer({ timeZoneName: 'longOffset' }, zone).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
}

function offsetMinutes(offset: string): number {
  const match = /([+-])(\d+):(\d+)/.exec(offset);
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : 0;
}
