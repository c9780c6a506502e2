import { useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Age, Duration } from '../data/Age.tsx';
import { Percent } from '../data/Numbers.tsx';
import { Empty } from '../feedback/States.tsx';
import { Icon } from '../status/Icon.tsx';
import { ColumnsMenu } from '../table/ColumnsMenu.tsx';
import { DataTable } from '../table/DataTable.tsx';
import type { DataColumn } from '../table/data-columns.tsx';
import { HeldBar } from '../table/HeldBar.tsx';
import { type RowSelection, tick } from '../table/selection.ts';
import { INITIAL_TABLE_STATE, type TableState, writeTableState } from '../table/state.ts';
import { makeRows, type Sample } from './fixtures.ts';
import { Section } from './Section.tsx';

const ROWS: readonly Sample[] = makeRows(400, new Set()).flatMap((item) => (item.kind === 'row' ? [item.data] : []));

const NUMBER = { width: 90, align: 'end', sortable: true, total: true } as const;

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
    ...NUMBER,
    id: 'uptime',
    header: 'Uptime',
    aggregate: 'min',
    value: (row) => row.uptime,
    format: (value) => <Percent ratio={Number(value)} />,
  },
  {
    ...NUMBER,
    id: 'p95',
    header: 'p95',
    aggregate: 'max',
    value: (row) => row.p95,
    format: (value) => <Duration ms={Number(value)} />,
  },
  {
    id: 'since',
    header: 'Since',
    width: 190,
    align: 'end',
    sortable: true,
    value: (row) => row.since,
    cell: (row) => <Age at={row.since} />,
  },
];

const rowKey = (row: Sample) => row.name;
const SAMPLE = { data: ROWS, rowKey, rowLabel: rowKey, columns: COLUMNS };
const SMALL = {
  data: [],
  rowKey,
  columns: COLUMNS.slice(0, 2),
  state: INITIAL_TABLE_STATE,
  onState: () => {},
};

/** Tables of plain rows: grouped, ticked, paged, pinned, growing, with rows that wait, empty and forbidden. */
export function DataTableGallery() {
  return (
    <>
      <GroupedSample />
      <PagedSample />
      <GrowingSample />
      <WaitingSample />
      <Section title="Data table without permission">
        <div className="qd-gallery-table-small">
          <DataTable
            {...SMALL}
            label="Forbidden rows"
            denied={<Empty title="No permission">You may not read these rows. Ask an administrator.</Empty>}
          />
        </div>
      </Section>
      <Section title="Data table without rows">
        <div className="qd-gallery-table-small">
          <DataTable {...SMALL} label="No rows" />
        </div>
      </Section>
      <Section title="What waits">
        <div className="qd-gallery-table-small qd-table-holding">
          <HeldBar change={{ added: 3, leaving: 1, moved: true }} onApply={() => {}} />
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
          {...SAMPLE}
          label="Grouped rows"
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
          {...SAMPLE}
          label="Paged rows"
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

function GrowingSample() {
  const [state, setState] = useState<TableState>({ ...INITIAL_TABLE_STATE, pageSize: 25 });
  return (
    <Section title="Data table that grows as it is read">
      <div className="qd-gallery-table">
        <DataTable
          {...SAMPLE}
          label="Growing rows"
          columns={COLUMNS.slice(0, 3)}
          data={ROWS.slice(0, state.pageSize)}
          state={state}
          onState={setState}
          paging="virtual"
          total={ROWS.length}
        />
      </div>
    </Section>
  );
}

function WaitingSample() {
  const [from, setFrom] = useState(30);
  const [state, setState] = useState<TableState>(INITIAL_TABLE_STATE);
  return (
    <Section title="Data table whose new rows wait for its reader">
      <div className="qd-gallery-table">
        <DataTable
          {...SAMPLE}
          label="Waiting rows"
          columns={COLUMNS.slice(0, 3)}
          data={ROWS.slice(from, 60)}
          filters=""
          state={state}
          onState={setState}
          footer={
            <Button variant="ghost" disabled={from < 3} onClick={() => setFrom(from - 3)}>
              Let three rows come
            </Button>
          }
        />
      </div>
    </Section>
  );
}
