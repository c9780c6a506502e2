import type { CheckSummary } from '@quarterdeck/contract';
import { compareValues } from '@quarterdeck/ui';
import { type DrawnHealth, groupHealth } from './health.ts';
import { displayName } from './names.ts';
import type { PivotCellType } from './search.ts';
import { shownLatency, uptimeRatio } from './sort.ts';

/** One cell: the checks of one row and one label value. */
export interface PivotCell {
  health: DrawnHealth;
  checks: CheckSummary[];
  uptime: number | undefined;
  /** The highest, in milliseconds. */
  latency: number | undefined;
}

/** A canary or a check, with a cell per value of the label. */
export interface PivotRow {
  name: string;
  cells: (PivotCell | undefined)[];
}

/** Checks against the values of one label. */
export interface PivotTable {
  columns: string[];
  rows: PivotRow[];
}

/** The parameters of a pivot (spec 001 §2): rows by name or canary, columns by the values of a label. */
export interface PivotChoice {
  by: 'name' | 'canary_name';
  label: string;
  cell: PivotCellType;
}

function cell(checks: CheckSummary[]): PivotCell {
  const passed = checks.reduce((sum, check) => sum + check.uptime.passed, 0);
  const failed = checks.reduce((sum, check) => sum + check.uptime.failed, 0);
  const latencies = checks.map(shownLatency).filter((value) => value !== undefined);
  return {
    health: groupHealth(checks),
    checks,
    uptime: uptimeRatio({ passed, failed }),
    latency: latencies.length > 0 ? Math.max(...latencies) : undefined,
  };
}

/** Lays checks out as a pivot; checks without the label are left out. Rows and columns are in alphabetical order. */
export function pivotChecks(checks: readonly CheckSummary[], choice: PivotChoice): PivotTable {
  const columns = new Set<string>();
  const rows = new Map<string, Map<string, CheckSummary[]>>();
  for (const check of checks) {
    if (!check.labels || !Object.hasOwn(check.labels, choice.label)) continue;
    const column = check.labels[choice.label] ?? '';
    const name = choice.by === 'canary_name' ? check.canary_name : displayName(check);
    const row = rows.get(name) ?? new Map<string, CheckSummary[]>();
    const members = row.get(column);
    if (members) members.push(check);
    else row.set(column, [check]);
    rows.set(name, row);
    columns.add(column);
  }
  const sorted = [...columns].sort(compareValues);
  return {
    columns: sorted,
    rows: [...rows]
      .sort(([a], [b]) => compareValues(a, b))
      .map(([name, cells]) => ({
        name,
        cells: sorted.map((column) => {
          const members = cells.get(column);
          return members ? cell(members) : undefined;
        }),
      })),
  };
}
