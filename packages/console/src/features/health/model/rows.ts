import type { CheckId, CheckSummary } from '@quarterdeck/contract';
import { type DrawnHealth, groupHealth } from './health.ts';
import { displayName } from './names.ts';

/** A row of one check. `name` is what is shown: in a name group the part after the prefix. */
export interface CheckRow {
  kind: 'check';
  id: string;
  depth: 0 | 1;
  name: string;
  check: CheckSummary;
}

/** A row that stands for several checks. */
export interface GroupRow {
  kind: 'group';
  id: string;
  name: string;
  /** The type or icon of all members when equal. */
  icon: string | undefined;
  health: DrawnHealth;
  /** Members without a failed result. */
  fullyPassing: number;
  /** Members that are healthy, and all members, those that hide passing leaves out among them. */
  passing: number;
  total: number;
  uptime: { passed: number; failed: number };
  namespaces: string[];
  children: CheckRow[];
}

export type HealthRow = CheckRow | GroupRow;

/** Group By choices that are not label keys. */
export const GROUP_BY_FIELDS = ['no-group', 'canary_name', 'name', 'description', 'type'] as const;
export const DEFAULT_GROUP_BY = 'canary_name';

/** The group of checks that have no value of the field. */
export const NO_VALUE = '(none)';
/** The group of checks that have not the label. */
export const OTHERS = 'Others';

function groupNameOf(check: CheckSummary, groupBy: string): string | undefined {
  switch (groupBy) {
    case 'canary_name':
      return check.canary_name || NO_VALUE;
    case 'description':
      return check.description || NO_VALUE;
    case 'type':
      return check.type || NO_VALUE;
    case 'name': {
      const name = displayName(check);
      const slash = name.indexOf('/');
      return slash > 0 && slash < name.length - 1 ? name.slice(0, slash) : undefined;
    }
    default:
      return check.labels && Object.hasOwn(check.labels, groupBy) ? check.labels[groupBy] || NO_VALUE : OTHERS;
  }
}

const made = new WeakMap<CheckSummary, CheckRow>();

/** A row keeps its identity as long as its check, place and name do, so that only changed rows are drawn again. */
function checkRow(check: CheckSummary, depth: 0 | 1, name = displayName(check)): CheckRow {
  const known = made.get(check);
  if (known && known.depth === depth && known.name === name) return known;
  const row: CheckRow = { kind: 'check', id: check.id, depth, name, check };
  made.set(check, row);
  return row;
}

function common(values: (string | undefined)[]): string | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}

/** The id of the row of a group. */
export function groupId(groupBy: string, name: string): string {
  return `group:${groupBy}:${name}`;
}

function groupRow(name: string, groupBy: string, checks: CheckSummary[], all: CheckSummary[]): GroupRow {
  const uptime = { passed: 0, failed: 0 };
  let fullyPassing = 0;
  let passing = 0;
  for (const check of all) {
    if (check.status === 'healthy') passing += 1;
    uptime.passed += check.uptime.passed;
    uptime.failed += check.uptime.failed;
    if (check.uptime.failed === 0 && check.uptime.passed > 0) fullyPassing += 1;
  }
  const remainder = (check: CheckSummary): string => displayName(check).slice(name.length + 1);
  return {
    kind: 'group',
    id: groupId(groupBy, name),
    name,
    icon: common(checks.map((check) => check.icon || check.type)),
    health: groupHealth(all),
    fullyPassing,
    passing,
    total: all.length,
    uptime,
    namespaces: [...new Set(checks.map((check) => check.namespace).filter(Boolean))].sort(),
    children: checks.map((check) => checkRow(check, 1, groupBy === 'name' ? remainder(check) : undefined)),
  };
}

/**
 * Groups checks by a field or a label key. Groups of one check are plain rows; name grouping takes what comes before the
 * first `/`, and a lone prefixed check keeps its full name (contract screens §5.1). The order is that of first sight.
 * `all` holds the checks before hide passing: a group tells the health and the counts of all its members.
 *
 * The table's own `groupRows` knows neither rows without a group nor members that are not listed, and its groups stand
 * where their first row stands, whereas these are sorted by what they tell themselves.
 */
export function groupChecks(
  checks: readonly CheckSummary[],
  groupBy: string,
  all: readonly CheckSummary[] = checks,
): HealthRow[] {
  if (groupBy === 'no-group') return checks.map((check) => checkRow(check, 0));
  const rows: (CheckSummary[] | CheckRow)[] = [];
  const groups = new Map<string, CheckSummary[]>();
  const names: string[] = [];
  for (const check of checks) {
    const name = groupNameOf(check, groupBy);
    if (name === undefined) {
      rows.push(checkRow(check, 0));
      continue;
    }
    const members = groups.get(name);
    if (members) members.push(check);
    else {
      const started = [check];
      groups.set(name, started);
      names.push(name);
      rows.push(started);
    }
  }
  const members = all === checks ? groups : membersOf(all, groupBy, groups);
  let next = 0;
  return rows.map((row): HealthRow => {
    if (!Array.isArray(row)) return row;
    const name = names[next++] ?? '';
    const [only] = row;
    return only && row.length === 1 ? checkRow(only, 0) : groupRow(name, groupBy, row, members.get(name) ?? row);
  });
}

function membersOf(
  all: readonly CheckSummary[],
  groupBy: string,
  wanted: ReadonlyMap<string, CheckSummary[]>,
): ReadonlyMap<string, CheckSummary[]> {
  const members = new Map<string, CheckSummary[]>([...wanted.keys()].map((name) => [name, []]));
  for (const check of all) {
    const name = groupNameOf(check, groupBy);
    if (name !== undefined) members.get(name)?.push(check);
  }
  return members;
}

/** The rows on screen: the children of a group follow it unless it is collapsed. */
export function flattenRows(rows: readonly HealthRow[], collapsed: ReadonlySet<string>): HealthRow[] {
  const flat: HealthRow[] = [];
  for (const row of rows) {
    flat.push(row);
    if (row.kind === 'group' && !collapsed.has(row.id)) for (const child of row.children) flat.push(child);
  }
  return flat;
}

/** The checks of rows in their order, those of collapsed groups among them. */
export function orderOf(rows: readonly HealthRow[]): CheckId[] {
  return rows.flatMap((row) => (row.kind === 'check' ? row.check.id : row.children.map((child) => child.check.id)));
}

/** The checks of an order with what is known of them now; those that are gone from the server are left out. */
export function checksOf(order: readonly CheckId[], checks: readonly CheckSummary[]): CheckSummary[] {
  const now = new Map(checks.map((check) => [check.id, check]));
  return order.flatMap((id) => now.get(id) ?? []);
}
