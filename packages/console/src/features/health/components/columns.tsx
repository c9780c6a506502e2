import { type Column, HealthMark } from '@quarterdeck/ui';
import type { CheckRow, GroupRow } from '../model/rows.ts';
import {
  GroupNameCell,
  GroupUptimeCell,
  HealthCell,
  LatencyCell,
  markedHealth,
  NameCell,
  StripCell,
  TransitionCell,
  TrendCell,
  UptimeCell,
} from './cells.tsx';
import { ResultDots } from './ResultDots.tsx';

export type HealthColumn = Column<CheckRow, GroupRow>;

/** The columns of the table (contract screens §5.2). `roomy`: the health has room for the last run beside it. */
export function tableColumns(showNamespace: boolean, roomy: boolean): HealthColumn[] {
  return [
    nameColumn(showNamespace),
    {
      id: 'health',
      header: 'Health',
      width: roomy ? 152 : 108,
      sortable: true,
      cell: (row) => <HealthCell check={row.check} />,
      group: (group) => <HealthMark health={group.health} />,
    },
    {
      id: 'results',
      header: 'Last results',
      width: 132,
      hideBelow: 720,
      cell: (row) => <StripCell check={row.check} />,
      group: (group) => <span className="qd-quiet">{passingText(group)}</span>,
    },
    { id: 'trend', header: 'Trend', width: 62, hideBelow: 900, cell: (row) => <TrendCell check={row.check} /> },
    {
      id: 'uptime',
      header: 'Uptime',
      width: 64,
      align: 'end',
      sortable: true,
      cell: (row) => <UptimeCell uptime={row.check.uptime} />,
      group: (group) => <GroupUptimeCell group={group} />,
    },
    {
      id: 'latency',
      header: 'Latency',
      width: 66,
      align: 'end',
      sortable: true,
      cell: (row) => <LatencyCell check={row.check} />,
      title: (row) => latencyTitle(row),
    },
    {
      id: 'transition',
      header: 'Transition',
      width: 76,
      align: 'end',
      cell: (row) => <TransitionCell check={row.check} />,
    },
  ];
}

function passingText(group: GroupRow): string {
  return `${group.passing} of ${group.total} passing`;
}

function latencyTitle(row: CheckRow): string {
  const { p95, p97, p99 } = row.check.latency;
  return [
    ['95 %', p95],
    ['97 %', p97],
    ['99 %', p99],
  ]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value} ms`)
    .join('\n');
}

function nameColumn(showNamespace: boolean): HealthColumn {
  return {
    id: 'name',
    header: 'Checks',
    hideable: false,
    flex: 1,
    minWidth: 180,
    sortable: true,
    cell: (row) => <NameCell row={row} showNamespace={showNamespace} />,
    group: (group) => <GroupNameCell group={group} showNamespace={showNamespace} />,
    title: (row) => [row.check.name, row.check.description, row.check.endpoint].filter(Boolean).join('\n'),
  };
}

/** The columns of the card layout: what a check is, a mark per recent result, its health (contract screens §5.2). */
export function cardColumns(showNamespace: boolean): HealthColumn[] {
  return [
    nameColumn(showNamespace),
    {
      id: 'results',
      header: 'Recent results',
      width: 136,
      cell: (row) => <ResultDots check={row.check} />,
      group: (group) => <span className="qd-quiet">{passingText(group)}</span>,
    },
    {
      id: 'health',
      header: 'Health',
      width: 108,
      sortable: true,
      cell: (row) => <HealthMark health={markedHealth(row.check)} />,
      group: (group) => <HealthMark health={group.health} />,
    },
  ];
}
