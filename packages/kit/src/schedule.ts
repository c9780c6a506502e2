import { AppError, errorText } from '@quarterdeck/contract';
import { Cron } from 'croner';
import { formatDuration, parseDuration } from './duration.ts';

/** When something runs. */
export interface Schedule {
  /**
   * The first tick later than `afterMs`, in milliseconds since the epoch; null when there is none.
   *
   * @param anchorMs when the job was added: `@every` counts from there and ignores the wall clock. Default 0.
   */
  next(afterMs: number, anchorMs?: number): number | null;
  /** Words for a person, such as `every 5m`. */
  description: string;
  /** The usual time between two ticks, in milliseconds; null when there is no second tick. */
  readonly intervalMs: number | null;
}

const DESCRIPTORS: Record<string, string> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/** Highest value of each field: `5/15` in the minute field means `5-59/15`. */
const FIELD_MAX = [59, 23, 31, 12, 7];
const NAMES = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)$/i;
/** The last instant that a date can hold (ECMAScript, time values). */
const LAST_INSTANT_MS = 8.64e15;
const REFERENCE_MS = Date.UTC(2024, 0, 1);

function invalid(text: string, reason: string, cause?: unknown): AppError {
  return new AppError('SCHEDULE_INVALID', {
    message: `"${text}" is no schedule: ${reason}; expected 5 cron fields, @every <duration>, @hourly, @daily, @weekly, @monthly, @yearly or @never`,
    details: { schedule: text },
    cause,
  });
}

/** Refuses what the cron library knows beyond the standard (L, W, #), and spells out `n/step`. */
function standardField(field: string, index: number, text: string): string {
  return field
    .split(',')
    .map((part) => {
      for (const word of part.split(/[-/]/)) {
        if (!/^(\d{1,2}|\*|\?)$/.test(word) && !NAMES.test(word)) throw invalid(text, `"${part}" is not understood`);
      }
      return part.replace(/^(\d+)\/(\d+)$/, `$1-${FIELD_MAX[index]}/$2`);
    })
    .join(',');
}

function every(text: string, duration: string): Schedule {
  const parsed = parseDuration(duration);
  if (parsed === null || parsed < 0) throw invalid(text, `"${duration}" is no duration`);
  const stepMs = Math.max(1000, Math.floor(parsed / 1000) * 1000);
  return {
    next: (afterMs, anchorMs = 0) => {
      const tick = anchorMs + Math.max(1, Math.floor((afterMs - anchorMs) / stepMs) + 1) * stepMs;
      return tick <= LAST_INSTANT_MS ? tick : null;
    },
    description: `every ${formatDuration(stepMs)}`,
    intervalMs: stepMs,
  };
}

/** The shortest of the first gaps after a fixed date: a schedule of office hours has the interval of its day. */
function shortestGap(next: (afterMs: number) => number | null): number | null {
  let shortest: number | null = null;
  let last = next(REFERENCE_MS);
  for (let count = 0; count < 8 && last !== null; count++) {
    const following = next(last);
    if (following !== null) shortest = Math.min(shortest ?? Number.POSITIVE_INFINITY, following - last);
    last = following;
  }
  return shortest;
}

function cron(text: string, pattern: string, zone: string | undefined): Schedule {
  const fields = pattern.split(/\s+/);
  if (fields.length !== 5) throw invalid(text, `it has ${fields.length} fields`);
  const standard = fields.map((field, index) => standardField(field, index, text)).join(' ');
  let job: Cron;
  try {
    job = new Cron(standard, { paused: true, mode: '5-part', ...(zone ? { timezone: zone } : {}) });
    job.nextRun(new Date(REFERENCE_MS));
  } catch (error) {
    throw invalid(text, errorText(error), error);
  }
  const next = (afterMs: number) => job.nextRun(new Date(afterMs))?.getTime() ?? null;
  return {
    next,
    description: zone ? `${pattern} (${zone})` : pattern,
    get intervalMs() {
      return shortestGap(next);
    },
  };
}

/**
 * Reads a schedule (contract checks §3.1): exactly five cron fields with lists, ranges, steps, names and `?`, after an
 * optional `CRON_TZ=Zone ` or `TZ=Zone `; `@every <duration>` (whole seconds, at least one); `@hourly`, `@daily`,
 * `@midnight`, `@weekly`, `@monthly`, `@yearly`, `@annually`; `@never` and the empty text never tick. Without a zone
 * the process's own counts. A fixed time of day that the clocks leave out runs at the next valid time, one that they
 * repeat runs once. Throws `SCHEDULE_INVALID`.
 */
export function parseSchedule(text: string): Schedule {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '@never') return { next: () => null, description: 'on demand', intervalMs: null };
  const [, zone, rest = trimmed] = /^(?:CRON_)?TZ=(\S+)\s+(.*)$/.exec(trimmed) ?? [];
  const everyMatch = /^@every\s+(.+)$/.exec(rest);
  if (everyMatch?.[1]) return every(text, everyMatch[1]);
  if (!rest.startsWith('@')) return cron(text, rest, zone);
  const pattern = Object.hasOwn(DESCRIPTORS, rest) ? DESCRIPTORS[rest] : undefined;
  if (pattern === undefined) throw invalid(text, 'the descriptor is not known');
  return { ...cron(text, pattern, zone), description: zone ? `${rest.slice(1)} (${zone})` : rest.slice(1) };
}
