/**
 * Which rows are ticked, as plain data. `all` means every row of the filter, on this page or not; then `keys` are the
 * ones left out. Otherwise `keys` are the ticked ones.
 */
export interface RowSelection {
  all: boolean;
  keys: readonly string[];
}

export const NO_SELECTION: RowSelection = { all: false, keys: [] };

/** Every row of the filter. */
export const ALL_SELECTED: RowSelection = { all: true, keys: [] };

/** Whether a row is ticked. */
export function isTicked({ all, keys }: RowSelection, key: string): boolean {
  return keys.includes(key) !== all;
}

/** Ticks or unticks rows. */
export function tick(selection: RowSelection, keys: readonly string[], on: boolean): RowSelection {
  const listed = on !== selection.all;
  const named = new Set(keys);
  const others = selection.keys.filter((key) => !named.has(key));
  return { all: selection.all, keys: listed ? [...others, ...named] : others };
}

/** The keys from one row to another in the order they stand, both included; only `to` when `from` is not there. */
export function keysBetween(keys: readonly string[], from: string | null, to: string): string[] {
  const start = from === null ? -1 : keys.indexOf(from);
  const end = keys.indexOf(to);
  if (end < 0) return [];
  if (start < 0) return [to];
  return keys.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** How many rows are ticked out of `total`. */
export function countTicked({ all, keys }: RowSelection, total: number): number {
  return all ? Math.max(0, total - keys.length) : keys.length;
}
