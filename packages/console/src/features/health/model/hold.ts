import type { CheckId, CheckSummary } from '@quarterdeck/contract';
import type { HealthRow } from './rows.ts';

/** The order of checks on screen, and the choices (filters, grouping, sort) under which it was made. */
export interface HeldOrder {
  choices: string;
  ids: readonly CheckId[];
}

/** How what the server says now differs from the order that is held. */
export interface HeldChange {
  /** Checks that would come into the list. */
  added: number;
  /** Checks that would leave it. */
  leaving: number;
  /** Those that stay would change places. */
  moved: boolean;
}

/** The checks of rows in their order, those of collapsed groups among them. */
export function orderOf(rows: readonly HealthRow[]): CheckId[] {
  const ids: CheckId[] = [];
  for (const row of rows) {
    if (row.kind === 'check') ids.push(row.check.id);
    else for (const child of row.children) ids.push(child.check.id);
  }
  return ids;
}

/** Compares a held order with a fresh one; undefined when they are the same. */
export function compareOrders(held: readonly CheckId[], fresh: readonly CheckId[]): HeldChange | undefined {
  if (held.length === fresh.length && held.every((id, index) => id === fresh[index])) return undefined;
  const now = new Set(fresh);
  const before = new Set(held);
  const staying = held.filter((id) => now.has(id));
  const known = fresh.filter((id) => before.has(id));
  return {
    added: fresh.length - known.length,
    leaving: held.length - staying.length,
    moved: staying.some((id, index) => id !== known[index]),
  };
}

/** What waits, in words: `3 new · 1 no longer listed · order changed`. */
export function changeText({ added, leaving, moved }: HeldChange): string {
  return [
    added > 0 && `${added.toLocaleString('en')} new`,
    leaving > 0 && `${leaving.toLocaleString('en')} no longer listed`,
    moved && 'order changed',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The checks of a held order with what is known of them now; those that are gone from the server are left out. */
export function heldChecks(ids: readonly CheckId[], checks: readonly CheckSummary[]): CheckSummary[] {
  const now = new Map(checks.map((check) => [check.id, check]));
  return ids.flatMap((id) => now.get(id) ?? []);
}
