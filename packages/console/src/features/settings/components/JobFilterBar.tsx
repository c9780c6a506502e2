import {
  addRecentRange,
  parseRecentRanges,
  RECENT_RANGES_KEY,
  type TimeRangeValue,
  writeTimeRange,
} from '@quarterdeck/kit';
import { Chip, ChoiceMenu, FilterBar, TimeRange } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useConsole } from '../../../data/context.ts';
import { useStored } from '../../../data/stored.ts';
import { jobStatusMark, jobTitle } from '../model/job-marks.ts';
import {
  effectiveJobs,
  JOB_DURATIONS,
  JOB_RESOURCES,
  JOB_STATUSES,
  type JobsSearch,
  withJobFilters,
  withJobsChange,
} from '../model/jobs.ts';
import { jobNamesQuery } from '../queries/jobs.ts';

export interface JobFilterBarProps {
  search: JobsSearch;
  onChange: (search: JobsSearch) => void;
  /** The runs of one resource: what it is need not be filtered. */
  ofOneResource: boolean;
}

/** The filters of the job history: names, resources, statuses, duration, time (contract screens §11.8). */
export function JobFilterBar({ search, onChange, ofOneResource }: JobFilterBarProps) {
  const { db } = useConsole();
  const names = useQuery(jobNamesQuery(db)).data?.rows ?? [];
  const [recent, setRecent] = useStored(RECENT_RANGES_KEY, parseRecentRanges, JSON.stringify);
  const { filters, range } = effectiveJobs(search, ofOneResource);
  const change = (next: Parameters<typeof withJobsChange>[1]) => onChange(withJobsChange(search, next));
  const nameField = {
    id: 'name',
    label: 'Job Name',
    options: names.flatMap(({ name }) => (name ? [{ value: name, label: jobTitle(name) }] : [])),
  };
  const typeField = {
    id: 'resource_type',
    label: 'Resource Type',
    options: Object.entries(JOB_RESOURCES).map(([value, label]) => ({ value, label })),
  };
  const statusField = {
    id: 'status',
    label: 'Status',
    options: JOB_STATUSES.map((value) => ({ value, label: jobStatusMark(value)?.word ?? value })),
  };
  const setRange = (next: TimeRangeValue | undefined) => {
    if (next?.type === 'absolute') setRecent(addRecentRange(recent, next));
    change(writeTimeRange(next));
  };
  return (
    <FilterBar
      label="Job filters"
      fields={ofOneResource ? [nameField, statusField] : [nameField, typeField, statusField]}
      value={{ search: '', filters }}
      onChange={(state) => onChange(withJobFilters(search, state.filters, ofOneResource))}
    >
      <ChoiceMenu
        label="Duration"
        value={search.runDuration ?? ''}
        options={JOB_DURATIONS}
        onChange={(value) => change({ runDuration: value === '' ? undefined : value })}
      />
      <TimeRange value={range} onChange={setRange} recent={recent} />
      {!ofOneResource && search.resource_id !== undefined && (
        <Chip removeLabel="Remove filter Resource" onRemove={() => change({ resource_id: undefined })}>
          Resource: {search.resource_id}
        </Chip>
      )}
    </FilterBar>
  );
}
