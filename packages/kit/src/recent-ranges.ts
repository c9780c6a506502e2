import type { AbsoluteRange } from './time-range.ts';

/** Where a browser keeps the absolute ranges that were used last (spec 000 §9). */
export const RECENT_RANGES_KEY = 'recentlyUsedTimeRanges';

/** How many are kept (spec 000 §9). */
export const RECENT_RANGES = 4;

/** The list after a range was used: in front, without doubles, at most four (spec 000 §4). */
export function addRecentRange(list: readonly AbsoluteRange[], used: AbsoluteRange): AbsoluteRange[] {
  const others = list.filter(({ from, to }) => from !== used.from || to !== used.to);
  return [used, ...others].slice(0, RECENT_RANGES);
}

function isAbsolute(value: unknown): value is AbsoluteRange {
  if (typeof value !== 'object' || value === null) return false;
  const { type, from, to, display } = value as Record<string, unknown>;
  const texts = typeof from === 'string' && typeof to === 'string' && typeof display === 'string';
  return type === 'absolute' && texts && from !== '' && to !== '';
}

/** Reads the stored list. Total: what is no absolute range is left out, and of doubles the first stays. */
export function parseRecentRanges(stored: string | null): AbsoluteRange[] {
  try {
    const read: unknown = JSON.parse(stored ?? '[]');
    if (!Array.isArray(read)) return [];
    return read.filter(isAbsolute).reduceRight<AbsoluteRange[]>(addRecentRange, []);
  } catch {
    return [];
  }
}
