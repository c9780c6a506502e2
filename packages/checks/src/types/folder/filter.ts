import { AppError } from '@quarterdeck/contract';
import { compileRegex } from '@quarterdeck/expr';
import { parseBytes, parseDuration, parseInstant } from '@quarterdeck/kit';
import type { FolderFilter } from './schema.ts';

/** One listed file or directory. */
export interface FolderEntry {
  name: string;
  size: number;
  mode: string;
  /** Milliseconds since the epoch. */
  modifiedMs: number;
  isDirectory: boolean;
}

const HOUR_MS = 3_600_000;

function invalid(field: string, expected: string): AppError {
  return new AppError('DOCUMENT_FIELD', { message: `${field}: expected ${expected}`, details: { field } });
}

/** A duration cut to whole hours, in milliseconds; undefined when the text is empty (contract checks §2.13). */
export function wholeHoursMs(field: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const ms = parseDuration(text);
  if (ms === null) throw invalid(field, 'a duration such as 12h or 7d');
  return Math.trunc(ms / HOUR_MS) * HOUR_MS;
}

/** A size in bytes; undefined when the text is empty. */
export function sizeBytes(field: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const bytes = parseBytes(text);
  if (bytes === null) throw invalid(field, 'a size such as 25b or 10mb');
  return bytes;
}

function sinceMs(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined || text === '') return undefined;
  const instant = parseInstant(text, nowMs);
  if (instant === null) throw invalid('filter.since', 'a time (RFC 3339) or date math such as now-60d');
  return instant + 1000;
}

/** Compiles a filter into a predicate. Throws `DOCUMENT_FIELD` for a value that cannot be read. */
export function compileFilter(
  filter: FolderFilter,
  options: { nowMs: number; directoriesCount: boolean },
): (entry: FolderEntry) => boolean {
  const { nowMs } = options;
  const minAgeMs = wholeHoursMs('filter.minAge', filter.minAge);
  const maxAgeMs = wholeHoursMs('filter.maxAge', filter.maxAge);
  const since = sinceMs(filter.since, nowMs);
  const minSize = sizeBytes('filter.minSize', filter.minSize);
  const maxSize = sizeBytes('filter.maxSize', filter.maxSize);
  const regex = filter.regex ? readRegex(filter.regex) : undefined;
  return (entry) => {
    const ageMs = nowMs - entry.modifiedMs;
    if (entry.isDirectory && !options.directoriesCount) return false;
    if (minAgeMs !== undefined && ageMs < minAgeMs) return false;
    if (maxAgeMs !== undefined && ageMs > maxAgeMs) return false;
    if (since !== undefined && entry.modifiedMs < since) return false;
    if (minSize !== undefined && entry.size < minSize) return false;
    if (maxSize !== undefined && entry.size > maxSize) return false;
    return regex?.(entry.name) ?? true;
  };
}

function readRegex(text: string): (input: string) => boolean {
  try {
    return compileRegex(text);
  } catch {
    throw invalid('filter.regex', 'a regular expression');
  }
}
