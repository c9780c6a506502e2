import { zonedFields } from '@quarterdeck/kit';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/**
 * The text of a tick of the time axis, by the width of the range (contract screens §5.3 Chart): the time up to a day,
 * month, day and time up to a month, month and day up to a year, the year beyond. Both in epoch seconds; `zone` is an
 * IANA name, undefined the browser's.
 */
export function formatTick(seconds: number, rangeSeconds: number, zone?: string): string {
  const { year, month, day, hour, minute } = zonedFields(new Date(seconds * 1000), zone);
  const time = `${hour}:${minute}`;
  if (rangeSeconds <= DAY_S) return time;
  if (rangeSeconds <= 31 * DAY_S) return `${month}-${day} ${time}`;
  if (rangeSeconds <= 366 * DAY_S) return `${month}-${day}`;
  return `${year}-${month}-${day}`;
}

/** Steps of a duration axis in milliseconds: those that read as round durations. */
export const DURATION_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500]
  .concat([1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1000))
  .concat([1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60_000))
  .concat([1, 2, 5, 10, 24, 48].map((hours) => hours * 3_600_000));

/** Texts of an axis; one that would repeat the text before it is left blank. */
export function distinctTexts(ticks: readonly number[], write: (tick: number) => string): string[] {
  const texts = ticks.map(write);
  return texts.map((text, index) => (index > 0 && text === texts[index - 1] ? '' : text));
}
