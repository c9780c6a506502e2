import { useMemo, useRef } from 'react';
import { isTicked, keysBetween, NO_SELECTION, type RowSelection, tick } from './selection.ts';
import type { TableItem, TableProps } from './types.ts';

export interface Ticks {
  /** Undefined without a column of checkboxes. */
  of: (key: string) => boolean | undefined;
  /** Of the rows that are here. */
  here: 'all' | 'some' | 'none' | undefined;
  set: (key: string, on: boolean, range: boolean) => void;
  setHere: (on: boolean) => void;
}

/** The ticked rows of a table, and the row that a range begins at. */
export function useTicks<R, G>({ rows, selection = NO_SELECTION, onSelection }: TableProps<R, G>): Ticks {
  const anchor = useRef<string>(null);
  const keys = useMemo(() => (onSelection ? rowKeys(rows) : []), [rows, onSelection]);
  const named = useMemo(() => new Set(selection.keys), [selection]);
  const isOn = (key: string) => named.has(key) !== selection.all;
  const here = useMemo(() => countHere(selection, keys), [selection, keys]);
  const change = (next: RowSelection) => onSelection?.(next);
  return {
    of: (key) => (onSelection ? isOn(key) : undefined),
    here: onSelection ? here : undefined,
    set(key, on, range) {
      const affected = range ? keysBetween(keys, anchor.current, key) : [key];
      anchor.current = key;
      change(tick(selection, affected, on));
    },
    setHere: (on) => change(selection.all && !on ? NO_SELECTION : tick(selection, keys, on)),
  };
}

function rowKeys<R, G>(rows: readonly TableItem<R, G>[]): string[] {
  return rows.flatMap((item) => (item.kind === 'row' ? [item.key] : []));
}

function countHere(selection: RowSelection, keys: readonly string[]): 'all' | 'some' | 'none' {
  const named = { all: selection.all, keys: new Set(selection.keys) };
  const ticked = keys.filter((key) => named.keys.has(key) !== named.all).length;
  if (ticked === 0) return 'none';
  return ticked === keys.length ? 'all' : 'some';
}

/** Whether the row with the focus would be ticked or unticked by Space. */
export function wouldTick(selection: RowSelection | undefined, key: string): boolean {
  return !isTicked(selection ?? NO_SELECTION, key);
}
