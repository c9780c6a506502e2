import { errorText } from '@quarterdeck/contract';
import type { Schedule } from '@quarterdeck/kit';
import { parseDuration, parseSchedule } from '@quarterdeck/kit';

/** How a job is run: its own defaults, and over them properties `jobs.<name>.*` (contract notifications-and-access §8.3). */
export interface JobSettings {
  disabled: boolean;
  /** Text of the schedule; null: the job's own interval. */
  schedule: string | null;
  timeoutMs: number | null;
  history: boolean;
  /** One node at a time. */
  singleton: boolean;
  /** At start, however fresh it is. */
  runNow: boolean;
  /** Runs kept in the history. */
  keep: { success: number; failed: number };
  /** What could not be read, for the log. */
  problems: string[];
}

/** Runs that a job keeps when nothing else is said (contract database §10: "few"). */
export const KEEP_FEW = { success: 1, failed: 3 } as const;

function whole(text: string | undefined): number | null {
  const value = Number(text);
  return text !== undefined && text.trim() !== '' && Number.isInteger(value) && value >= 0 ? value : null;
}

/** Reads the properties of a job. What cannot be read is left at its default and told. */
export function jobSettings(
  name: string,
  properties: ReadonlyMap<string, string>,
  keep: { success: number; failed: number } = KEEP_FEW,
): JobSettings {
  const problems: string[] = [];
  const text = (key: string) => properties.get(`jobs.${name}.${key}`);
  const flag = (key: string, otherwise: boolean) => (text(key) ?? String(otherwise)).trim().toLowerCase() === 'true';
  const count = (key: string, otherwise: number) => {
    const written = text(key);
    const value = whole(written);
    if (written !== undefined && value === null) problems.push(`jobs.${name}.${key}: expected a whole number`);
    return value ?? otherwise;
  };
  const timeout = text('timeout');
  const timeoutMs = timeout === undefined ? null : parseDuration(timeout);
  if (timeout !== undefined && (timeoutMs === null || timeoutMs <= 0)) {
    problems.push(`jobs.${name}.timeout: expected a duration above zero`);
  }
  let schedule: string | null = text('schedule') ?? null;
  try {
    if (schedule !== null) parseSchedule(schedule);
  } catch (error) {
    problems.push(`jobs.${name}.schedule: ${errorText(error)}`);
    schedule = null;
  }
  return {
    disabled: flag('disabled', false),
    schedule,
    timeoutMs: timeoutMs !== null && timeoutMs > 0 ? timeoutMs : null,
    history: flag('history', true),
    singleton: flag('singleton', true),
    runNow: flag('runNow', false),
    keep: { success: count('retention.success', keep.success), failed: count('retention.failed', keep.failed) },
    problems,
  };
}

/** The next time of a job, and how long ago its last run may be to count as done for it; null: never. */
export function nextRun(
  everyMs: number,
  schedule: string | null,
  nowMs: number,
): { delayMs: number; freshMs: number } | null {
  if (schedule === null) return { delayMs: everyMs, freshMs: everyMs * FRESH_SHARE };
  const parsed: Schedule = parseSchedule(schedule);
  const next = parsed.next(nowMs);
  if (next === null) return null;
  const following = parsed.next(next) ?? next + everyMs;
  return { delayMs: next - nowMs, freshMs: (following - next) * FRESH_SHARE };
}

/** A job done within this share of its interval counts as done, by whichever node. */
const FRESH_SHARE = 0.9;
