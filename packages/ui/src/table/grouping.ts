import { type CellValue, isBlank } from './sorting.ts';
import type { TableItem } from './types.ts';

/** A column that rows are grouped by. */
export interface GroupRule<R> {
  id: string;
  value: (row: R) => CellValue;
  /** The value in words (default: the value itself; blanks are "(none)"). */
  label?: (value: CellValue, row: R) => string;
}

/** A group of rows. */
export interface RowGroup<R> {
  /** The column that it is grouped by. */
  column: string;
  value: CellValue;
  label: string;
  /** All rows below it, of all pages and of deeper groups. */
  rows: readonly R[];
}

export interface GroupOptions<R> {
  rules: readonly GroupRule<R>[];
  rowKey: (row: R) => string;
  isExpanded: (groupKey: string) => boolean;
  /** The rows to draw, as places in the order of the groups: from, up to but without. Default: all. */
  window?: readonly [number, number];
}

type Item<R> = TableItem<R, RowGroup<R>>;

/**
 * Rows as the flat list that a table draws, grouped by any number of columns. Groups stand where their first row stood,
 * so sorted rows sort their groups. With a window only its rows are listed, and only the groups that hold one of them; a
 * group still knows all its rows, so its count is that of the whole filter. Items whose content did not change are taken
 * from `before`, so that a live update draws only what changed.
 */
export function groupRows<R>(rows: readonly R[], options: GroupOptions<R>, before: readonly Item<R>[] = []): Item<R>[] {
  const known = new Map(before.map((item) => [item.key, item]));
  const [from, to] = options.window ?? [0, rows.length];
  const items: Item<R>[] = [];
  let place = 0;

  const list = (members: readonly R[], depth: number, path: string, drawn: boolean) => {
    const rule = options.rules[depth];
    if (!rule) {
      for (const row of members) {
        const isInWindow = place >= from && place < to;
        place += 1;
        if (drawn && isInWindow) items.push(keep(known, { kind: 'row', key: options.rowKey(row), depth, data: row }));
      }
      return;
    }
    for (const [name, group] of collect(members, rule)) {
      const key = `${path}/${rule.id}=${name}`;
      const expanded = options.isExpanded(key);
      const touches = place < to && place + group.rows.length > from;
      if (drawn && touches) items.push(keep(known, { kind: 'group', key, depth, expanded, data: group }));
      if (drawn && touches && expanded) list(group.rows, depth + 1, key, true);
      else place += group.rows.length;
    }
  };
  list(rows, 0, '', true);
  return items;
}

function collect<R>(rows: readonly R[], rule: GroupRule<R>): Map<string, RowGroup<R>> {
  const groups = new Map<string, RowGroup<R> & { rows: R[] }>();
  for (const row of rows) {
    const value = rule.value(row);
    const blank = isBlank(value);
    const name = blank ? '' : value instanceof Date ? value.toISOString() : String(value);
    const group = groups.get(name);
    if (group) group.rows.push(row);
    else {
      const label = rule.label?.(value, row) ?? (blank ? '(none)' : name);
      groups.set(name, { column: rule.id, value, label, rows: [row] });
    }
  }
  return groups;
}

/** The item of before when it says the same. */
function keep<R>(known: ReadonlyMap<string, Item<R>>, item: Item<R>): Item<R> {
  const old = known.get(item.key);
  if (!old || old.depth !== item.depth) return item;
  if (old.kind === 'row' && item.kind === 'row') return old.data === item.data ? old : item;
  if (old.kind !== 'group' || item.kind !== 'group' || old.expanded !== item.expanded) return item;
  const [was, now] = [old.data, item.data];
  const isSame =
    was.label === now.label && was.rows.length === now.rows.length && was.rows.every((row, i) => row === now.rows[i]);
  return isSame ? old : item;
}
