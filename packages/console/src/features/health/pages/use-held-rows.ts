import type { CheckSummary } from '@quarterdeck/contract';
import { useMemo, useState } from 'react';
import { compareOrders, type HeldChange, type HeldOrder, heldChecks, orderOf } from '../model/hold.ts';
import { groupChecks, type HealthRow } from '../model/rows.ts';

export interface HeldRowsInput {
  /** The rows as they are now. */
  rows: readonly HealthRow[];
  /** All checks, and those that all filters but hide passing leave. */
  checks: readonly CheckSummary[];
  matching: readonly CheckSummary[];
  groupBy: string;
  /** Names what a person chose: another choice is always drawn at once. */
  choices: string;
  /** A person looks at the list: rows then change in place, and none comes, goes or moves. */
  reading: boolean;
}

export interface HeldRows {
  rows: readonly HealthRow[];
  /** What waits; undefined when nothing does. */
  change: HeldChange | undefined;
  /** Draws what waits. */
  apply: () => void;
}

/**
 * Keeps rows in their places while a person reads them: live updates change rows in place, new ones wait (ui.md,
 * principle 8). Without a reader, and for what the person does himself, the list follows at once.
 */
export function useHeldRows({ rows, checks, matching, groupBy, choices, reading }: HeldRowsInput): HeldRows {
  const fresh = useMemo(() => orderOf(rows), [rows]);
  const [held, setHeld] = useState<HeldOrder>({ choices, ids: fresh });
  const isChosen = held.choices !== choices;
  const isHeld = reading && !isChosen && held.ids.length > 0;
  const change = useMemo(() => (isChosen ? undefined : compareOrders(held.ids, fresh)), [isChosen, held.ids, fresh]);
  if (isChosen || (!isHeld && change)) setHeld({ choices, ids: fresh });
  const waits = isHeld && change !== undefined;
  const kept = useMemo(
    () => (waits ? groupChecks(heldChecks(held.ids, checks), groupBy, matching) : rows),
    [waits, held.ids, checks, groupBy, matching, rows],
  );
  return {
    rows: kept,
    change: waits ? change : undefined,
    apply: () => setHeld({ choices, ids: fresh }),
  };
}
