import { type Column, HEALTH_WORD, HealthMark, Table, type TableItem, type TableProps } from '@quarterdeck/ui';
import { type ReactNode, useMemo } from 'react';
import { useMedia } from '../../../data/media.ts';
import type { CheckRow, GroupRow } from '../model/rows.ts';
import { SORT_KEYS, type SortKey } from '../model/search.ts';
import type { Sort } from '../model/sort.ts';
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

export interface HealthTableProps {
  items: readonly TableItem<CheckRow, GroupRow>[];
  sort: Sort | undefined;
  onSort: (by: SortKey) => void;
  selected: string | undefined;
  onOpen: (id: string) => void;
  onExpand: (id: string) => void;
  onToggleGroup: (key: string, expanded: boolean) => void;
  hrefOf: (id: string) => string;
  showNamespace: boolean;
  /** Loading, failed, refused. */
  states: Pick<TableProps<CheckRow>, 'loading' | 'error' | 'denied'>;
  empty: ReactNode;
}

/** From this width, without a panel, the health column has room for the last run. */
const ROOMY = '(min-width: 1180px)';

type HealthColumn = Column<CheckRow, GroupRow>;

function columns(showNamespace: boolean, roomy: boolean): HealthColumn[] {
  return [
    {
      id: 'name',
      header: 'Checks',
      flex: 1,
      minWidth: 180,
      sortable: true,
      cell: (row) => <NameCell row={row} showNamespace={showNamespace} />,
      group: (group) => <GroupNameCell group={group} showNamespace={showNamespace} />,
      title: (row) => [row.check.name, row.check.description, row.check.endpoint].filter(Boolean).join('\n'),
    },
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
    {
      id: 'uptime',
      header: 'Uptime',
      width: 64,
      align: 'end',
      sortable: true,
      cell: (row) => <UptimeCell uptime={row.check.uptime} />,
      group: (group) => <GroupUptimeCell group={group} />,
    },
    { id: 'trend', header: 'Trend', width: 62, hideBelow: 900, cell: (row) => <TrendCell check={row.check} /> },
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

/** The table of checks and their groups. */
export function HealthTable(props: HealthTableProps) {
  const { onSort, onOpen, onExpand, hrefOf, showNamespace, sort } = props;
  const roomy = useMedia(ROOMY) && props.selected === undefined;
  const shown = useMemo(() => columns(showNamespace, roomy), [showNamespace, roomy]);
  return (
    <Table<CheckRow, GroupRow>
      label="Checks"
      rows={props.items}
      columns={shown}
      sort={sort ? { id: sort.by, desc: sort.desc } : null}
      onSort={({ id }) => {
        const by = SORT_KEYS.find((key) => key === id);
        if (by) onSort(by);
      }}
      onToggleGroup={props.onToggleGroup}
      groupLabel={(group) => group.name}
      onActivate={(row) => (row.id === props.selected ? onExpand(row.id) : onOpen(row.id))}
      rowHref={(row) => hrefOf(row.id)}
      rowLabel={(row) => `${row.name}, ${HEALTH_WORD[markedHealth(row.check)]}`}
      selectedKey={props.selected ?? null}
      onFocusRow={(row) => {
        if (props.selected !== undefined && props.selected !== row.id) onOpen(row.id);
      }}
      narrow={(row) => <NarrowRow row={row} />}
      narrowGroup={(group) => <NarrowGroup group={group} />}
      {...props.states}
      empty={props.empty}
    />
  );
}

function NarrowRow({ row }: { row: CheckRow }) {
  return (
    <span className="qd-narrow-row">
      <NameCell row={row} showNamespace={false} />
      <HealthMark health={markedHealth(row.check)} />
      <StripCell check={row.check} />
      <TransitionCell check={row.check} />
    </span>
  );
}

function NarrowGroup({ group }: { group: GroupRow }) {
  return (
    <span className="qd-narrow-row">
      <GroupNameCell group={group} showNamespace />
      <HealthMark health={group.health} />
    </span>
  );
}
