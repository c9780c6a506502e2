/** The fields that a clock on the wall shows; months count from 0, as in `Date`. */
export type WallClock = [
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  ms: number,
];

const DAY_MS = 86_400_000;
const LAST_ZONED_MS = 8.64e15 - DAY_MS;
const readers = new Map<string, Intl.DateTimeFormat>();

function reader(zone: string): Intl.DateTimeFormat {
  const known = readers.get(zone);
  if (known) return known;
  const numeric = 'numeric';
  const made = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  readers.set(zone, made);
  return made;
}

/** The instant at which a clock on UTC shows the fields; unlike `Date.UTC` also in the first hundred years. */
function utcInstant([year, month, day, ...time]: WallClock): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.setUTCHours(...time);
}

function zonedClock(ms: number, zone: string): WallClock {
  const found = new Map(
    reader(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const field = (type: Intl.DateTimeFormatPartTypes): number => Number(found.get(type));
  const year = found.get('era') === 'BC' ? 1 - field('year') : field('year');
  const rest = ((ms % 1000) + 1000) % 1000;
  return [year, field('month') - 1, field('day'), field('hour'), field('minute'), field('second'), rest];
}

function zonedInstant(clock: WallClock, zone: string): number {
  const wanted = utcInstant(clock);
  if (!(Math.abs(wanted) < LAST_ZONED_MS)) return Number.NaN;
  const offsetAt = (ms: number): number => utcInstant(zonedClock(ms, zone)) - ms;
  const before = offsetAt(wanted - DAY_MS);
  const early = wanted - before;
  if (offsetAt(early) === before) return early;
  const after = offsetAt(wanted + DAY_MS);
  const late = wanted - after;
  return offsetAt(late) === after ? late : early;
}

/**
 * What a clock shows at an instant. `calendar` is `utc`, `local` (where the program runs) or an IANA zone.
 *
 * @throws RangeError when the zone is not known here
 */
export function clockAt(ms: number, calendar: string): WallClock {
  const date = new Date(ms);
  if (calendar === 'local') {
    const day = [date.getFullYear(), date.getMonth(), date.getDate()] as const;
    return [...day, date.getHours(), date.getMinutes(), date.getSeconds(), date.getMilliseconds()];
  }
  if (calendar !== 'utc') return zonedClock(ms, calendar);
  const day = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()] as const;
  return [...day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds()];
}

/**
 * The instant at which a clock shows the fields; fields beyond their range carry over. A time that occurs twice when
 * clocks go back is the first; one that is left out when they go forward is as late as if they had not. NaN for what is
 * beyond the range of `Date`.
 *
 * @throws RangeError when the zone is not known here
 */
export function instantOf(clock: WallClock, calendar: string): number {
  if (calendar === 'utc') return utcInstant(clock);
  return calendar === 'local' ? new Date(...clock).getTime() : zonedInstant(clock, calendar);
}
