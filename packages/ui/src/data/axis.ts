const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/**
 * The text of a tick of the time axis, by the width of the range (contract screens §5.3 Chart): the time up to a day,
 * month, day and time up to a month, month and day up to a year, the year beyond. Both in epoch seconds.
 */
export function formatTick(seconds: number, rangeSeconds: number): string {
  const at = new Date(seconds * 1000);
  const time = `${pad(at.getHours())}:${pad(at.getMinutes())}`;
  const day = `${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  if (rangeSeconds <= DAY_S) return time;
  if (rangeSeconds <= 31 * DAY_S) return `${day} ${time}`;
  if (rangeSeconds <= 366 * DAY_S) return day;
  return `${at.getFullYear()}-${day}`;
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
