import { useCallback, useMemo, useRef, useState } from 'react';
import { compareOrders, type HeldChange } from './held.ts';

export interface HeldOrderInput<K extends string> {
  /** The keys of the rows as they are now, in their order; the same array while it says the same. */
  keys: readonly K[];
  /** Names what a person chose (filters, sort, grouping, page): another choice is drawn at once. */
  choices: string;
  /** A person looks at the list (see `useReading`). */
  reading: boolean;
}

export interface HeldOrder<K extends string> {
  /** The keys to draw, in their order, while something waits; undefined: draw the rows as they are. */
  keys: readonly K[] | undefined;
  /** What waits, for a `HeldBar`; undefined when nothing does. */
  change: HeldChange | undefined;
  /** Draws what waits. */
  apply: () => void;
}

/**
 * Keeps rows in their places while a person reads them: what is known of a row changes in place, and none comes, goes or
 * moves until asked for. Without a reader, and for what the person does himself, the list follows at once.
 */
export function useHeldOrder<K extends string>({ keys, choices, reading }: HeldOrderInput<K>): HeldOrder<K> {
  const [held, setHeld] = useState({ choices, keys });
  const isChosen = held.choices !== choices;
  const isHeld = reading && !isChosen && held.keys.length > 0;
  const change = useMemo(() => (isChosen ? undefined : compareOrders(held.keys, keys)), [isChosen, held.keys, keys]);
  if (isChosen || (!isHeld && change)) setHeld({ choices, keys });
  const waiting = isHeld ? change : undefined;
  return {
    keys: waiting && held.keys,
    change: waiting,
    apply: useCallback(() => setHeld({ choices, keys }), [choices, keys]),
  };
}

export interface HeldRowsInput<R> extends Omit<HeldOrderInput<string>, 'keys'> {
  /** The rows as they are now; the same array while it says the same. */
  rows: readonly R[];
  rowKey: (row: R) => string;
}

export interface HeldRows<R> extends Omit<HeldOrder<string>, 'keys'> {
  /** The rows to draw: held ones with what is known of them now, those that left as they were last. */
  rows: readonly R[];
}

/** `useHeldOrder` for plain rows. */
export function useHeldRows<R>({ rows, rowKey, choices, reading }: HeldRowsInput<R>): HeldRows<R> {
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey]);
  const { keys: order, change, apply } = useHeldOrder({ keys, choices, reading });
  const drawn = useRef(rows);
  const kept = useMemo(() => {
    if (!order) return rows;
    const known = new Map([...drawn.current, ...rows].map((row) => [rowKey(row), row]));
    return order.flatMap((key) => known.get(key) ?? []);
  }, [order, rows, rowKey]);
  drawn.current = kept;
  return { rows: kept, change, apply };
}
