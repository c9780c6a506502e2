import { clockAt, instantOf } from './calendar.ts';

/** How an instant is read. `roundUp` makes `/unit` end at the last millisecond of the unit instead of its first. */
export interface DateMathOptions {
  /**
   * Calendar in which days and months are counted and in which a time without zone is meant: `utc` (default), `local`
   * or an IANA zone.
   */
  calendar?: string;
  roundUp?: boolean;
}

type Unit = 'y' | 'M' | 'w' | 'd' | 'h' | 'm' | 's' | 'ms';

const STEP = /([+-]\d{1,9}|\/)(mo|ms|[yMwdhHms])/y;
const RFC3339 = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?([Zz]|[+-]\d{2}:\d{2})?)?$/;
const MAX_INSTANT_MS = 8.64e15;

/** Adds whole months and keeps to the last day of a shorter month: 31 March less one month is 28 February. */
function addMonths(ms: number, months: number, calendar: string): number {
  const [year, month, day, ...time] = clockAt(ms, calendar);
  const lastDay = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate();
  return instantOf([year, month + months, Math.min(day, lastDay), ...time], calendar);
}

/** Moves an instant by an amount of calendar units; days keep the time of day over a change of the clocks. */
function move(ms: number, amount: number, unit: Unit, calendar: string): number {
  if (unit === 'y' || unit === 'M') return addMonths(ms, unit === 'y' ? amount * 12 : amount, calendar);
  if (unit === 'w' || unit === 'd') {
    const [year, month, day, ...time] = clockAt(ms, calendar);
    return instantOf([year, month, day + amount * (unit === 'w' ? 7 : 1), ...time], calendar);
  }
  return ms + amount * { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }[unit];
}

/** The first instant of the unit; weeks begin on Monday (ISO 8601). */
function startOf(ms: number, unit: Unit, calendar: string): number {
  const [year, month, day, , minute, second, rest] = clockAt(ms, calendar);
  if (unit === 'y') return instantOf([year, 0, 1, 0, 0, 0, 0], calendar);
  if (unit === 'M') return instantOf([year, month, 1, 0, 0, 0, 0], calendar);
  if (unit === 'd') return instantOf([year, month, day, 0, 0, 0, 0], calendar);
  if (unit === 'w') {
    const weekday = (new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7;
    return instantOf([year, month, day - weekday, 0, 0, 0, 0], calendar);
  }
  // Subtracted rather than set: an hour that occurs twice keeps its place.
  const sinceMinute = second * 1000 + rest;
  return ms - { h: minute * 60_000 + sinceMinute, m: sinceMinute, s: rest, ms: 0 }[unit];
}

function parseRfc3339(text: string, calendar: string): number | null {
  const match = RFC3339.exec(text);
  if (match === null) return null;
  const [, date = '', time = '00:00', zone] = match;
  const clock = time.length === 5 ? `${time}:00` : time;
  const written = Date.parse(`${date}T${clock}${zone?.toUpperCase() ?? 'Z'}`);
  // The engine rolls 31 February over into March; such a date is an error.
  const sameDay = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(written) || Number.isNaN(sameDay.getTime())) return null;
  if (!sameDay.toISOString().startsWith(date)) return null;
  return zone === undefined && calendar !== 'utc' ? instantOf(clockAt(written, 'utc'), calendar) : written;
}

/**
 * Reads an instant: date math such as `now`, `now-60d`, `now-1d/d`, `now+1M` with the units `ms s m h H d w M mo y` and
 * rounding by `/unit`, or RFC 3339 with or without zone, or a date alone. Returns milliseconds since the epoch, or null
 * when the text is none of these.
 */
export function parseInstant(text: string, nowMs: number, options: DateMathOptions = {}): number | null {
  const trimmed = text.trim();
  const calendar = options.calendar ?? 'utc';
  if (!trimmed.startsWith('now')) return parseRfc3339(trimmed, calendar);
  let instant = nowMs;
  STEP.lastIndex = 3;
  while (STEP.lastIndex < trimmed.length) {
    const match = STEP.exec(trimmed);
    if (match === null) return null;
    const [, operation = '', written = ''] = match;
    const unit = (written === 'mo' ? 'M' : written === 'H' ? 'h' : written) as Unit;
    if (operation !== '/') instant = move(instant, Number(operation), unit, calendar);
    else if (options.roundUp) instant = move(startOf(instant, unit, calendar), 1, unit, calendar) - 1;
    else instant = startOf(instant, unit, calendar);
    if (!(Math.abs(instant) <= MAX_INSTANT_MS)) return null;
  }
  return instant;
}
