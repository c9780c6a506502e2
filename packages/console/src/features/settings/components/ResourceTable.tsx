import { NIL_AGENT_ID } from '@quarterdeck/contract';
import type { Column, Sort, TableItem } from '@quarterdeck/ui';
import { Age, AvatarGroup, Badge, Empty, Icon, Table, TagChips, TextButton, useDateStyle } from '@quarterdeck/ui';
import { type ReactNode, useMemo, useState } from 'react';
import { keeperOf, keeperWord } from '../../../shared/keeper.ts';
import { PageLink } from '../../../shared/PageLink.tsx';
import { jobTabs } from '../model/job-details.ts';
import { runOfFields } from '../model/job-marks.ts';
import type { JobRun } from '../model/jobs.ts';
import {
  livingMembers,
  RESOURCE_SORTS,
  type ResourceColumn,
  type ResourceRow,
  type SettingsResource,
} from '../model/resource.ts';
import { dateWidth } from './date-width.ts';
import { JobDialog } from './JobDialog.tsx';
import { JobStatus } from './JobStatus.tsx';
import { Person } from './Person.tsx';

export interface ResourceTableProps {
  resource: SettingsResource;
  rows: readonly ResourceRow[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen: (row: ResourceRow) => void;
  hrefOf: (row: ResourceRow) => string;
  loading: boolean;
  error?: ReactNode;
  denied?: ReactNode;
  empty: ReactNode;
  footer: ReactNode;
}

type ResourceColumnSpec = Column<ResourceRow> & { id: ResourceColumn };

/** The generic table of resources (contract screens §11.5). */
export function ResourceTable({ resource, rows, ...rest }: ResourceTableProps) {
  const [run, setRun] = useState<JobRun>();
  const { format } = useDateStyle();
  const columns = useMemo(
    () =>
      resourceColumns(setRun, dateWidth(format)).filter(
        ({ id }) => !resource.hidden.includes(id) && (id !== 'members' || resource.hasMembers),
      ),
    [resource, format],
  );
  const items = useMemo(
    () => rows.map((data): TableItem<ResourceRow> => ({ kind: 'row', key: data.id, depth: 0, data })),
    [rows],
  );
  const { onOpen, hrefOf, ...states } = rest;
  return (
    <>
      <Table<ResourceRow>
        {...states}
        label={resource.title}
        rows={items}
        columns={columns}
        rowLabel={(row) => row.name}
        rowHref={hrefOf}
        onActivate={onOpen}
        narrow={(row) => <NarrowResource row={row} />}
      />
      {run && <JobDialog run={run} onClose={() => setRun(undefined)} />}
    </>
  );
}

const KEEPER_PAGES = {
  agent: '/settings/agents',
  component: '/topology/$id',
  config: '/catalog/$id',
  crd: '/catalog/$id',
} as const;

/** Who keeps a resource, in short, and the way there (contract screens §1.8, §11.5). */
function Source({ row }: { row: ResourceRow }) {
  const keeper = keeperOf(row);
  if (keeper === null || !('href' in keeper)) return keeperWord(row);
  return (
    <PageLink page={KEEPER_PAGES[keeper.kind]} href={keeper.href}>
      {keeperWord(row)}
    </PageLink>
  );
}

/** What stands in an empty list. */
export function NoResources({ children }: { children: ReactNode }) {
  return <Empty title="No resources found">{children}</Empty>;
}

function resourceColumns(onDetails: (run: JobRun) => void, dates: number): ResourceColumnSpec[] {
  const columns: ResourceColumnSpec[] = [
    {
      id: 'name',
      header: 'Name',
      flex: 1.2,
      minWidth: 180,
      hideable: false,
      cell: (row) => <ResourceName row={row} />,
      title: (row) => [row.namespace, row.name].filter(Boolean).join('/'),
    },
    {
      id: 'source',
      header: 'Source',
      flex: 0.6,
      minWidth: 90,
      hideBelow: 640,
      cell: (row) => <Source row={row} />,
      title: (row) => row.source ?? undefined,
    },
    { id: 'schedule', header: 'Schedule', width: 108, hideBelow: 760, cell: scheduleOf },
    { id: 'namespace', header: 'Namespace', width: 116, cell: (row) => row.namespace },
    {
      id: 'job_status',
      header: 'Job Status',
      width: 190,
      hideBelow: 790 + dates,
      cell: (row) => <NewestJob row={row} onDetails={onDetails} />,
    },
    {
      id: 'last_runtime',
      header: 'Last Run',
      width: dates,
      align: 'end',
      cell: (row) => <Age at={row.last_runtime} />,
    },
    {
      id: 'job_last_failed',
      header: 'Last Failed',
      width: dates,
      align: 'end',
      hideBelow: 814 + 3 * dates,
      cell: (row) => <Age at={row.job_last_failed} />,
    },
    {
      id: 'labels',
      header: 'Tags',
      flex: 1.6,
      minWidth: 150,
      hideBelow: 620 + dates,
      cell: (row) => row.labels && <TagChips tags={row.labels} max={1} />,
    },
    { id: 'members', header: 'Members', width: 150, hideBelow: 560, cell: (row) => <Members row={row} /> },
    {
      id: 'created_at',
      header: 'Created',
      width: dates,
      align: 'end',
      hideBelow: 802 + 2 * dates,
      cell: (row) => <Age at={row.created_at} />,
    },
    { id: 'updated_at', header: 'Updated', width: dates, align: 'end', cell: (row) => <Age at={row.updated_at} /> },
    {
      id: 'created_by',
      header: 'Created By',
      width: 130,
      hideBelow: 956 + 3 * dates,
      cell: (row) => <Person person={row.created_by} />,
    },
  ];
  return columns.map((column) => ({ ...column, sortable: RESOURCE_SORTS.includes(column.id) }));
}

function scheduleOf({ schedule, interval }: ResourceRow): ReactNode {
  return schedule || (interval ? `@every ${interval}s` : null);
}

function ResourceName({ row }: { row: ResourceRow }) {
  const agent = row.agent?.id && row.agent.id !== NIL_AGENT_ID ? row.agent.name : null;
  return (
    <span className="qd-resource-name">
      {row.icon && <Icon name={row.icon} />}
      <b>{row.name}</b>
      {row.namespace && row.namespace !== 'default' && <span className="qd-dim">{row.namespace}</span>}
      {agent && <Badge tone="info">{agent}</Badge>}
    </span>
  );
}

function Members({ row }: { row: ResourceRow }) {
  const people = livingMembers(row);
  if (people.length === 0) return <span className="qd-dim">none</span>;
  return (
    <AvatarGroup
      label={`Members of ${row.name}`}
      people={people.map(({ name, avatar }) => ({ name, image: avatar }))}
    />
  );
}

function NewestJob({ row, onDetails }: { row: ResourceRow; onDetails: (run: JobRun) => void }) {
  const run = runOfFields(row);
  if (!run.status) return null;
  return (
    <span className="qd-resource-job">
      <JobStatus status={run.status} />
      {jobTabs(run.details).length > 0 && (
        <TextButton
          aria-label={`View details of the job of ${row.name}`}
          onClick={(event) => {
            event.stopPropagation();
            onDetails(run);
          }}
        >
          (View details)
        </TextButton>
      )}
    </span>
  );
}

function NarrowResource({ row }: { row: ResourceRow }) {
  return (
    <span className="qd-settings-narrow">
      <ResourceName row={row} />
      <JobStatus status={row.job_status} />
      <span className="qd-dim">{[keeperOf(row) ? keeperWord(row) : '', row.schedule].filter(Boolean).join(' · ')}</span>
      <Age at={row.last_runtime ?? row.created_at} suffix />
    </span>
  );
}
