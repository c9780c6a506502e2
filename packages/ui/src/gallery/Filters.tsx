import { type AbsoluteRange, addRecentRange, type TimeRangeValue } from '@quarterdeck/kit';
import { useState } from 'react';
import { FilterBar } from '../filter-bar/FilterBar.tsx';
import { type FilterField, type FilterState, NO_FILTERS, type SavedFilter } from '../filter-bar/filter-state.ts';
import { TimeRange, type TimeRangeProps } from '../time-range/TimeRange.tsx';
import { Section } from './Section.tsx';

const RECENT: AbsoluteRange[] = [
  { type: 'absolute', display: '', from: '2026-11-19T07:00:00.000Z', to: '2026-11-20T16:30:00.000Z' },
  { type: 'absolute', display: '', from: 'now-2d/d', to: 'now-1d/d' },
];
const HOUR: TimeRangeValue = { type: 'relative', display: '1 hour', range: 'now-1h' };
const BROKEN: TimeRangeValue = { type: 'mapped', display: 'Someday', timeRange: 'Someday' };

const FIELDS: FilterField[] = [
  {
    id: 'type',
    label: 'Type',
    options: ['http', 'dns', 'tcp', 'icmp', 'postgres'].map((value, i) => ({ value, count: 214 - i * 31 })),
  },
  {
    id: 'labels',
    label: 'Labels',
    mode: 'tags',
    options: ['team:payments', 'team:search', 'tier:1', 'tier:2'].map((value) => ({ value })),
  },
];
const SAVED: SavedFilter[] = [
  { name: 'My team', search: '', filters: { labels: { 'team:payments': 1 } } },
  { name: 'All but probes', search: '', filters: { type: { icmp: -1, tcp: -1 } } },
];
const SET: FilterState = {
  search: 'ledger',
  filters: { type: { http: 1, dns: 1 }, labels: { 'team:payments': 1, 'tier:2': -1 } },
};

/** The time range and the filter bar in their states. */
export function FiltersGallery() {
  return (
    <>
      <Section title="Time range">
        <div className="qd-row">
          <RangeSample label="Time range" initial={HOUR} />
          <RangeSample label="Time range of nothing" />
          <RangeSample label="Absolute time range" initial={RECENT[0]} />
          <RangeSample label="Silence for" future />
          <RangeSample label="Broken time range" initial={BROKEN} />
        </div>
      </Section>
      <Section title="Filter bar" wide>
        <BarSample label="Filters that are set" initial={SET} passing={894} />
        <BarSample label="Filters of nothing" initial={NO_FILTERS} passing={0} />
      </Section>
    </>
  );
}

function RangeSample({ initial, ...rest }: Partial<TimeRangeProps> & { initial?: TimeRangeValue | undefined }) {
  const [value, setValue] = useState(initial);
  const [recent, setRecent] = useState(RECENT);
  return (
    <TimeRange
      {...rest}
      align="start"
      value={value}
      recent={recent}
      onChange={(next) => {
        setValue(next);
        if (next?.type === 'absolute') setRecent(addRecentRange(recent, next));
      }}
    />
  );
}

function BarSample({ label, initial, passing }: { label: string; initial: FilterState; passing: number }) {
  const [value, setValue] = useState(initial);
  const [saved, setSaved] = useState<readonly SavedFilter[]>(SAVED);
  const [count, setCount] = useState(passing);
  return (
    <FilterBar
      label={label}
      fields={FIELDS}
      search={{ label: `Search: ${label}`, placeholder: 'Search by name' }}
      value={value}
      onChange={setValue}
      saved={{ list: saved, onChange: setSaved }}
      hidden={[{ count, what: 'passing', onShow: () => setCount(0) }]}
    >
      <RangeSample label={`${label}: time range`} initial={HOUR} />
    </FilterBar>
  );
}
