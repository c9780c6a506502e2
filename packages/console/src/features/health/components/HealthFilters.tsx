import type { HealthTimeRange } from '@quarterdeck/contract';
import { Badge, Button, ChoiceMenu, type ChoiceOption, FilterBar, type FilterState, Toggle } from '@quarterdeck/ui';
import { LayoutList, ListFilter } from 'lucide-react';
import { useSavedFilters } from '../../../shared/saved-filters.ts';
import { barFields, barFilters, type LabelStates } from '../model/labels.ts';
import { GROUP_BY_FIELDS } from '../model/rows.ts';
import { RangePicker } from './RangePicker.tsx';

const SEARCH = { label: 'Search checks', placeholder: 'Search by name, description, or endpoint', hotkey: true };

export interface HealthFiltersProps {
  query: string;
  labels: LabelStates;
  /** `replace`: only what is searched changed. */
  onFilter: (state: FilterState, options: { replace: boolean }) => void;
  activeFilters: number;
  areaOpen: boolean;
  onArea: () => void;
  badnessFirst: boolean;
  onBadnessFirst: (on: boolean) => void;
  layout: 'table' | 'card';
  onLayout: (layout: 'table' | 'card') => void;
  labelKeys: readonly string[];
  groupBy: string;
  onGroupBy: (groupBy: string) => void;
  tabBy: string;
  onTabBy: (tabBy: string) => void;
  timeRange: HealthTimeRange;
  onTimeRange: (range: HealthTimeRange) => void;
}

const GROUP_LABELS: Record<(typeof GROUP_BY_FIELDS)[number], string> = {
  'no-group': 'No Grouping',
  canary_name: 'Group Name',
  name: 'Name',
  description: 'Description',
  type: 'Type',
};

const GROUPS: readonly ChoiceOption[] = GROUP_BY_FIELDS.map((field) => ({ value: field, label: GROUP_LABELS[field] }));
const TABS: readonly ChoiceOption[] = [
  { value: 'namespace', label: 'Namespace' },
  { value: 'agent', label: 'Agent' },
];
const LAYOUTS: readonly ChoiceOption[] = [
  { value: 'table', label: 'Table' },
  { value: 'card', label: 'Cards' },
];

function withLabels(fixed: readonly ChoiceOption[], keys: readonly string[], chosen: string): ChoiceOption[] {
  const known = new Set(fixed.map((option) => option.value));
  const all = keys.includes(chosen) || known.has(chosen) ? keys : [...keys, chosen];
  const options = all
    .filter((key) => !known.has(key))
    .map((key, index) => ({ value: key, label: key, ...(index === 0 ? { section: 'Labels' } : {}) }));
  return [...fixed, ...options];
}

/** What narrows and arranges the list: search, filters, saved filters, order, grouping, tabs, layout, time range. */
export function HealthFilters(props: HealthFiltersProps) {
  const { query, labels, onFilter, labelKeys } = props;
  const saved = useSavedFilters('healthSavedFilters');
  const value = { search: query, filters: barFilters(labels) };
  return (
    <FilterBar
      label="Find and arrange checks"
      fields={barFields(labels)}
      value={value}
      onChange={(next) => onFilter(next, { replace: next.filters === value.filters })}
      search={SEARCH}
      saved={saved}
    >
      <Button
        data-filter-toggle
        icon={<ListFilter size={14} aria-hidden="true" />}
        aria-expanded={props.areaOpen}
        onClick={props.onArea}
      >
        Filters
        {props.activeFilters > 0 && <Badge tone="accent">{props.activeFilters}</Badge>}
      </Button>
      <Toggle label="Worst first" pressed={props.badnessFirst} onChange={props.onBadnessFirst} />
      <span className="qd-grow" />
      <ChoiceMenu
        label="Group By"
        options={withLabels(GROUPS, labelKeys, props.groupBy)}
        value={props.groupBy}
        onChange={props.onGroupBy}
      />
      <ChoiceMenu
        label="Tab By"
        options={withLabels(TABS, labelKeys, props.tabBy)}
        value={props.tabBy}
        onChange={props.onTabBy}
      />
      <ChoiceMenu
        label="Layout"
        compact
        icon={<LayoutList size={13} aria-hidden="true" />}
        options={LAYOUTS}
        value={props.layout}
        onChange={(layout) => props.onLayout(layout === 'card' ? 'card' : 'table')}
      />
      <RangePicker value={props.timeRange} onChange={props.onTimeRange} />
    </FilterBar>
  );
}
