import { parseInstant } from './date-math.ts';

const DAY_S = 86_400;

/**
 * How long ago, as one unit: `9s`, `14m`, `3h`, `5d`, `2mo`, `1y` (spec 000 §9, relative time labels). A negative age is
 * taken as zero.
 *
 * @param ms an age in milliseconds
 */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < DAY_S) return `${Math.floor(seconds / 3600)}h`;
  const days = Math.floor(seconds / DAY_S);
  if (days < 60) return `${days}d`;
  if (days < 730) return `${Math.floor(days / 30.44)}mo`;
  return `${Math.floor(days / 365.25)}y`;
}

/** The groups into which dates fall, from the nearest (spec 000 §9). */
export const AGE_GROUPS = ['today', 'this week', 'this month', 'this year', 'previous year'] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];

const SINCE: [AgeGroup, string][] = [
  ['today', 'now/d'],
  ['this week', 'now/w'],
  ['this month', 'now/M'],
  ['this year', 'now/y'],
];

/**
 * The nearest group that a date falls into; weeks begin on Monday. What is older than the year is of a previous year,
 * what is still to come is of today.
 *
 * @param zone an IANA name; undefined is the browser's
 */
export function ageGroup(atMs: number, nowMs: number, zone?: string): AgeGroup {
  const calendar = zone ?? 'local';
  const found = SINCE.find(([, start]) => atMs >= (parseInstant(start, nowMs, { calendar }) ?? nowMs));
  return found?.[0] ?? 'previous year';
}
