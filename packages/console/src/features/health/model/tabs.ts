import { type CheckSummary, NIL_AGENT_ID } from '@quarterdeck/contract';
import { compareValues } from '@quarterdeck/ui';
import { tabOf } from './filter.ts';

/** One tab over the table. `value` undefined is All. */
export interface HealthTab {
  value: string | undefined;
  label: string;
  count: number;
  /** Failing checks in it. */
  failing: number;
}

/** The name of the agent that is this server, whose id is nil. */
const LOCAL_AGENT = 'local';

/**
 * The tabs of a Tab By choice: All first, then alphabetical. The chosen tab stays even when its checks are gone.
 * `agentNames` maps agent ids to names; an unknown agent shows its id.
 */
export function healthTabs(
  checks: readonly CheckSummary[],
  tabBy: string,
  chosen: string | undefined,
  agentNames: ReadonlyMap<string, string> = new Map(),
): HealthTab[] {
  const found = new Map<string, HealthTab>();
  const all: HealthTab = { value: undefined, label: 'All', count: 0, failing: 0 };
  const tab = (value: string): HealthTab => {
    const known = found.get(value);
    if (known) return known;
    const label = tabBy === 'agent' ? (agentNames.get(value) ?? (value === NIL_AGENT_ID ? LOCAL_AGENT : value)) : value;
    const made: HealthTab = { value, label, count: 0, failing: 0 };
    found.set(value, made);
    return made;
  };
  if (chosen !== undefined) tab(chosen);
  for (const check of checks) {
    const value = tabOf(check, tabBy);
    for (const one of value === undefined ? [all] : [all, tab(value)]) {
      one.count += 1;
      if (check.status === 'unhealthy') one.failing += 1;
    }
  }
  return [all, ...[...found.values()].sort((a, b) => compareValues(a.label, b.label))];
}
