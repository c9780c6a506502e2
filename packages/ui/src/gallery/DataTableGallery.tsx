import { useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Age, Duration } from '../data/Age.tsx';
import { Percent } from '../data/Numbers.tsx';
import { Empty } from '../feedback/States.tsx';
import { Icon } from '../status/Icon.tsx';
import { ColumnsMenu } from '../table/ColumnsMenu.tsx';
import { DataTable } from '../table/DataTable.tsx';
import type { DataColumn } from '../table/data-columns.tsx';
import { type RowSelection, tick } from '../table/selection.ts';
import { INITIAL_TABLE_STATE, type TableState, writeTableState } from '../table/state.ts';
import { makeRows, type Sample } from './fixtures.ts';
import { Section } from './Section.tsx';

const ROWS: readonly Sample[] = makeRows(400, new Set()).flatMap((item) => (item.kind === 'row' ? [item.data] : []));

const COLUMNS: readonly DataColumn<Sample>[] = [
  {
    id: 'name',
    header: 'Name',
    flex: 1,
    minWidth: 200,
    sortable: true,
    hideable: false,
    value: (row) => row.name,
    cell: (row) => (
      <>
        <Icon name={row.type} />
        <span className="qd-cut">{row.name}</span>
      </>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    width: 110,
    sortable: true,
    groupable: true,
    filterable: true,
    value: (row) => row.type,
  },
  {
    id: 'health',
    header: 'Health',
    width: 120,
    sortable: true,
    groupable: true,
    filterable: true,
    aggregate: 'worst',
    value: (row) => row.health,
  },
  {
    id: 'uptime',
    header: 'Uptime',
    width: 90,
    align: 'end',
    sortable: true,
    aggregate: 'min',
    total: true,
    value: (row) => row.uptime,
    format: (value) => <Percent ratio={Number(value)} />,
  },
  {
    id: 'p95',
    header: 'p95',
    width: 90,
    align: 'end',
    sortable: true,
    aggregate: 'max',
    total: true,
    value: (row) => row.p95,
    format: (value) => <Duration ms={Number(value)} />,
  },
  {
    id: 'since',
    header: 'Since',
    width: 170,
    align: 'end',
    sortable: true,
    value: (row) => row.since,
    cell: (row) => <Age at={row.since} />,
  },
];

const rowKey = (row: Sample) => row.name;

/** Tables of plain rows: grouped, ticked, paged, pinned, and forbidden. */
export function DataTableGallery() {
  return (
    <>
      <GroupedSample />
      <PagedSample />
      <Section title="Data table without permission">
        <div className="qd-gallery-table-small">
          <DataTable
            label="Forbidden rows"
            data={[]}
            rowKey={rowKey}
            columns={COLUMNS.slice(0, 2)}
            state={INITIAL_TABLE_STATE}
            onState={() => {}}
            denied={<Empty title="No permission">You may not read these rows. Ask an administrator.</Empty>}
          />
        </div>
      </Section>
      <Section title="Data table without rows">
        <div className="qd-gallery-table-small">
          <DataTable
            label="No rows"
            data={[]}
            rowKey={rowKey}
            columns={COLUMNS.slice(0, 2)}
            state={INITIAL_TABLE_STATE}
            onState={() => {}}
          />
        </div>
      </Section>
    </>
  );
}

function GroupedSample() {
  const [said, setSaid] = useState('');
  const [state, setState] = useState<TableState>({
    ...INITIAL_TABLE_STATE,
    grouping: ['health', 'type'],
    sortBy: 'health',
    sortOrder: 'desc',
  });
  return (
    <Section title="Data table in groups of two levels" wide>
      <div className="qd-row">
        <ColumnsMenu columns={COLUMNS} layout={state} onLayout={(layout) => setState({ ...state, ...layout })} />
        <output className="qd-dim">{said || new URLSearchParams(writeTableState(state)).toString()}</output>
      </div>
      <div className="qd-gallery-table">
        <DataTable
          label="Grouped rows"
          data={ROWS}
          rowKey={rowKey}
          rowLabel={rowKey}
          columns={COLUMNS}
          state={state}
          onState={setState}
          onCellFilter={(act, column, text) => setSaid(`${act} ${column} ${text}`)}
        />
      </div>
    </Section>
  );
}

function PagedSample() {
  const [state, setState] = useState<TableState>({
    ...INITIAL_TABLE_STATE,
    pageIndex: 1,
    pageSize: 25,
    pinned: { name: 'left' },
    widths: { type: 240, since: 240, p95: 240, uptime: 200 },
  });
  const [selection, setSelection] = useState<RowSelection>(() =>
    tick({ all: false, keys: [] }, ROWS.slice(26, 29).map(rowKey), true),
  );
  const [open, setOpen] = useState<string | null>(ROWS[30]?.name ?? null);
  return (
    <Section title="Data table in pages, with ticked rows and a pinned column" wide>
      <div className="qd-gallery-table">
        <DataTable
          label="Paged rows"
          data={ROWS}
          rowKey={rowKey}
          rowLabel={rowKey}
          columns={COLUMNS}
          state={state}
          onState={setState}
          paging="client"
          selection={selection}
          onSelection={setSelection}
          selectionActions={<Button>Silence</Button>}
          selectedKey={open}
          onActivate={(row) => setOpen(row.name)}
          onEscape={() => setOpen(null)}
        />
      </div>
    </Section>
  );
}
