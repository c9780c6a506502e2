import { failure } from '../failure.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The named layouts of Go's time package. */
export const layouts: Readonly<Record<string, string>> = {
  ANSIC: 'Mon Jan _2 15:04:05 2006',
  UnixDate: 'Mon Jan _2 15:04:05 MST 2006',
  RubyDate: 'Mon Jan 02 15:04:05 -0700 2006',
  RFC822: '02 Jan 06 15:04 MST',
  RFC822Z: '02 Jan 06 15:04 -0700',
  RFC850: 'Monday, 02-Jan-06 15:04:05 MST',
  RFC1123: 'Mon, 02 Jan 2006 15:04:05 MST',
  RFC1123Z: 'Mon, 02 Jan 2006 15:04:05 -0700',
  RFC3339: '2006-01-02T15:04:05Z07:00',
  RFC3339Nano: '2006-01-02T15:04:05.999999999Z07:00',
  Kitchen: '3:04PM',
  Stamp: 'Jan _2 15:04:05',
  StampMilli: 'Jan _2 15:04:05.000',
  StampMicro: 'Jan _2 15:04:05.000000',
  StampNano: 'Jan _2 15:04:05.000000000',
};

// Longer marks first: the alternation takes the first that fits.
const MARK =
  /January|Jan|Monday|Mon|MST|2006|Z07:00|Z0700|-07:00|-0700|-07|[.,](?:0+|9+)(?!\d)|002|01|02|03|04|05|06|15|PM|pm|_2|1|2|3|4|5/g;

function pad(value: number, size: number, fill = '0'): string {
  return String(value).padStart(size, fill);
}

function fraction(time: Date, mark: string): string {
  const digits = `${pad(time.getUTCMilliseconds(), 3)}000000`.slice(0, mark.length - 1);
  if (mark[1] === '0') return mark[0] + digits;
  const cut = digits.replace(/0+$/, '');
  return cut ? mark[0] + cut : '';
}

function formatMark(mark: string, t: Date): string {
  const hour12 = t.getUTCHours() % 12 || 12;
  const month = MONTHS[t.getUTCMonth()] ?? '';
  const day = DAYS[t.getUTCDay()] ?? '';
  const yearDay =
    Math.floor(
      (Date.UTC(t.getUTCFullYear(), t.getUTCMonth(), t.getUTCDate()) - Date.UTC(t.getUTCFullYear(), 0, 1)) / 86_400_000,
    ) + 1;
  const table: Record<string, string> = {
    January: month,
    Jan: month.slice(0, 3),
    Monday: day,
    Mon: day.slice(0, 3),
    MST: 'UTC',
    '2006': pad(t.getUTCFullYear(), 4),
    'Z07:00': 'Z',
    Z0700: 'Z',
    '-07:00': '+00:00',
    '-0700': '+0000',
    '-07': '+00',
    '002': pad(yearDay, 3),
    '01': pad(t.getUTCMonth() + 1, 2),
    '02': pad(t.getUTCDate(), 2),
    '03': pad(hour12, 2),
    '04': pad(t.getUTCMinutes(), 2),
    '05': pad(t.getUTCSeconds(), 2),
    '06': pad(t.getUTCFullYear() % 100, 2),
    '15': pad(t.getUTCHours(), 2),
    PM: t.getUTCHours() < 12 ? 'AM' : 'PM',
    pm: t.getUTCHours() < 12 ? 'am' : 'pm',
    _2: pad(t.getUTCDate(), 2, ' '),
    '1': String(t.getUTCMonth() + 1),
    '2': String(t.getUTCDate()),
    '3': String(hour12),
    '4': String(t.getUTCMinutes()),
    '5': String(t.getUTCSeconds()),
  };
  return table[mark] ?? fraction(t, mark);
}

function layoutOf(layout: string): string {
  return (Object.hasOwn(layouts, layout) ? layouts[layout] : undefined) ?? layout;
}

/** Prints an instant in UTC after a Go layout (`2006-01-02T15:04:05Z07:00`) or the name of one (`RFC3339`). */
export function formatTime(time: Date, layout: string): string {
  if (Number.isNaN(time.getTime())) throw failure('the time is not valid');
  return layoutOf(layout).replace(MARK, (mark) => formatMark(mark, time));
}

/** RFC 3339 in UTC, with a fraction only when there is one: how CEL prints a timestamp. */
export function formatRfc3339(time: Date): string {
  return formatTime(time, 'RFC3339Nano');
}

const PATTERNS: Record<string, string> = {
  January: `(${MONTHS.join('|')})`,
  Jan: `(${MONTHS.map((m) => m.slice(0, 3)).join('|')})`,
  Monday: `(${DAYS.join('|')})`,
  Mon: `(${DAYS.map((d) => d.slice(0, 3)).join('|')})`,
  MST: '([A-Z]{3,5})',
  '2006': '(\\d{4})',
  'Z07:00': '(Z|[+-]\\d\\d:\\d\\d)',
  Z0700: '(Z|[+-]\\d{4})',
  '-07:00': '([+-]\\d\\d:\\d\\d)',
  '-0700': '([+-]\\d{4})',
  '-07': '([+-]\\d\\d)',
  '002': '(\\d{3})',
  PM: '(AM|PM)',
  pm: '(am|pm)',
  _2: '([ \\d]\\d)',
};

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  ms: number;
  offsetMinutes: number;
  afternoon?: boolean;
}

function offsetOf(text: string): number {
  if (text === 'Z') return 0;
  const digits = text.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return text.startsWith('-') ? -minutes : minutes;
}

function applyMark(parts: Parts, mark: string, text: string): void {
  const value = Number(text);
  if (mark === 'January' || mark === 'Jan') parts.month = MONTHS.findIndex((m) => m.startsWith(text)) + 1;
  else if (mark === '2006') parts.year = value;
  else if (mark === '06') parts.year = value + (value >= 69 ? 1900 : 2000);
  else if (mark === '01' || mark === '1') parts.month = value;
  else if (mark === '02' || mark === '2' || mark === '_2') parts.day = value;
  else if (mark === '002') [parts.month, parts.day] = [1, value];
  else if (mark === '15' || mark === '03' || mark === '3') parts.hour = value;
  else if (mark === '04' || mark === '4') parts.minute = value;
  else if (mark === '05' || mark === '5') parts.second = value;
  else if (mark === 'PM' || mark === 'pm') parts.afternoon = text.toUpperCase() === 'PM';
  else if (mark.includes('07')) parts.offsetMinutes = offsetOf(text);
  else if (/^[.,]/.test(mark)) parts.ms = Math.floor(Number(`0.${text.slice(1) || '0'}`) * 1000);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Reads an instant after a Go layout or the name of one. Without a zone it is UTC. Throws EXPRESSION_FAILED. */
export function parseTime(layout: string, text: string): Date {
  const bad = () =>
    failure(
      `cannot read ${JSON.stringify(text.slice(0, 100))} as a time with the layout ${JSON.stringify(layout.slice(0, 100))}`,
    );
  const pattern = layoutOf(layout);
  if (text.length > 200 || pattern.length > 200) throw bad();
  const marks: string[] = [];
  let source = '';
  let last = 0;
  for (const found of pattern.matchAll(MARK)) {
    const mark = found[0];
    source += escapeRegExp(pattern.slice(last, found.index));
    source +=
      PATTERNS[mark] ??
      (/^[.,]/.test(mark)
        ? mark[1] === '9'
          ? '([.,]\\d+)?'
          : `([.,]\\d{${mark.length - 1}})`
        : mark.length === 2 && mark !== '15'
          ? '(\\d{2})'
          : '(\\d{1,2})');
    // Go accepts a fraction after the seconds even when the layout has none.
    const rest = pattern.slice(found.index + mark.length);
    marks.push(mark);
    if ((mark === '05' || mark === '5') && !/^[.,][09]/.test(rest)) {
      source += '([.]\\d+)?';
      marks.push('.999');
    }
    last = found.index + mark.length;
  }
  const found = new RegExp(`^${source}${escapeRegExp(pattern.slice(last))}$`).exec(text);
  if (!found) throw bad();
  const parts: Parts = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0, ms: 0, offsetMinutes: 0 };
  for (const [i, mark] of marks.entries()) applyMark(parts, mark, found[i + 1] ?? '');
  if (parts.afternoon !== undefined) parts.hour = (parts.hour % 12) + (parts.afternoon ? 12 : 0);
  const { year, month, day, hour, minute, second, ms, offsetMinutes } = parts;
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) throw bad();
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second, ms));
  date.setUTCFullYear(year, month - 1, day);
  if (!marks.includes('002') && date.getUTCDate() !== day) throw bad();
  return new Date(date.getTime() - offsetMinutes * 60_000);
}

const ZONE_MARKS = /MST|Z07:00|Z0700|-07:00|-0700|-07/;

/** Minutes that a zone is ahead of UTC at an instant. */
function zoneMinutes(zone: string, at: Date): number {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone || 'UTC', timeZoneName: 'longOffset' });
  } catch {
    throw failure(`unknown time zone ${JSON.stringify(zone.slice(0, 100))}`);
  }
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const offset = name.slice(3);
  return offset === '' ? 0 : offsetOf(offset);
}

/** Reads an instant as {@link parseTime} does; without a zone of its own it is in the named one. */
export function parseTimeIn(zone: string, layout: string, text: string): Date {
  const wall = parseTime(layout, text);
  if (ZONE_MARKS.test(layoutOf(layout))) return wall;
  // The offset is that of the result, so a first guess may lie on the other side of a change of clocks.
  const guess = new Date(wall.getTime() - zoneMinutes(zone, wall) * 60_000);
  return new Date(wall.getTime() - zoneMinutes(zone, guess) * 60_000);
}

/** Reads an RFC 3339 instant, as CEL's `timestamp()` does. Throws EXPRESSION_FAILED. */
export function parseTimestamp(text: string): Date {
  return parseTime('RFC3339', text.trim());
}
