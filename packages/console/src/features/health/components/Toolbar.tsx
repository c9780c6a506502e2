import { HEALTH_TIME_RANGES, type HealthTimeRange, REFRESH_RATES, SEARCH_DEBOUNCE_MS } from '@quarterdeck/contract';
import { Badge, Button, ChoiceMenu, type ChoiceOption, SearchBox, Toggle, useDebouncedText } from '@quarterdeck/ui';
import { Clock, LayoutList, ListFilter, RefreshCw } from 'lucide-react';
import { GROUP_BY_FIELDS } from '../model/rows.ts';
import { isRateDisabled, parseRefreshRate, type RefreshRate, rangeLabel, rateLabel } from '../model/settings.ts';

const SEARCH_PLACEHOLDER = 'Search by name, description, or endpoint';

export interface ToolbarProps {
  query: string;
  onQuery: (query: string) => void;
  activeFilters: number;
  filtersOpen: boolean;
  onFilters: () => void;
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
  rate: RefreshRate;
  onRate: (rate: RefreshRate) => void;
}

const GROUP_LABELS: Record<(typeof GROUP_BY_FIELDS)[number], string> = {
  'no-group': 'No Grouping',
  canary_name: 'Group Name',
  name: 'Name',
  description: 'Description',
  type: 'Type',
};

function withLabels(fixed: ChoiceOption[], keys: readonly string[], chosen: string): ChoiceOption[] {
  const known = new Set(fixed.map((option) => option.value));
  const all = keys.includes(chosen) || known.has(chosen) ? keys : [...keys, chosen];
  const options = all
    .filter((key) => !known.has(key))
    .map((key, index) => ({ value: key, label: key, ...(index === 0 ? { section: 'Labels' } : {}) }));
  return [...fixed, ...options];
}

const RANGES: ChoiceOption[] = HEALTH_TIME_RANGES.map((range) => ({ value: range, label: rangeLabel(range) }));

interface TimeRangeMenuProps {
  value: HealthTimeRange;
  onChange: (range: HealthTimeRange) => void;
  /** Without the clock, where there is little room. */
  plain?: boolean;
}

/** The time ranges of the health page, as a choice. */
export function TimeRangeMenu({ value, onChange, plain }: TimeRangeMenuProps) {
  return (
    <ChoiceMenu
      label="Time Range"
      compact
      align="end"
      icon={plain ? undefined : <Clock size={13} aria-hidden="true" />}
      options={RANGES}
      value={value}
      onChange={(next) => {
        const range = HEALTH_TIME_RANGES.find((candidate) => candidate === next);
        if (range) onChange(range);
      }}
    />
  );
}

/** The search of the page; what is typed draws this box alone, not the tools beside it. */
function SearchField({ query, onQuery }: Pick<ToolbarProps, 'query' | 'onQuery'>) {
  const search = useDebouncedText(query, onQuery, SEARCH_DEBOUNCE_MS);
  return (
    <SearchBox
      label="Search checks"
      placeholder={SEARCH_PLACEHOLDER}
      value={search.text}
      onChange={search.setText}
      onSubmit={search.flush}
      hotkey
      className="qd-toolbar-search"
    />
  );
}

/** Search, filters, order, grouping, tabs, layout, time range and refresh rate of the health page. */
export function Toolbar(props: ToolbarProps) {
  const groupOptions = GROUP_BY_FIELDS.map((field) => ({ value: field, label: GROUP_LABELS[field] }));
  const tabOptions = [
    { value: 'namespace', label: 'Namespace' },
    { value: 'agent', label: 'Agent' },
  ];
  return (
    <div className="qd-toolbar">
      <SearchField query={props.query} onQuery={props.onQuery} />
      <Button
        data-filter-toggle
        icon={<ListFilter size={14} aria-hidden="true" />}
        aria-expanded={props.filtersOpen}
        onClick={props.onFilters}
      >
        Filters
        {props.activeFilters > 0 && <Badge tone="accent">{props.activeFilters}</Badge>}
      </Button>
      <Toggle label="Worst first" pressed={props.badnessFirst} onChange={props.onBadnessFirst} />
      <span className="qd-toolbar-gap" />
      <ChoiceMenu
        label="Group By"
        options={withLabels(groupOptions, props.labelKeys, props.groupBy)}
        value={props.groupBy}
        onChange={props.onGroupBy}
      />
      <ChoiceMenu
        label="Tab By"
        options={withLabels(tabOptions, props.labelKeys, props.tabBy)}
        value={props.tabBy}
        onChange={props.onTabBy}
      />
      <ChoiceMenu
        label="Layout"
        compact
        icon={<LayoutList size={13} aria-hidden="true" />}
        options={[
          { value: 'table', label: 'Table' },
          { value: 'card', label: 'Cards' },
        ]}
        value={props.layout}
        onChange={(layout) => props.onLayout(layout === 'card' ? 'card' : 'table')}
      />
      <TimeRangeMenu value={props.timeRange} onChange={props.onTimeRange} />
      <ChoiceMenu
        label="Refresh rate"
        compact
        align="end"
        icon={<RefreshCw size={13} aria-hidden="true" />}
        options={REFRESH_RATES.map((rate) => ({
          value: rate ?? 'none',
          label: rateLabel(rate),
          disabled: isRateDisabled(rate, props.timeRange),
        }))}
        value={props.rate ?? 'none'}
        onChange={(rate) => props.onRate(parseRefreshRate(rate))}
      />
    </div>
  );
}
