import { useSyncExternalStore } from 'react';
import { formatAge, formatDuration, formatPercent, formatTimestamp } from '../format/format.ts';
import { readNow, subscribeTick } from '../format/ticker.ts';

export interface AgeProps {
  /** ISO text, epoch milliseconds or a date. Nothing, or a date of the year 1, renders nothing. */
  at: string | number | Date | null | undefined;
  /** Adds " ago" (or puts "in " before what is to come). */
  suffix?: boolean;
}

/** How long ago, ticking; the full timestamp on hover. All ages share one timer. Contract screens §1.6. */
export function Age({ at, suffix }: AgeProps) {
  const now = useSyncExternalStore(subscribeTick, readNow, readNow);
  const date = parseDate(at);
  if (!date) return null;
  const ms = now - date.getTime();
  const text = formatAge(Math.abs(ms));
  return (
    <time className="qd-num" dateTime={date.toISOString()} title={formatTimestamp(date)}>
      {suffix ? (ms < -999 ? `in ${text}` : `${text} ago`) : text}
    </time>
  );
}

/** Reads a date; undefined for none, an impossible one, or Go's zero date (year 1). */
export function parseDate(at: AgeProps['at']): Date | undefined {
  if (at === null || at === undefined || at === '') return undefined;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() <= 1 ? undefined : date;
}

/** Milliseconds with a unit. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  return <span className="qd-num">{ms === null || ms === undefined ? '-' : formatDuration(ms)}</span>;
}

/** A share from 0 to 1 as a percentage. */
export function Percent({ ratio }: { ratio: number | null | undefined }) {
  return <span className="qd-num">{ratio === null || ratio === undefined ? '-' : formatPercent(ratio)}</span>;
}
