import { formatBytes, formatGoDuration } from '@quarterdeck/kit';
import { type FolderEntry, sizeBytes, wholeHoursMs } from './filter.ts';
import type { FolderSpec } from './schema.ts';

/** A file as expressions and details see it. */
export interface ListedFile {
  name: string;
  size: number;
  mode: string;
  modified: string;
  is_dir: boolean;
}

/** `results` of a folder check; without members when the folder does not exist. */
export interface FolderDetail {
  oldest?: ListedFile;
  newest?: ListedFile;
  smallest?: ListedFile;
  largest?: ListedFile;
  size?: number;
  availableSize?: number;
  files: ListedFile[];
}

export type FolderErrorType =
  | ''
  | 'configuration_error'
  | 'connection_error'
  | 'listing_error'
  | 'min_age'
  | 'max_age'
  | 'min_count'
  | 'max_count'
  | 'available_size'
  | 'total_size'
  | 'min_size'
  | 'max_size';

/** Shapes an entry for expressions and details. */
export function listed(entry: FolderEntry): ListedFile {
  return {
    name: entry.name,
    size: entry.size,
    mode: entry.mode,
    modified: new Date(entry.modifiedMs).toISOString(),
    is_dir: entry.isDirectory,
  };
}

function best(
  entries: readonly FolderEntry[],
  isBetter: (a: FolderEntry, b: FolderEntry) => boolean,
): FolderEntry | undefined {
  return entries.reduce<FolderEntry | undefined>(
    (kept, entry) => (kept && !isBetter(entry, kept) ? kept : entry),
    undefined,
  );
}

/** The files that the tests look at, of the entries that passed the filter. */
export function extremes(entries: readonly FolderEntry[]) {
  return {
    oldest: best(entries, (a, b) => a.modifiedMs < b.modifiedMs),
    newest: best(entries, (a, b) => a.modifiedMs > b.modifiedMs),
    smallest: best(entries, (a, b) => a.size < b.size),
    largest: best(entries, (a, b) => a.size > b.size),
  };
}

/** Applies the tests in the order of contract checks §2.13; the first that fails decides. */
export function judge(
  spec: FolderSpec,
  entries: readonly FolderEntry[],
  nowMs: number,
): { errorType: FolderErrorType; error: string } {
  const fail = (errorType: FolderErrorType, error: string) => ({ errorType, error });
  const count = entries.length;
  if (spec.minCount !== undefined && count < spec.minCount)
    return fail('min_count', `too few files ${count} < ${spec.minCount}`);
  if (spec.maxCount !== undefined && count > spec.maxCount)
    return fail('max_count', `too many files ${count} > ${spec.maxCount}`);
  if (spec.availableSize) return fail('available_size', 'available size not supported');
  if (spec.totalSize) return fail('total_size', 'total size not supported');
  const { oldest, newest, smallest, largest } = extremes(entries);
  if (!oldest || !newest || !smallest || !largest) return fail('', '');

  const age = ({ modifiedMs }: FolderEntry) => nowMs - modifiedMs;
  const minAge = wholeHoursMs('minAge', spec.minAge);
  if (minAge !== undefined && age(newest) < minAge) {
    return fail('min_age', `${newest.name} is too new: ${formatGoDuration(age(newest))} < ${spec.minAge}`);
  }
  const maxAge = wholeHoursMs('maxAge', spec.maxAge);
  if (maxAge !== undefined && age(oldest) > maxAge) {
    return fail('max_age', `${oldest.name} is too old ${formatGoDuration(age(oldest))} > ${spec.maxAge}`);
  }
  const minSize = sizeBytes('minSize', spec.minSize);
  if (minSize !== undefined && smallest.size < minSize) {
    return fail('min_size', `${smallest.name} is too small: ${formatBytes(smallest.size)} < ${spec.minSize}`);
  }
  const maxSize = sizeBytes('maxSize', spec.maxSize);
  if (maxSize !== undefined && largest.size > maxSize) {
    return fail('max_size', `${largest.name} is too large: ${formatBytes(largest.size)} > ${spec.maxSize}`);
  }
  return fail('', '');
}
