import { failure } from '../failure.ts';
import { GoDuration } from '../go/duration.ts';
import { goPrint } from '../go/print.ts';
import { formatTime } from '../go/time.ts';
import { duration, text, time, whole } from '../lib/env.ts';
import { roundTo } from '../lib/time.ts';

type Method = (...operands: unknown[]) => unknown;

function shifted(at: Date, years: number, months: number, days: number): Date {
  const moved = new Date(at);
  moved.setUTCFullYear(at.getUTCFullYear() + years, at.getUTCMonth() + months, at.getUTCDate() + days);
  return moved;
}

/** The methods of Go's time.Time that make sense in a template; instants are in UTC. */
function methodsOfTime(at: Date): Record<string, Method> {
  const ms = at.getTime();
  return {
    Add: (span) => new Date(ms + duration(span).milliseconds),
    AddDate: (years, months, days) => shifted(at, whole(years), whole(months), whole(days)),
    After: (other) => ms > time(other).getTime(),
    Before: (other) => ms < time(other).getTime(),
    Day: () => BigInt(at.getUTCDate()),
    Equal: (other) => ms === time(other).getTime(),
    Format: (layout) => formatTime(at, text(layout)),
    Hour: () => BigInt(at.getUTCHours()),
    IsZero: () => at.getUTCFullYear() === 1 && formatTime(at, '01-02 15:04:05') === '01-01 00:00:00',
    Local: () => at,
    Minute: () => BigInt(at.getUTCMinutes()),
    Month: () => formatTime(at, 'January'),
    Nanosecond: () => BigInt(at.getUTCMilliseconds()) * 1_000_000n,
    Round: (unit) => roundTo(at, unit, Math.round),
    Second: () => BigInt(at.getUTCSeconds()),
    String: () => goPrint(at),
    Sub: (other) => new GoDuration(ms - time(other).getTime()),
    Truncate: (unit) => roundTo(at, unit, Math.trunc),
    UTC: () => at,
    Unix: () => BigInt(Math.floor(ms / 1000)),
    UnixMilli: () => BigInt(ms),
    UnixNano: () => BigInt(ms) * 1_000_000n,
    Weekday: () => formatTime(at, 'Monday'),
    Year: () => BigInt(at.getUTCFullYear()),
    YearDay: () => BigInt(formatTime(at, '002')),
  };
}

function methodsOfDuration(span: GoDuration): Record<string, Method> {
  const ms = span.milliseconds;
  return {
    Hours: () => ms / 3_600_000,
    Microseconds: () => span.nanoseconds / 1000n,
    Milliseconds: () => span.nanoseconds / 1_000_000n,
    Minutes: () => ms / 60_000,
    Nanoseconds: () => span.nanoseconds,
    Round: (unit) => roundTo(span, unit, Math.round),
    Seconds: () => ms / 1000,
    String: () => span.toString(),
    Truncate: (unit) => roundTo(span, unit, Math.trunc),
  };
}

/** The method of an instant or a span by its Go name; undefined for values that have no methods. Throws for a wrong name. */
export function methodOf(value: unknown, name: string): Method | undefined {
  const methods =
    value instanceof Date ? methodsOfTime(value) : value instanceof GoDuration ? methodsOfDuration(value) : undefined;
  if (methods === undefined) return undefined;
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) throw failure(`there is no method ${name} of this value`);
  return method;
}
