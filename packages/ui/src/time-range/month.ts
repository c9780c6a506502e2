/** Days are written `YYYY-MM-DD` and belong to no zone. */
const DAY_MS = 86_400_000;

function toUtc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function toDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The day a number of days away. */
export function addDays(day: string, count: number): string {
  return toDay(new Date(toUtc(day).getTime() + count * DAY_MS));
}

/** The same day a number of months away; the last of a month that is shorter. */
export function addMonths(day: string, count: number): string {
  const at = toUtc(day);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count + 1, 0));
  last.setUTCDate(Math.min(at.getUTCDate(), last.getUTCDate()));
  return toDay(last);
}

/** The place of a day in its week, which begins on Monday (ISO 8601): 0 to 6. */
function weekday(day: string): number {
  return (toUtc(day).getUTCDay() + 6) % 7;
}

/** The six weeks that show the month of a day: always 42 days, so that the calendar never changes its height. */
export function monthWeeks(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -weekday(first));
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, at) => addDays(start, week * 7 + at)));
}

/** The day that a key leads to from a day, as in any calendar grid; undefined when the key does not move. */
export function dayByKey(day: string, key: string, shift = false): string | undefined {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  const step = steps[key];
  if (step !== undefined) return addDays(day, step);
  if (key === 'Home') return addDays(day, -weekday(day));
  if (key === 'End') return addDays(day, 6 - weekday(day));
  if (key === 'PageUp') return addMonths(day, shift ? -12 : -1);
  if (key === 'PageDown') return addMonths(day, shift ? 12 : 1);
  return undefined;
}

const writers = {
  day: new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** A day in full: `Saturday, November 21, 2026`. */
export function dayName(day: string): string {
  return writers.day.format(toUtc(day));
}

/** The month of a day: `November 2026`. */
export function monthName(day: string): string {
  return writers.month.format(toUtc(day));
}
