import { useMemo, useState } from 'react';
import { Pager } from '../controls/Pager.tsx';
import { Age, Duration } from '../data/Age.tsx';
import { Percent } from '../data/Numbers.tsx';
import { Empty, ErrorView } from '../feedback/States.tsx';
import { Badge } from '../status/Badge.tsx';
import { HealthMark } from '../status/HealthMark.tsx';
import { Icon } from '../status/Icon.tsx';
import { StatusStrip } from '../status/StatusStrip.tsx';
import { Table } from '../table/Table.tsx';
import type { Column, Sort } from '../table/types.ts';
import { makeRows, type Sample, type SampleGroup } from './fixtures.ts';
import { Section } from './Section.tsx';

const COLUMNS: Column<Sample, SampleGroup>[] = [
  {
    id: 'name',
    header: 'Check',
    flex: 1,
    minWidth: 220,
    sortable: true,
    title: (check) => check.name,
    cell: (check) => <NameCell check={check} />,
    group: (group) => (
      <>
        {group.name}
        <Badge>{group.namespace}</Badge>
      </>
    ),
  },
  {
    id: 'health',
    header: 'Health',
    width: 108,
    sortable: true,
    cell: (check) => <HealthMark health={check.health} />,
    group: (group) => <HealthMark health={group.health} />,
  },
  {
    id: 'results',
    header: 'Last 34 results',
    width: 136,
    cell: (check) => (
      <StatusStrip results={check.results} failAs={check.health === 'warning' ? 'warning' : 'unhealthy'} />
    ),
    group: (group) => (
      <span className="qd-dim qd-num">
        {group.passing} of {group.total} passing
      </span>
    ),
  },
  {
    id: 'uptime',
    header: 'Uptime',
    width: 66,
    align: 'end',
    sortable: true,
    cell: (check) => <Percent ratio={check.uptime} />,
  },
  {
    id: 'p95',
    header: 'p95',
    width: 66,
    align: 'end',
    sortable: true,
    hideBelow: 800,
    cell: (check) => <Duration ms={check.p95} />,
  },
  {
    id: 'since',
    header: 'Since',
    width: 66,
    align: 'end',
    hideBelow: 700,
    cell: (check) => <Age at={check.since} relative />,
  },
];

/** The table: ten thousand rows, and its loading, empty and failed states. */
export function TableGallery() {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [sort, setSort] = useState<Sort>({ id: 'health', desc: true });
  const [selected, setSelected] = useState<string | null>(null);
  const rows = useMemo(() => makeRows(10_000, closed), [closed]);
  const states = [
    ['Loading checks', { loading: true }],
    ['No checks', { empty: <Empty title="No checks match">Clear a filter to see more.</Empty> }],
    ['Failed checks', { error: <ErrorView title="The checks could not be loaded" /> }],
  ] as const;
  return (
    <>
      <Section title="Table with ten thousand rows" wide>
        <div className="qd-gallery-table">
          <Table
            label="Checks"
            rows={rows}
            columns={COLUMNS}
            sort={sort}
            onSort={setSort}
            selectedKey={selected}
            onActivate={(_, key) => setSelected(key)}
            rowLabel={(check) => check.name}
            groupLabel={(group) => group.name}
            onToggleGroup={(key, expanded) =>
              setClosed((before) => {
                const next = new Set(before);
                if (expanded) next.delete(key);
                else next.add(key);
                return next;
              })
            }
            narrow={(check) => <NarrowRow check={check} />}
            narrowGroup={(group) => (
              <span className="qd-row">
                {group.name} <Badge>{group.namespace}</Badge>
                <span className="qd-grow" />
                <HealthMark health={group.health} />
              </span>
            )}
            footer={<Pager pageIndex={0} pageSize={10_000} total={10_000} onPage={() => {}} />}
          />
        </div>
      </Section>
      {states.map(([label, state]) => (
        <Section key={label} title={label}>
          <div className="qd-gallery-table-small">
            <Table label={label} rows={[]} columns={COLUMNS.slice(0, 2)} {...state} />
          </div>
        </Section>
      ))}
    </>
  );
}

function NameCell({ check }: { check: Sample }) {
  const cut = check.name.lastIndexOf('/') + 1;
  return (
    <>
      <Icon name={check.type} />
      <span className="qd-cut">
        <span className="qd-dim">{check.name.slice(0, cut)}</span>
        {check.name.slice(cut)}
      </span>
    </>
  );
}

function NarrowRow({ check }: { check: Sample }) {
  return (
    <>
      <span className="qd-line">
        <NameCell check={check} />
        <span className="qd-grow" />
        <HealthMark health={check.health} />
      </span>
      <span className="qd-line">
        <StatusStrip results={check.results} />
        <span className="qd-grow" />
        <Age at={check.since} />
      </span>
    </>
  );
}
