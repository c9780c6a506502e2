import { failure } from '../failure.ts';
import { GoDuration } from '../go/duration.ts';
import type { Fn, Fns } from '../lib/env.ts';
import { typeName } from '../values.ts';

interface Wall {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const OFFSET = /^([+-]?)(\d{2}):(\d{2})$/;

// A zone of CEL is a name of the tz database or an offset such as `-08:00`.
function wallTime(time: Date, zone: unknown): Date {
  if (typeof zone !== 'string' || zone === 'UTC') return time;
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? [];
  if (hours !== undefined && minutes !== undefined) {
    const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return new Date(time.getTime() + (sign === '-' ? -offset : offset));
  }
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const { year, month, day, hour, minute, second } = part as unknown as Wall;
    return new Date(Date.UTC(year, month - 1, day, hour, minute, second, time.getUTCMilliseconds()));
  } catch {
    throw failure('the time zone is not known');
  }
}

function getter(ofTime: (time: Date) => number, nanosecondsPerUnit?: bigint): Fn {
  return (_env, value, zone) => {
    if (value instanceof Date) return BigInt(ofTime(wallTime(value, zone)));
    if (value instanceof GoDuration && nanosecondsPerUnit !== undefined) return value.nanoseconds / nanosecondsPerUnit;
    throw failure(`a ${typeName(value)} has no such part of a time`);
  };
}

function dayOfYear(time: Date): number {
  return Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / 86_400_000);
}

/** The getters of timestamps (a part, with an optional zone) and of durations (the whole in that unit). */
export const timeGetters: Fns = {
  getDate: getter((time) => time.getUTCDate()),
  getDayOfMonth: getter((time) => time.getUTCDate() - 1),
  getDayOfWeek: getter((time) => time.getUTCDay()),
  getDayOfYear: getter(dayOfYear),
  getFullYear: getter((time) => time.getUTCFullYear()),
  getHours: getter((time) => time.getUTCHours(), 3_600_000_000_000n),
  getMilliseconds: getter((time) => time.getUTCMilliseconds(), 1_000_000n),
  getMinutes: getter((time) => time.getUTCMinutes(), 60_000_000_000n),
  getMonth: getter((time) => time.getUTCMonth()),
  getSeconds: getter((time) => time.getUTCSeconds(), 1_000_000_000n),
};
