import { type JobHistoryRow, NIL_AGENT_ID } from '@quarterdeck/contract';
import { setTriState } from '@quarterdeck/kit';
import type { Column, TableItem } from '@quarterdeck/ui';
import {
  Age,
  choosePageSize,
  copyText,
  Duration,
  Empty,
  IconButton,
  PAGE_SIZE_KEY,
  Pager,
  parsePageSize,
  Table,
  tableTools,
} from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useConsole } from '../../../data/context.ts';
import { useDatePreferences } from '../../../data/dates.ts';
import { useStored } from '../../../data/stored.ts';
import { tableStates } from '../../../shared/LoadError.tsx';
import { PageLink } from '../../../shared/PageLink.tsx';
import { sortOf, withSort } from '../model/address.ts';
import { jobTabs } from '../model/job-details.ts';
import { jobResourceLink, jobTitle } from '../model/job-marks.ts';
import {
  effectiveJobs,
  JOB_PAGE_SIZE,
  JOB_PAGE_SIZES,
  type JobsSearch,
  withJobFilters,
  withJobsChange,
} from '../model/jobs.ts';
import { jobQuery, jobsQuery, USUAL_JOB_SORT } from '../queries/jobs.ts';
import { dateWidth } from './date-width.ts';
import { JobDialog } from './JobDialog.tsx';
import { JobFilterBar } from './JobFilterBar.tsx';
import { JobStatus } from './JobStatus.tsx';

const MINUTE_MS = 60_000;

export interface JobTableProps {
  search: JobsSearch;
  setSearch: (search: JobsSearch, options?: { replace: boolean }) => void;
  /** Only the runs of this resource. */
  of?: { type: string; id: string };
}

/** The history of jobs: filtered, sorted and in pages by the server, true by live events, each run with its details. */
export function JobTable({ search: given, setSearch, of }: JobTableProps) {
  const [search, remember] = useRememberedSize(given, setSearch);
  const { db, now } = useConsole();
  const { style } = useDatePreferences();
  const isOfOne = of !== undefined;
  const { range, pageSize, pageIndex, filters } = effectiveJobs(search, isOfOne);
  const rangeKey = JSON.stringify(range);
  // A relative range is resolved when it is chosen, to the minute: resolved at each drawing it would be another request
  // each time, and to the millisecond one at each visit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock is read when the range changes
  const nowMs = useMemo(() => Math.floor(now() / MINUTE_MS) * MINUTE_MS, [now, rangeKey]);
  const query = useQuery(jobsQuery(db, search, { nowMs, zone: style.zone, ...(of ? { of } : {}) }));
  const rows = query.data?.rows;
  const items = useMemo(
    () => (rows ?? []).map((data): TableItem<JobHistoryRow> => ({ kind: 'row', key: data.id, depth: 0, data })),
    [rows],
  );
  const columns = useMemo(() => jobColumns(isOfOne, dateWidth(style.format, true)), [isOfOne, style.format]);
  const open = (row: JobHistoryRow) => {
    if (jobTabs(row.details).length > 0) setSearch({ ...search, job: row.id });
  };
  const close = () => {
    const { job: _job, ...rest } = search;
    setSearch(rest);
  };
  return (
    <div className="qd-settings-list">
      <div className="qd-settings-bar">
        <JobFilterBar search={search} onChange={setSearch} ofOneResource={isOfOne} />
      </div>
      <Table<JobHistoryRow>
        label="Jobs"
        rows={items}
        columns={columns}
        sort={sortOf(search, USUAL_JOB_SORT)}
        onSort={(sort) => setSearch(withSort(search, sort))}
        rowLabel={(row) => `${jobTitle(row.name)} ${row.status ?? ''}`.trim()}
        onActivate={open}
        selectedKey={search.job ?? null}
        tools={tableTools}
        onCellFilter={(act, _column, text) =>
          setSearch(
            withJobFilters(
              search,
              { ...filters, name: setTriState(filters.name, text, act === 'include' ? 1 : -1) },
              isOfOne,
            ),
          )
        }
        narrow={(row) => <NarrowJob row={row} />}
        {...tableStates('The jobs could not be loaded', query)}
        empty={<Empty title="No data available">No run of a job matches these filters.</Empty>}
        footer={
          query.data && (
            <Pager
              pageIndex={pageIndex}
              pageSize={pageSize}
              total={query.data.total ?? query.data.rows.length}
              pageSizes={JOB_PAGE_SIZES}
              onPage={(page) => setSearch({ ...search, pageIndex: page })}
              onPageSize={(size) => {
                remember(size);
                setSearch({ ...withJobsChange(search, {}), pageSize: size });
              }}
            />
          )
        }
      />
      {search.job !== undefined && <OpenJob id={search.job} rows={rows} onClose={close} />}
    </div>
  );
}

/**
 * The page size that was chosen last, else the usual one, where the address names none (spec 000 §4). It is then written
 * there, so that a link opens the same page.
 */
function useRememberedSize(
  search: JobsSearch,
  setSearch: JobTableProps['setSearch'],
): [search: JobsSearch, remember: (size: number) => void] {
  const [stored, remember] = useStored(PAGE_SIZE_KEY, parsePageSize, String);
  const remembered = JOB_PAGE_SIZES.find((size) => size === stored);
  const isUnnamed = search.pageSize === undefined;
  const named = isUnnamed ? { ...search, pageSize: choosePageSize(search, remembered, JOB_PAGE_SIZE) } : search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: written once for each address that lacks it
  useEffect(() => {
    if (isUnnamed) setSearch(named, { replace: true });
  }, [isUnnamed]);
  return [named, remember];
}

/** The details of the run that the address names; read by itself when it is on another page. */
function OpenJob({ id, rows, onClose }: { id: string; rows: JobHistoryRow[] | undefined; onClose: () => void }) {
  const { db } = useConsole();
  const listed = rows?.find((row) => row.id === id);
  const query = useQuery({ ...jobQuery(db, id), enabled: rows !== undefined && listed === undefined });
  const run = listed ?? query.data?.rows[0];
  return run ? <JobDialog run={run} onClose={onClose} /> : null;
}

function jobColumns(ofOneResource: boolean, dates: number): Column<JobHistoryRow>[] {
  const resource: Column<JobHistoryRow> = {
    id: 'resource_name',
    header: 'Resource',
    flex: 1,
    minWidth: 140,
    sortable: true,
    hideBelow: 720,
    cell: (row) => <JobResource row={row} />,
    title: (row) => row.resource_id ?? undefined,
  };
  const all: Column<JobHistoryRow>[] = [
    {
      id: 'created_at',
      header: 'Timestamp',
      width: dates,
      sortable: true,
      cell: (row) => <Age at={row.time_start ?? row.created_at} suffix />,
    },
    {
      id: 'name',
      header: 'Job Name',
      flex: 1.2,
      minWidth: 160,
      sortable: true,
      cell: (row) => jobTitle(row.name),
      title: (row) => row.name ?? undefined,
      filterText: (row) => row.name ?? undefined,
    },
    { id: 'agent', header: 'Agent', width: 96, hideBelow: 980, cell: (row) => <JobAgent row={row} /> },
    resource,
    { id: 'status', header: 'Status', width: 108, sortable: true, cell: (row) => <JobStatus status={row.status} /> },
    {
      id: 'duration_millis',
      header: 'Duration',
      width: 88,
      align: 'end',
      sortable: true,
      cell: (row) => <Duration ms={row.duration_millis} />,
    },
    {
      id: 'success',
      header: 'Success',
      width: 72,
      align: 'end',
      hideBelow: 860,
      cell: (row) => row.success_count || '',
    },
    { id: 'error', header: 'Error', width: 60, align: 'end', cell: (row) => <ErrorCount count={row.error_count} /> },
  ];
  return ofOneResource ? all.filter((column) => column !== resource) : all;
}

function ErrorCount({ count }: { count: number | null }) {
  return count ? <span className="qd-job-bad">{count}</span> : null;
}

function JobAgent({ row }: { row: JobHistoryRow }) {
  const { agent } = row;
  if (!agent?.name || agent.id === NIL_AGENT_ID) return null;
  return (
    <PageLink page="/settings/agents" href={`/settings/agents?id=${agent.id}`}>
      {agent.name}
    </PageLink>
  );
}

function JobResource({ row }: { row: JobHistoryRow }) {
  const link = jobResourceLink(row);
  const name = row.resource_name || row.resource_id;
  const id = row.resource_id;
  if (!name) return null;
  return (
    <span className="qd-job-resource">
      <span className="qd-job-resource-name">
        {link ? (
          <PageLink page={link.page} href={link.href}>
            {name}
          </PageLink>
        ) : (
          name
        )}
      </span>
      {id && (
        <IconButton
          label={`Copy ${id}`}
          icon={<Copy size={12} aria-hidden="true" />}
          onClick={(event) => {
            event.stopPropagation();
            void copyText(id, `Copied ${id} to clipboard`);
          }}
        />
      )}
    </span>
  );
}

function NarrowJob({ row }: { row: JobHistoryRow }) {
  return (
    <span className="qd-settings-narrow">
      <b>{jobTitle(row.name)}</b>
      <JobStatus status={row.status} />
      <span className="qd-dim">{row.resource_name ?? row.resource_id}</span>
      <Age at={row.time_start ?? row.created_at} suffix />
    </span>
  );
}
