/** The choice of zone that is the browser's own; the default of `display_timezone_preference` (spec 000 §9). */
export const BROWSER_ZONE = 'Browser';

/** The fields of an instant as a clock in some zone shows them, each with all its digits. */
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

const writers = new Map<string, Intl.DateTimeFormat>();

/** A writer of dates in English, made once per zone and set of options; `zone` undefined is that of the browser. */
export function dateWriter(options: Intl.DateTimeFormatOptions, zone: string | undefined): Intl.DateTimeFormat {
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
    dateWriter(ALL_FIELDS, zone)
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

/** Whether a text names a time zone that is known here. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** The offset of a zone at an instant: `GMT+05:30`. */
export function zoneOffset(at: Date, zone?: string): string {
  const parts = dateWriter({ timeZoneName: 'longOffset' }, zone).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
}

/** The zones that are known with their offset now, `GMT+05:30`, sorted by offset, then by name. */
export function timeZones(nowMs: number): { zone: string; offset: string }[] {
  const at = new Date(nowMs);
  const rows = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => {
    const offset = zoneOffset(at, zone);
    return { zone, offset, minutes: offsetMinutes(offset) };
  });
  rows.sort((a, b) => a.minutes - b.minutes || (a.zone < b.zone ? -1 : 1));
  return rows.map(({ zone, offset }) => ({ zone, offset }));
}

/** The zones to choose from, `{zone} ({offset})`: Browser first, then all by offset (contract screens §1.3). */
export function zoneChoices(nowMs: number): { value: string; label: string }[] {
  const own = { zone: BROWSER_ZONE, offset: zoneOffset(new Date(nowMs)) };
  return [own, ...timeZones(nowMs)].map(({ zone, offset }) => ({ value: zone, label: `${zone} (${offset})` }));
}

function offsetMinutes(offset: string): number {
  const match = /([+-])(\d+):(\d+)/.exec(offset);
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : 0;
}
