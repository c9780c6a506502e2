import { type CheckSummary, DEFAULT_HEALTH_TIME_RANGE } from '@quarterdeck/contract';
import { keepLast } from '@quarterdeck/kit';
import { useHeldOrder } from '@quarterdeck/ui';
import { useEffect, useMemo } from 'react';
import { useStored } from '../../../data/stored.ts';
import { countActiveFilters, filterChecks } from '../model/filter.ts';
import { type LabelStates, labelFilters } from '../model/labels.ts';
import { checksOf, groupChecks, orderOf } from '../model/rows.ts';
import type { HealthSearch } from '../model/search.ts';
import {
  effectiveRate,
  HEALTH_SETTINGS_KEY,
  parseHealthSettings,
  parseRefreshRate,
  REFRESH_RATE_KEY,
  type RefreshRate,
  writeHealthSettings,
} from '../model/settings.ts';
import type { Sort } from '../model/sort.ts';
import { healthTabs } from '../model/tabs.ts';
import { arrangeRows, healthChoices, labelKeys, tableItems, withNamedChoices } from '../model/view.ts';
import { useAgentNames } from '../queries/use-agents.ts';
import { useSummary } from '../queries/use-summary.ts';
import { useCollapsed } from './use-collapsed.ts';
import type { SetHealthSearch } from './use-health-actions.ts';

const NO_LABELS = {};
const NO_CHECKS: never[] = [];
const NO_FILTERS: never[] = [];

// What is made of ten thousand checks is not made again by who comes back to the page.
const stagesOf = keepLast(
  (
    checks: readonly CheckSummary[],
    hidePassing: boolean,
    query: string,
    labels: LabelStates,
    tabBy: string,
    tab: string | undefined,
  ) => filterChecks(checks, { hidePassing, query, labels, tabBy, tab }),
);
const rowsOf = keepLast(
  (shown: readonly CheckSummary[], groupBy: string, by: Sort['by'], desc: boolean, matching: readonly CheckSummary[]) =>
    arrangeRows(shown, groupBy, { by, desc }, matching),
);
const keysOf = keepLast(orderOf);
const labelKeysOf = keepLast(labelKeys);

function writeRate(rate: RefreshRate): string {
  return rate ?? '';
}

/**
 * Everything that the health page shows, derived from the address, the stored settings and the summary. While a person
 * is `reading` the list, its rows keep their places. The label filters are counted while they are open. Every
 * choice in effect is written into the address.
 */
export function useHealthView(
  search: HealthSearch,
  setSearch: SetHealthSearch,
  { reading, filtersOpen }: { reading: boolean; filtersOpen: boolean },
) {
  const [settings, setSettings] = useStored(HEALTH_SETTINGS_KEY, parseHealthSettings, writeHealthSettings);
  const [storedRate, setRate] = useStored(REFRESH_RATE_KEY, parseRefreshRate, writeRate);
  useEffect(() => {
    if (withNamedChoices(search, settings) === search) return;
    setSearch((held) => withNamedChoices(held, settings), { replace: true });
  }, [search, settings, setSearch]);
  const timeRange = search.timeRange ?? DEFAULT_HEALTH_TIME_RANGE;
  const rate = effectiveRate(storedRate, timeRange);
  const query = useSummary(rate, timeRange);
  const checks = query.data?.checks ?? NO_CHECKS;
  const { hidePassing, groupBy, tabBy, sort } = healthChoices(search, settings);
  const { collapsed, toggle: toggleGroup } = useCollapsed(search, setSearch, groupBy);
  const labels = search.labels ?? NO_LABELS;

  const stages = stagesOf(checks, hidePassing, search.query ?? '', labels, tabBy, search.tab);
  const agentNames = useAgentNames(checks, tabBy === 'agent');
  const tabs = useMemo(
    () => healthTabs(stages.labelled, tabBy, search.tab, agentNames),
    [stages.labelled, tabBy, search.tab, agentNames],
  );
  const { by, desc } = sort;
  const rows = rowsOf(stages.shown, groupBy, by, desc, stages.matching);
  const choices = JSON.stringify([hidePassing, search.query, labels, tabBy, search.tab, groupBy, by, desc]);
  const keys = keysOf(rows);
  const held = useHeldOrder({ keys, choices, reading });
  const shown = useMemo(
    () => (held.keys ? groupChecks(checksOf(held.keys, checks), groupBy, stages.matching) : rows),
    [held.keys, checks, groupBy, stages.matching, rows],
  );
  const items = useMemo(() => tableItems(shown, collapsed), [shown, collapsed]);
  const filters = useMemo(
    () => (filtersOpen ? labelFilters(stages.searched, labels) : NO_FILTERS),
    [filtersOpen, stages.searched, labels],
  );
  return {
    query,
    checks,
    stages,
    tabs,
    items,
    held,
    filters,
    labelKeys: labelKeysOf(checks),
    labels,
    hidePassing,
    groupBy,
    tabBy,
    sort,
    timeRange,
    settings,
    setSettings,
    rate,
    setRate,
    toggleGroup,
    activeFilters: countActiveFilters({ hidePassing, labels }),
  };
}

export type HealthView = ReturnType<typeof useHealthView>;
