import { formatAge, formatDate, formatElapsed, formatTimestamp, parseDate } from '@quarterdeck/kit';
import { useSyncExternalStore } from 'react';
import { readNow, subscribeTick } from '../format/ticker.ts';
import { useDateStyle } from './date-style.ts';

export interface AgeProps {
  /** ISO text, epoch milliseconds or a date. Nothing, or a date of the year 1, renders nothing. */
  at: string | number | Date | null | undefined;
  /** Adds " ago" (or puts "in " before what is to come) where it is relative. */
  suffix?: boolean;
  /** Another moment: renders how long it was from the one to the other (contract screens §1.6). */
  to?: AgeProps['at'];
  /** Always relative, whatever the person prefers: where the contract says "ago" (screens §5.2). */
  relative?: boolean;
}

/**
 * A date as the person prefers it: relative and ticking, medium, full or a timestamp (contract screens §1.6). The full
 * timestamp on hover, except where it is shown already. All ages share one timer.
 */
export function Age({ at, to, suffix, relative }: AgeProps) {
  const style = useDateStyle();
  const date = parseDate(at);
  if (!date) return null;
  const end = parseDate(to);
  if (end) return <Duration ms={Math.max(0, end.getTime() - date.getTime())} />;
  const format = relative ? 'short' : style.format;
  return (
    <time
      className={format === 'short' ? 'qd-num' : 'qd-num qd-date'}
      dateTime={date.toISOString()}
      title={format === 'timestamp' ? undefined : formatTimestamp(date, style.zone)}
    >
      {format === 'short' ? (
        <Ticking date={date} suffix={suffix ?? false} />
      ) : (
        formatDate(date, format, readNow(), style.zone)
      )}
    </time>
  );
}

function Ticking({ date, suffix }: { date: Date; suffix: boolean }) {
  const now = useSyncExternalStore(subscribeTick, readNow, readNow);
  const ms = now - date.getTime();
  const text = formatAge(Math.abs(ms));
  if (!suffix) return text;
  return ms < -999 ? `in ${text}` : `${text} ago`;
}

/** Milliseconds with a unit, `-` for none. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  return <span className="qd-num">{ms === null || ms === undefined ? '-' : formatElapsed(ms)}</span>;
}
