import type { CheckSummary } from '@quarterdeck/contract';
import { badness } from '@quarterdeck/ui';
import { drawnHealth } from './health.ts';
import { checkKeys } from './names.ts';
import type { HealthRow } from './rows.ts';
import type { SortKey } from './search.ts';

/** One sorted column. */
export interface Sort {
  by: SortKey;
  desc: boolean;
}

/** p95, else p97, else p99, in milliseconds (contract screens §5.2). */
export function shownLatency(check: Pick<CheckSummary, 'latency'>): number | undefined {
  const { p95, p97, p99 } = check.latency;
  return p95 || p97 || p99 || p95;
}

/** Passed by all; undefined when nothing ran. */
export function uptimeRatio(uptime: { passed: number; failed: number }): number | undefined {
  const total = uptime.passed + uptime.failed;
  return total > 0 ? uptime.passed / total : undefined;
}

interface Keyed<R> {
  row: R;
  value: number;
  tie: number;
  name: string;
  namespace: string;
}

function transition(check: CheckSummary): number {
  const time = check.last_transition_time ? Date.parse(check.last_transition_time) : Number.NaN;
  return Number.isNaN(time) ? 0 : time;
}

function checkValue(check: CheckSummary, by: SortKey): number | undefined {
  if (by === 'uptime') return uptimeRatio(check.uptime);
  if (by === 'latency') return shownLatency(check);
  return by === 'health' ? -badness(drawnHealth(check)) : 0;
}

function keyed<R extends HealthRow>(row: R, by: SortKey): Keyed<R> {
  if (row.kind === 'check') {
    const { sortName, namespace } = checkKeys(row.check);
    const tie = by === 'health' ? -transition(row.check) : 0;
    return { row, value: checkValue(row.check, by) ?? Number.NaN, tie, name: sortName, namespace };
  }
  const shared = { row, name: row.name.toLowerCase(), namespace: row.namespaces[0] ?? '' };
  if (by === 'uptime') return { ...shared, value: uptimeRatio(row.uptime) ?? Number.NaN, tie: 0 };
  if (by === 'name') return { ...shared, value: 0, tie: 0 };
  const values = row.children.map((child) => checkValue(child.check, by)).filter((value) => value !== undefined);
  if (by === 'latency') return { ...shared, value: values.length > 0 ? Math.max(...values) : Number.NaN, tie: 0 };
  const worst = Math.min(...values);
  const newest = row.children
    .filter((child) => checkValue(child.check, 'health') === worst)
    .reduce((time, child) => Math.max(time, transition(child.check)), 0);
  return { ...shared, value: worst, tie: -newest };
}

function compareKeyed(a: Keyed<HealthRow>, b: Keyed<HealthRow>, sign: number): number {
  const aMissing = Number.isNaN(a.value);
  const bMissing = Number.isNaN(b.value);
  if (aMissing !== bMissing) return aMissing ? 1 : -1;
  if (!aMissing && a.value !== b.value) return sign * (a.value - b.value);
  if (a.tie !== b.tie) return a.tie - b.tie;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.namespace < b.namespace ? -1 : a.namespace > b.namespace ? 1 : 0;
}

function sortList<R extends HealthRow>(rows: readonly R[], sort: Sort): R[] {
  const sign = sort.desc ? -1 : 1;
  const list = rows.map((row) => keyed(row, sort.by));
  if (sort.by === 'name') {
    list.sort((a, b) => {
      if (a.name !== b.name) return a.name < b.name ? -sign : sign;
      return a.namespace < b.namespace ? -1 : a.namespace > b.namespace ? 1 : 0;
    });
  } else list.sort((a, b) => compareKeyed(a, b, sign));
  return list.map((one) => one.row);
}

/**
 * Sorts rows, and the members of each group, by one column. Names compare case-insensitively, then namespaces; rows
 * without a value come last either way; badness is broken by the newest transition. A group takes the worst health and
 * the highest latency of its members and their summed uptime.
 */
export function sortRows(rows: readonly HealthRow[], sort: Sort): HealthRow[] {
  const inner = rows.map((row) => (row.kind === 'group' ? { ...row, children: sortList(row.children, sort) } : row));
  return sortList(inner, sort);
}
