import { formatCount } from '@quarterdeck/kit';

/** How the rows that are there now differ from those that are held on screen. */
export interface HeldChange {
  /** Rows that would come into the list. */
  added: number;
  /** Rows that would leave it. */
  leaving: number;
  /** Those that stay would change places. */
  moved: boolean;
}

/** Compares a held order of keys with a fresh one; undefined when they are the same. */
export function compareOrders(held: readonly string[], fresh: readonly string[]): HeldChange | undefined {
  if (held.length === fresh.length && held.every((key, index) => key === fresh[index])) return undefined;
  const now = new Set(fresh);
  const before = new Set(held);
  const staying = held.filter((key) => now.has(key));
  const known = fresh.filter((key) => before.has(key));
  return {
    added: fresh.length - known.length,
    leaving: held.length - staying.length,
    moved: staying.some((key, index) => key !== known[index]),
  };
}

/** What waits, in words: `3 new · 1 no longer listed · order changed`. */
export function changeText({ added, leaving, moved }: HeldChange): string {
  return [
    added > 0 && `${formatCount(added)} new`,
    leaving > 0 && `${formatCount(leaving)} no longer listed`,
    moved && 'order changed',
  ]
    .filter(Boolean)
    .join(' · ');
}
