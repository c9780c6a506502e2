import { formatDuration, parseSchedule } from '@quarterdeck/kit';

/** What a schedule means to a person. */
export interface ScheduleWords {
  /** "Every 5 minutes", "At 02:00 on Monday". */
  words: string;
  /** The next runs, in epoch milliseconds; none for `@every`, which counts from when it is saved. */
  next: number[];
  /** What is wrong with the text. */
  error?: string;
}

const UNITS: readonly [string, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const ALIASES: Record<string, string> = {
  hourly: 'Every hour, on the hour',
  daily: 'Every day at 00:00',
  midnight: 'Every day at 00:00',
  weekly: 'Every Sunday at 00:00',
  monthly: 'On the first of every month at 00:00',
  yearly: 'On 1 January at 00:00',
  annually: 'On 1 January at 00:00',
};

/** Says a schedule in words with its next runs. Without a zone in the text the runs are those of this browser's clock. */
export function describeSchedule(text: string, nowMs: number, count = 3): ScheduleWords {
  let schedule: ReturnType<typeof parseSchedule>;
  try {
    schedule = parseSchedule(text);
  } catch {
    return { words: '', next: [], error: 'Five cron fields, @every 5m, @hourly, @daily, @weekly, @monthly or @yearly' };
  }
  const { zone, rest } = splitZone(text.trim());
  const every = /^@every\s/.test(rest);
  const next: number[] = [];
  for (let at = nowMs; !every && next.length < count; ) {
    const following = schedule.next(at);
    if (following === null) break;
    next.push(following);
    at = following;
  }
  const words = every ? everyWords(schedule.intervalMs ?? 0) : (ALIASES[rest.slice(1)] ?? cronWords(rest));
  return { words: zone ? `${words} (${zone})` : words, next };
}

/** "Every 90 seconds", "Every 5 minutes", "Every hour": milliseconds in the largest unit that divides them. */
export function everyWords(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size && ms % size === 0) ?? ['second', 1000];
  const amount = Math.round(ms / size);
  if (amount === 1) return `Every ${unit}`;
  return amount > 120 && unit === 'second' ? `Every ${formatDuration(ms)}` : `Every ${amount} ${unit}s`;
}

/** Says the plain forms of five cron fields in words; others are named as they are. */
export function cronWords(pattern: string): string {
  if (pattern === '' || pattern === '@never') return 'Only when asked';
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = pattern.split(/\s+/);
  const anyDay = isAny(day) && isAny(month) && isAny(weekday);
  const step = /^\*\/(\d+)$/;
  if (anyDay && isAny(hour) && isAny(minute)) return 'Every minute';
  if (anyDay && isAny(hour) && step.test(minute)) return `Every ${step.exec(minute)?.[1]} minutes`;
  if (anyDay && isNumber(minute) && isAny(hour)) return `Every hour at minute ${Number(minute)}`;
  if (anyDay && isNumber(minute) && step.test(hour)) {
    return `Every ${step.exec(hour)?.[1]} hours at minute ${Number(minute)}`;
  }
  if (!isNumber(minute) || !isNumber(hour)) return `By cron ${pattern}`;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (anyDay) return `Every day at ${time}`;
  if (isAny(day) && isAny(month)) {
    const days = weekdayWords(weekday);
    return days ? `${days} at ${time}` : `By cron ${pattern}`;
  }
  if (isNumber(day) && isAny(month) && isAny(weekday)) return `On day ${Number(day)} of every month at ${time}`;
  return `By cron ${pattern}`;
}

function weekdayWords(field: string): string | undefined {
  if (/^(1-5|mon-fri)$/i.test(field)) return 'Monday to Friday';
  const names = field.split(',').map((part) => {
    const index = /^[0-7]$/.test(part) ? Number(part) % 7 : WEEKDAYS.findIndex((day) => isShort(day, part));
    return WEEKDAYS[index];
  });
  if (names.some((name) => name === undefined)) return undefined;
  return `Every ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]}`;
}

function isShort(day: string, part: string): boolean {
  return part.length === 3 && day.toLowerCase().startsWith(part.toLowerCase());
}

function isAny(field: string): boolean {
  return field === '*' || field === '?';
}

function isNumber(field: string): boolean {
  return /^\d{1,2}$/.test(field);
}

function splitZone(text: string): { zone?: string; rest: string } {
  const [, zone, rest] = /^(?:CRON_)?TZ=(\S+)\s+(.*)$/.exec(text) ?? [];
  return zone !== undefined && rest !== undefined ? { zone, rest } : { rest: text };
}
