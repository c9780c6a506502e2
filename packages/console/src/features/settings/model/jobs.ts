import type { JobHistoryRow } from '@quarterdeck/contract';
import {
  parseDuration,
  parseFilterText,
  parseTimeRange,
  type TimeRangeParameters,
  type TimeRangeValue,
  type TriStateValue,
  writeFilterText,
  writeTimeRange,
} from '@quarterdeck/kit';
import { given, type ListSearch, parseListSearch, readNumber, readText } from './address.ts';

/** What of a job's run a table row and the dialog show. */
export type JobRun = Pick<JobHistoryRow, 'name' | 'status' | 'details'> & Partial<JobHistoryRow>;

/** Columns by which the server sorts. */
const JOB_SORTS = ['created_at', 'name', 'resource_name', 'status', 'duration_millis'] as const;
/** Rows of a page when nothing is chosen (spec 001 §9). */
export const JOB_PAGE_SIZE = 150;
export const JOB_PAGE_SIZES = [50, 100, 150, 200] as const;
/** The statuses that can be filtered by (contract screens §11.8). */
export const JOB_STATUSES = ['RUNNING', 'SUCCESS', 'WARNING', 'FAILED'] as const;
/** Kinds of resources that have jobs, as the filter names them (spec 001 §2). */
export const JOB_RESOURCES: Readonly<Record<string, string>> = {
  canary: 'Canary',
  topology: 'Topology',
  config_scraper: 'Catalog Scraper',
};
/** Lower bounds of a run's duration; spec 001 §9. */
export const JOB_DURATIONS: readonly { value: string; label: string }[] = [
  { value: '', label: 'None' },
  { value: '15s', label: '15 seconds' },
  { value: '30s', label: '30 seconds' },
  { value: '60s', label: '60 seconds' },
  { value: '2m', label: '2 minutes' },
  { value: '3m', label: '3 minutes' },
  { value: '5m', label: '5 minutes' },
  { value: '10m', label: '10 minutes' },
  { value: '15m', label: '15 minutes' },
];
const USUAL_STATUS: TriStateValue = { SUCCESS: -1 };
const USUAL_RANGE: TimeRangeValue = { type: 'relative', display: '2 days', range: 'now-2d' };

/**
 * The state of the jobs page, as texts of the address: filters as `value:1,other:-1`, a time range in its parameters.
 * What is left out takes the defaults of spec 001 §9.
 */
export interface JobsSearch extends ListSearch, TimeRangeParameters {
  pageSize?: number;
  name?: string;
  resource_type?: string;
  /** Absent: all but SUCCESS. `all` filters nothing. */
  status?: string;
  /** A duration: only runs that took so long. */
  runDuration?: string;
  resource_id?: string;
  /** The run whose details are open. */
  job?: string;
}

const ALL = 'all';

function readFilter(value: unknown): string | undefined {
  return typeof value === 'string' ? readText(writeFilterText(parseFilterText(value))) : undefined;
}

/** Reads the address of the jobs page. Total: what is not understood is left out. */
export function parseJobsSearch(raw: Readonly<Record<string, unknown>>): JobsSearch {
  return {
    ...parseListSearch(raw, JOB_SORTS),
    ...given<JobsSearch>({
      ...writeTimeRange(parseTimeRange(raw)),
      pageSize: readNumber(raw.pageSize, 1),
      name: readFilter(raw.name),
      resource_type: readFilter(raw.resource_type),
      status: raw.status === ALL ? ALL : readFilter(raw.status),
      runDuration: JOB_DURATIONS.find(({ value }) => value !== '' && value === raw.runDuration)?.value,
      resource_id: readText(raw.resource_id),
      job: readText(raw.job),
    }),
  };
}

/** The filters of the bar, as a filter bar holds them. */
export type JobFilters = Readonly<Record<'name' | 'resource_type' | 'status', TriStateValue>>;

/** The state with other filters, from the first page with the usual size (spec 001 §2). */
export function withJobFilters(search: JobsSearch, filters: Partial<JobFilters>, ofOneResource = false): JobsSearch {
  const { pageIndex: _page, pageSize: _size, name: _name, resource_type: _type, status: _status, ...rest } = search;
  const status = filters.status ?? {};
  const isUsual = writeFilterText(status) === writeFilterText(ofOneResource ? {} : USUAL_STATUS);
  return {
    ...rest,
    ...given<JobsSearch>({
      name: readText(writeFilterText(filters.name ?? {})),
      resource_type: readText(writeFilterText(filters.resource_type ?? {})),
      status: isUsual ? undefined : writeFilterText(status) || ALL,
    }),
  };
}

/** The state with some members changed, from the first page with the usual size. */
export function withJobsChange(
  search: JobsSearch,
  change: { [K in keyof JobsSearch]?: JobsSearch[K] | undefined },
): JobsSearch {
  const { pageIndex: _page, pageSize: _size, ...rest } = search;
  return given<JobsSearch>({ ...rest, ...change });
}

/** The filters as they apply, defaults included. A resource's own tab shows all of its runs. */
export function effectiveJobs(search: JobsSearch, ofOneResource = false) {
  const usual = ofOneResource ? {} : USUAL_STATUS;
  const filters: JobFilters = {
    name: parseFilterText(search.name),
    resource_type: parseFilterText(search.resource_type),
    status: search.status === undefined ? usual : search.status === ALL ? {} : parseFilterText(search.status),
  };
  return {
    filters,
    range: parseTimeRange({ ...search }) ?? (ofOneResource ? undefined : USUAL_RANGE),
    pageSize: search.pageSize ?? JOB_PAGE_SIZE,
    pageIndex: search.pageIndex ?? 0,
    minMs: search.runDuration === undefined ? null : parseDuration(search.runDuration),
  };
}
