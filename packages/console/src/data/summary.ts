import type { CheckId, CheckPatch, CheckSummary, SummaryResponse } from '@quarterdeck/contract';
import { replaceEqualDeep } from '@tanstack/react-query';

/** The summary as the cache holds it. Rows that did not change keep their identity from one state to the next. */
export interface Summary {
  checks: CheckSummary[];
  runnerName: string;
}

const NO_UPTIME = { passed: 0, failed: 0 };
const NO_LATENCY = { rolling1h: 0 };

/** Shapes the server's answer; members that it left out because they were empty are filled. */
export function readSummary(response: SummaryResponse): Summary {
  const checks = (response.checks_summary ?? []).map((check) => ({
    ...check,
    uptime: { ...NO_UPTIME, ...check.uptime },
    latency: { ...NO_LATENCY, ...check.latency },
  }));
  return { checks, runnerName: response.runnerName };
}

const indexes = new WeakMap<CheckSummary[], ReadonlyMap<CheckId, number>>();

function indexOf(checks: CheckSummary[]): ReadonlyMap<CheckId, number> {
  const known = indexes.get(checks);
  if (known) return known;
  const made = new Map(checks.map((check, index) => [check.id, index]));
  indexes.set(checks, made);
  return made;
}

/** A check of the summary by its id. */
export function findCheck(summary: Summary | undefined, id: CheckId | undefined): CheckSummary | undefined {
  if (!summary || id === undefined) return undefined;
  const index = indexOf(summary.checks).get(id);
  return index === undefined ? undefined : summary.checks[index];
}

/** Merges live patches; only the rows named are new objects. `unknown` says that a patch named a check not held. */
export function patchSummary(summary: Summary, patches: readonly CheckPatch[]): { summary: Summary; unknown: boolean } {
  const index = indexOf(summary.checks);
  const checks = summary.checks.slice();
  let unknown = false;
  let changed = false;
  for (const { recent: _recent, ...patch } of patches) {
    const at = index.get(patch.id);
    const row = at === undefined ? undefined : checks[at];
    if (at === undefined || !row) unknown = true;
    else if (!isOlder(patch.last_runtime, row.last_runtime)) {
      checks[at] = { ...row, ...patch };
      changed = true;
    }
  }
  if (!changed) return { summary, unknown };
  indexes.set(checks, index);
  return { summary: { ...summary, checks }, unknown };
}

/** Takes checks out. */
export function removeChecks(summary: Summary, ids: readonly CheckId[]): Summary {
  const gone = new Set(ids);
  const checks = summary.checks.filter((check) => !gone.has(check.id));
  return checks.length === summary.checks.length ? summary : { ...summary, checks };
}

function isOlder(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && Date.parse(a) < Date.parse(b);
}

/**
 * Brings a fresh read together with what is held: equal rows keep their identity, and a row that a live event has made
 * newer than the read keeps its newer state.
 */
export function reconcileSummary(held: Summary | undefined, fresh: Summary): Summary {
  if (!held || held === fresh) return fresh;
  const index = indexOf(held.checks);
  const checks = fresh.checks.map((row) => {
    const at = index.get(row.id);
    const old = at === undefined ? undefined : held.checks[at];
    if (!old || old === row) return row;
    return isOlder(row.last_runtime, old.last_runtime) ? old : replaceEqualDeep(old, row);
  });
  return { ...fresh, checks };
}
