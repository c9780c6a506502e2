import type { CheckSummary } from '@quarterdeck/contract';
import type { TableItem } from '@quarterdeck/ui';
import { type CheckRow, flattenRows, type GroupRow, groupChecks, type HealthRow } from './rows.ts';
import type { HealthSearch } from './search.ts';
import type { HealthSettings } from './settings.ts';
import type { Sort } from './sort.ts';
import { sortRows } from './sort.ts';

/** The choices in effect: those of the address, else the stored ones. */
export interface HealthChoices {
  hidePassing: boolean;
  groupBy: string;
  tabBy: string;
  sort: Sort;
}

/** Resolves the address against the stored settings; by name ascending unless something else is chosen. */
export function healthChoices(search: HealthSearch, settings: HealthSettings): HealthChoices {
  const fallback: Sort = { by: settings.badnessFirst ? 'health' : 'name', desc: false };
  return {
    hidePassing: search.hidePassing ?? settings.hidePassing,
    groupBy: search.groupBy ?? settings.groupBy,
    tabBy: search.tabBy ?? settings.tabBy,
    sort: search.sortBy ? { by: search.sortBy, desc: search.sortDesc ?? false } : fallback,
  };
}

/**
 * The address with every choice in effect by name, also the usual ones, so that a link copied from it opens the same
 * state in a browser that stored others; the same object when it names them all.
 */
export function withNamedChoices(search: HealthSearch, settings: HealthSettings): HealthSearch {
  const { sort, ...chosen } = healthChoices(search, settings);
  const names = ['hidePassing', 'groupBy', 'tabBy', 'sortBy'] as const;
  if (names.every((name) => search[name] !== undefined)) return search;
  const { sortDesc: _unused, ...rest } = search;
  return { ...rest, ...chosen, sortBy: sort.by, ...(sort.desc ? { sortDesc: true } : {}) };
}

/** Groups and sorts what the filters left; `all` is what they left before hide passing. */
export function arrangeRows(
  checks: readonly CheckSummary[],
  groupBy: string,
  sort: Sort,
  all: readonly CheckSummary[] = checks,
): HealthRow[] {
  return sortRows(groupChecks(checks, groupBy, all), sort);
}

type HealthItem = TableItem<CheckRow, GroupRow>;

const items = new WeakMap<HealthRow, HealthItem>();

function tableItem(row: HealthRow, collapsed: ReadonlySet<string>): HealthItem {
  const known = items.get(row);
  const expanded = !collapsed.has(row.id);
  if (known && (known.kind === 'row' || known.expanded === expanded)) return known;
  const item: HealthItem =
    row.kind === 'group'
      ? { kind: 'group', key: row.id, depth: 0, expanded, data: row }
      : { kind: 'row', key: row.id, depth: row.depth, data: row };
  items.set(row, item);
  return item;
}

/**
 * Rows in the form of the table, collapsed groups without their members. An item keeps its identity as long as its row
 * does, which lets the table skip it.
 */
export function tableItems(rows: readonly HealthRow[], collapsed: ReadonlySet<string>): HealthItem[] {
  return flattenRows(rows, collapsed).map((row) => tableItem(row, collapsed));
}

/** The checks beside one in the order of the list, for previous and next. */
export function neighbours(
  list: readonly HealthItem[],
  id: string | undefined,
): { previous: string | undefined; next: string | undefined } {
  const ids = list.flatMap((item) => (item.kind === 'row' ? [item.data.id] : []));
  const at = id === undefined ? -1 : ids.indexOf(id);
  return { previous: at > 0 ? ids[at - 1] : undefined, next: ids[at + 1] };
}

/** Keys of all labels of some checks, sorted; the choices of Group By and Tab By. */
export function labelKeys(checks: readonly CheckSummary[]): string[] {
  const keys = new Set<string>();
  for (const check of checks) for (const key of Object.keys(check.labels ?? {})) keys.add(key);
  return [...keys].sort();
}
