import type { JobDetails, JobFields, JobHistoryRow } from '@quarterdeck/contract';
import {
  parseDuration,
  parseFilterText,
  parseTimeRange,
  resolveTimeRange,
  type TimeRangeParameters,
  type TimeRangeValue,
  type TriStateValue,
  writeFilterText,
  writeTimeRange,
} from '@quarterdeck/kit';
import type { Health } from '@quarterdeck/ui';
import { given, type ListSearch, parseListSearch, readNumber, readText } from './address.ts';

/** What of a job's run a table row and the dialog show. */
export type JobRun = Pick<JobHistoryRow, 'name' | 'status' | 'details'> & Partial<JobHistoryRow>;

/** Columns by which the server sorts. */
const JOB_SORTS = ['created_at', 'name', 'resource_name', 'status', 'duration_millis'] as const;
/** Rows of a page when nothing is chosen (spec 001 §9). */
const JOB_PAGE_SIZE = 150;
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

/** The condition of a time range on `created_at`; one that ends now has no upper bound, so that new runs appear. */
export function rangeCondition(range: TimeRangeValue | undefined, nowMs: number, zone?: string): string | undefined {
  if (range === undefined) return undefined;
  try {
    const { fromMs, toMs } = resolveTimeRange(range, nowMs, zone);
    const from = `created_at.gt.${new Date(fromMs).toISOString()}`;
    const open = range.type === 'relative' || toMs === null;
    return open ? `(${from})` : `(${from},created_at.lt.${new Date(toMs).toISOString()})`;
  } catch {
    return undefined;
  }
}

/** A job's name for people: `SyncCanary` is "Sync Canary". */
export function jobTitle(name: string | null | undefined): string {
  return (name ?? '')
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .trim();
}

const STATUS_HEALTH: Readonly<Record<string, Health>> = {
  RUNNING: 'mixed',
  SUCCESS: 'healthy',
  WARNING: 'warning',
  FAILED: 'unhealthy',
  STOPPED: 'unhealthy',
};

/** How a status is drawn, and its word. */
export function jobStatusMark(status: string | null): { health: Health; word: string } | null {
  if (!status) return null;
  const word = status.slice(0, 1).toUpperCase() + status.slice(1).toLowerCase();
  return { health: STATUS_HEALTH[status] ?? 'unknown', word };
}

const RESOURCE_PATHS: Readonly<Record<string, { path: string; page: string }>> = {
  canary: { path: '/settings/canaries/', page: '/settings/canaries/$id' },
  config_scraper: { path: '/catalog/scrapers/', page: '/catalog/scrapers/$id' },
  catalog_scraper: { path: '/catalog/scrapers/', page: '/catalog/scrapers/$id' },
  topology: { path: '/settings/topologies/', page: '/settings/topologies/$id' },
  config: { path: '/catalog/', page: '/catalog/$id' },
  playbook: { path: '/playbooks/', page: '/playbooks/$id' },
};

/** Where the resource of a run is shown (spec 001 §2), and the page that must exist for that. */
export function jobResourceLink(
  run: Pick<JobHistoryRow, 'resource_type' | 'resource_id'>,
): { href: string; page: string } | null {
  const place = RESOURCE_PATHS[run.resource_type ?? ''];
  return place && run.resource_id ? { href: place.path + run.resource_id, page: place.page } : null;
}

/** The newest run of a resource's job, from the `job_*` columns of its list. */
export function runOfFields(row: Partial<JobFields>): JobRun {
  return {
    name: row.job_name ?? null,
    status: row.job_status ?? null,
    details: (row.job_details ?? null) as JobDetails | null,
    duration_millis: row.job_duration_millis ?? null,
    success_count: row.job_success_count ?? null,
    error_count: row.job_error_count ?? null,
    hostname: row.job_hostname ?? null,
    time_start: row.job_time_start ?? null,
    time_end: row.job_time_end ?? null,
  };
}
