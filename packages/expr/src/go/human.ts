import { GoDuration } from './duration.ts';

const UNITS: readonly (readonly [string, bigint])[] = [
  ['y', 31_536_000n],
  ['w', 604_800n],
  ['d', 86_400n],
  ['h', 3600n],
  ['m', 60n],
  ['s', 1n],
];

const [WEEK, DAY, HOUR, YEAR] = [604_800n, 86_400n, 3600n, 31_536_000n];

/**
 * A duration for people: its units without the empty ones (`1h`, `2d3h5m`), below a second as Go prints it; from one
 * week to a year always weeks, days and hours (`6w0d0h`), as the reference prints them.
 */
export function humanDuration(duration: GoDuration): string {
  const ns = duration.nanoseconds;
  if (ns < 0n) return `-${humanDuration(new GoDuration(-ns))}`;
  if (ns < 1_000_000_000n) return duration.toString();
  let rest = ns / 1_000_000_000n;
  if (rest >= WEEK && rest < YEAR) return `${rest / WEEK}w${(rest % WEEK) / DAY}d${(rest % DAY) / HOUR}h`;
  let text = '';
  for (const [unit, seconds] of UNITS) {
    if (rest >= seconds) text += `${rest / seconds}${unit}`;
    rest %= seconds;
  }
  return text;
}

/** Bytes for people, in steps of 1024, with one digit when it is not zero: `512B`, `1M`, `120.6K`. */
export function humanSize(bytes: number): string {
  let value = Math.abs(bytes);
  let step = 0;
  const names = ['B', 'K', 'M', 'G', 'T', 'P', 'E'];
  while (value >= 1024 && step < names.length - 1) {
    value /= 1024;
    step += 1;
  }
  return `${bytes < 0 ? '-' : ''}${value.toFixed(1).replace(/\.0$/, '')}${names[step]}`;
}
