import { GoDuration } from '../go/duration.ts';
import { formatTime, layouts, parseTime, parseTimeIn } from '../go/time.ts';
import { duration, type Env, type Fn, type Fns, num, text, time } from './env.ts';

const NANOSECONDS = {
  Hour: 3_600_000,
  Minute: 60_000,
  Second: 1000,
  Millisecond: 1,
  Microsecond: 0.001,
  Nanosecond: 0.000001,
};

function since(env: Env, value: unknown): GoDuration {
  return new GoDuration(env.now() - time(value).getTime());
}

/** Rounds an instant or a span to a multiple of a unit. */
export function roundTo(value: unknown, unit: unknown, round: (x: number) => number): unknown {
  const size = duration(unit).milliseconds || 1;
  if (value instanceof Date) return new Date(round(value.getTime() / size) * size);
  return new GoDuration(round(duration(value).milliseconds / size) * size);
}

const units: Fns = Object.fromEntries(
  Object.entries(NANOSECONDS).map(([name, ms]): [string, Fn] => [name, (_env, n = 1n) => new GoDuration(num(n) * ms)]),
);

const named: Fns = Object.fromEntries(
  Object.entries(layouts).map(([name, layout]): [string, Fn] => [name, () => layout]),
);

/** `time.*` of gomplate, with Go layouts. The process's own zone is the local one. */
export const timeFns: Fns = {
  ...units,
  ...named,
  Format: (_env, layout, value) =>
    layout instanceof Date ? formatTime(layout, text(value)) : formatTime(time(value), text(layout)),
  Now: (env) => new Date(env.now()),
  Parse: (_env, layout, value) => parseTime(text(layout), text(value)),
  ParseDuration: (_env, value) => duration(value),
  ParseInLocation: (_env, layout, zone, value) => parseTimeIn(text(zone), text(layout), text(value)),
  ParseLocal: (_env, layout, value) =>
    parseTimeIn(Intl.DateTimeFormat().resolvedOptions().timeZone, text(layout), text(value)),
  Round: (_env, unit, value) => roundTo(value, unit, Math.round),
  Since: since,
  Truncate: (_env, unit, value) => roundTo(value, unit, Math.trunc),
  Unix: (_env, value) => time(num(value)),
  Until: (env, value) => new GoDuration(time(value).getTime() - env.now()),
  ZoneName: (env) => zoneName(new Date(env.now())),
  ZoneOffset: (env) => BigInt(-new Date(env.now()).getTimezoneOffset() * 60),
};

function zoneName(at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
}

/** How long ago an instant was, as a duration. */
export const age: Fn = (env, value) => since(env, value);
