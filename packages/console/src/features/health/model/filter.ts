import { type CheckSummary, NIL_AGENT_ID } from '@quarterdeck/contract';
import type { TriState } from '@quarterdeck/kit';
import { checkKeys } from './names.ts';
import { labelKeyOf } from './search.ts';

/** What narrows the list, in the order in which it is applied (contract screens §5.1). */
export interface HealthFilter {
  hidePassing: boolean;
  query: string;
  labels: Record<string, TriState>;
  /** `namespace`, `agent` or a label key. */
  tabBy: string;
  /** The chosen tab; undefined is All. */
  tab: string | undefined;
}

/** The list after each step that something is derived from. */
export interface FilterStages {
  /** After hide passing and text: the label section shows the labels of these. */
  searched: CheckSummary[];
  /** After labels: the tabs are made of these. */
  labelled: CheckSummary[];
  /** After everything. */
  shown: CheckSummary[];
  /** All filters but hide passing: the counts speak of these. The same list as `shown` when nothing is hidden. */
  matching: CheckSummary[];
  /** How many healthy checks hide passing leaves out of `shown`. */
  hiddenPassing: number;
}

type CheckTest = (check: CheckSummary) => boolean;

/** A test for a text search over description, canary name, endpoint and name (spec 001 §5). */
export function textTest(query: string): CheckTest {
  const needle = query.trim().toLowerCase();
  return needle === '' ? () => true : (check) => checkKeys(check).haystack.includes(needle);
}

/** A test for the label filter: no excluded label, and for each included key one of its included values. */
export function labelTest(labels: Record<string, TriState>): CheckTest {
  const excluded = new Set<string>();
  const included = new Map<string, Set<string>>();
  for (const [label, state] of Object.entries(labels)) {
    if (state === -1) excluded.add(label);
    else {
      const key = labelKeyOf(label);
      included.set(key, (included.get(key) ?? new Set()).add(label));
    }
  }
  if (excluded.size === 0 && included.size === 0) return () => true;
  return (check) => {
    const own = new Set(Object.entries(check.labels ?? {}).map(([key, value]) => `${key}:${value}`));
    for (const label of excluded) if (own.has(label)) return false;
    for (const group of included.values()) if (![...group].some((label) => own.has(label))) return false;
    return true;
  };
}

/** The tab of a check under a Tab By choice; undefined when it belongs to none but All. */
export function tabOf(check: CheckSummary, tabBy: string): string | undefined {
  if (tabBy === 'namespace') return check.namespace || 'none';
  if (tabBy === 'agent') return check.agent_id || NIL_AGENT_ID;
  return check.labels && Object.hasOwn(check.labels, tabBy) ? check.labels[tabBy] : undefined;
}

/** Applies the filters in their order and keeps the lists that the rest of the page is derived from. */
export function filterChecks(checks: readonly CheckSummary[], filter: HealthFilter): FilterStages {
  const passesText = textTest(filter.query);
  const passesLabels = labelTest(filter.labels);
  const stages: FilterStages = { searched: [], labelled: [], shown: [], matching: [], hiddenPassing: 0 };
  for (const check of checks) {
    if (!passesText(check)) continue;
    const hidden = filter.hidePassing && check.status === 'healthy';
    if (!hidden) stages.searched.push(check);
    if (!passesLabels(check)) continue;
    if (!hidden) stages.labelled.push(check);
    if (filter.tab !== undefined && tabOf(check, filter.tabBy) !== filter.tab) continue;
    stages.matching.push(check);
    if (hidden) stages.hiddenPassing += 1;
    else stages.shown.push(check);
  }
  if (stages.hiddenPassing === 0) stages.matching = stages.shown;
  return stages;
}

/** How many filters are active: hide passing counts one, each label one (contract screens §5.1). */
export function countActiveFilters(filter: Pick<HealthFilter, 'hidePassing' | 'labels'>): number {
  return (filter.hidePassing ? 1 : 0) + Object.keys(filter.labels).length;
}
