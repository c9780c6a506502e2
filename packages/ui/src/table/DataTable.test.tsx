import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Health } from '../status/HealthMark.tsx';
import { prepareDom } from '../testing/dom.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import type { DataColumn } from './data-columns.tsx';
import { NO_SELECTION } from './selection.ts';
import { INITIAL_TABLE_STATE, type TableState } from './state.ts';

interface Row {
  name: string;
  team: string | null;
  tier: number;
  health: Health;
  cost: number | null;
}

const row = (name: string, team: string | null, health: Health, cost: number | null, tier = 1): Row => ({
  name,
  team,
  health,
  cost,
  tier,
});
const DATA = [
  row('ledger-10', 'pay', 'healthy', 5),
  row('ledger-2', 'pay', 'unhealthy', 7, 2),
  row('search', 'find', 'healthy', null),
  row('orphan', null, 'warning', 1),
];
const drawn = vi.fn((one: Row) => one.name);
const columns: DataColumn<Row>[] = [
  { id: 'name', header: 'Name', flex: 1, sortable: true, hideable: false, value: (one) => one.name, cell: drawn },
  { id: 'team', header: 'Team', width: 90, groupable: true, filterable: true, value: (one) => one.team },
  {
    id: 'tier',
    header: 'Tier',
    width: 60,
    groupable: true,
    value: (one) => one.tier,
    groupLabel: (tier) => `Tier ${tier}`,
  },
  { id: 'health', header: 'Health', width: 100, sortable: true, aggregate: 'worst', value: (one) => one.health },
  {
    id: 'cost',
    header: 'Cost',
    width: 80,
    align: 'end',
    sortable: true,
    aggregate: 'sum',
    total: true,
    value: (one) => one.cost,
    format: (cost) => `$${cost}`,
  },
];

let latest: TableState = INITIAL_TABLE_STATE;

function Kept(props: Partial<DataTableProps<Row>> & { initial?: Partial<TableState> }) {
  const { initial, ...rest } = props;
  const [state, setState] = useState<TableState>({ ...INITIAL_TABLE_STATE, ...initial });
  latest = state;
  return (
    <DataTable
      label="Services"
      data={DATA}
      rowKey={(one) => one.name}
      rowLabel={(one) => one.name}
      columns={columns}
      {...rest}
      state={state}
      onState={(next) => {
        setState(next);
        rest.onState?.(next);
      }}
    />
  );
}

const names = () =>
  screen
    .getAllByRole('row')
    .flatMap((one) => one.getAttribute('aria-label') ?? [])
    .filter((name) => name !== 'Totals');
const choose = (column: string, item: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name: `Column ${column}` }));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
};

beforeEach(() => prepareDom());
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('sorts by header and menu: as people read numbers, the worst health last or first, blanks last', () => {
  render(<Kept initial={{ pageIndex: 3 }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(names()).toEqual(['ledger-2', 'ledger-10', 'orphan', 'search']);
  expect(latest).toMatchObject({ sortBy: 'name', sortOrder: 'asc', pageIndex: 0 });
  choose('Health', 'Sort descending');
  expect(names()).toEqual(['ledger-2', 'orphan', 'ledger-10', 'search']);
  choose('Cost', 'Sort descending');
  expect(names()).toEqual(['ledger-2', 'ledger-10', 'orphan', 'search']);
  choose('Cost', 'Clear sort');
  expect(latest.sortBy).toBeUndefined();
  expect(names()).toEqual(DATA.map((one) => one.name));
});

test('the server sorts when it is said so', () => {
  render(<Kept sorting="server" initial={{ sortBy: 'name' }} />);
  expect(names()).toEqual(DATA.map((one) => one.name));
});

test('groups on two levels with counts, sums and the worst health; toggles close them', () => {
  render(<Kept />);
  choose('Team', 'Group by this');
  choose('Tier', 'Then group by this');
  expect(latest.grouping).toEqual(['team', 'tier']);
  const pay = screen.getByText('pay', { selector: '[role=row].qd-tr-group *' }).closest('[role=row]') as HTMLElement;
  expect(within(pay).getByTitle('2 rows').textContent).toBe('2');
  expect(within(pay).getByText('Unhealthy')).toBeTruthy();
  expect(within(pay).getByText('$12')).toBeTruthy();
  expect(screen.getByText('(none)')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Collapse pay' }));
  expect(names()).toEqual(['search', 'orphan']);
  choose('Team', 'Stop grouping by this');
  expect(latest.grouping).toEqual(['tier']);
  expect(screen.getByRole('button', { name: 'Collapse Tier 2' })).toBeTruthy();
});

test('the footer sums all rows, and does not when the server has more', () => {
  const { rerender } = render(<Kept />);
  const totals = screen.getByRole('row', { name: 'Totals' });
  expect([within(totals).getByText('$13'), within(totals).getByText('sum')]).toHaveLength(2);
  rerender(<Kept paging="server" total={400} />);
  expect(screen.queryByRole('row', { name: 'Totals' })).toBeNull();
});

test('columns are hidden, shown, moved, pinned and resized by menu and keyboard', async () => {
  render(<Kept />);
  const headers = () => screen.getAllByRole('columnheader').map((one) => one.querySelector('.qd-th-name')?.textContent);
  choose('Team', 'Hide column');
  expect(headers()).toEqual(['Name', 'Tier', 'Health', 'Cost']);
  choose('Name', 'Show Team');
  choose('Cost', 'Move left');
  expect(headers()).toEqual(['Name', 'Team', 'Tier', 'Cost', 'Health']);
  choose('Cost', 'Pin left');
  expect(headers()[0]).toBe('Cost');
  expect(latest.pinned).toEqual({ cost: 'left' });
  choose('Cost', 'Unpin');
  choose('Cost', /^Resize/);
  const handle = screen.getByRole('separator', { name: 'Width of Cost' });
  await waitFor(() => expect(document.activeElement).toBe(handle));
  fireEvent.keyDown(handle, { key: 'ArrowRight' });
  fireEvent.keyDown(handle, { key: 'ArrowRight' });
  fireEvent.keyDown(handle, { key: 'ArrowLeft' });
  expect(latest.widths).toEqual({ cost: 96 });
  expect(handle.getAttribute('aria-valuetext')).toBe('96 pixels');
  fireEvent.keyDown(handle, { key: 'Enter' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Column Cost' }));
  choose('Cost', 'Reset width');
  expect(latest.widths).toEqual({});
});

test('a dragged width counts when the button is released', () => {
  render(<Kept />);
  const handle = screen.getByRole('separator', { name: 'Width of Tier' });
  fireEvent.pointerDown(handle, { button: 0, clientX: 100, pointerId: 1 });
  fireEvent.pointerMove(handle, { clientX: 130, pointerId: 1 });
  expect(latest.widths).toBeUndefined();
  fireEvent.pointerUp(handle, { clientX: 140, pointerId: 1 });
  expect(latest.widths).toEqual({ tier: 100 });
});

test('client pages: pager, sizes of the specification, and the place is kept', () => {
  const data = Array.from({ length: 120 }, (_, i) => row(`check-${i}`, 'a', 'healthy', 1));
  render(<Kept data={data} paging="client" initial={{ pageIndex: 1 }} />);
  const pager = screen.getByRole('navigation', { name: 'Pages of Services' });
  expect(pager.textContent).toContain('of 3');
  expect(names()[0]).toBe('check-50');
  fireEvent.click(within(pager).getByRole('button', { name: 'Rows per page 50 rows' }));
  expect(screen.getAllByRole('menuitemradio').map((one) => Number.parseInt(one.textContent ?? '', 10))).toEqual([
    5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000,
  ]);
  fireEvent.click(screen.getByRole('menuitemradio', { name: '25 rows' }));
  expect(latest).toMatchObject({ pageSize: 25, pageIndex: 2 });
  expect(names()[0]).toBe('check-50');
});

test('virtual paging asks for twice the rows when the last one is seen, once, and only while there are more', async () => {
  const onState = vi.fn();
  const { rerender } = render(<Kept paging="virtual" total={400} onState={onState} />);
  await waitFor(() => expect(onState).toHaveBeenCalledWith(expect.objectContaining({ pageSize: 100, pageIndex: 0 })));
  rerender(<Kept paging="virtual" total={400} onState={onState} />);
  expect(onState).toHaveBeenCalledTimes(1);
  cleanup();
  onState.mockClear();
  render(<Kept paging="virtual" total={4} onState={onState} />);
  expect(onState).not.toHaveBeenCalled();
});

test('rows are ticked by checkbox, Space and range; all of the filter by the bar and Ctrl A', () => {
  const onSelection = vi.fn();
  const { rerender } = render(<Kept selection={NO_SELECTION} onSelection={onSelection} total={400} paging="server" />);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select ledger-10' }));
  expect(onSelection).toHaveBeenLastCalledWith({ all: false, keys: ['ledger-10'] });
  const selection = { all: false, keys: ['ledger-10'] };
  rerender(
    <Kept
      selection={selection}
      onSelection={onSelection}
      total={400}
      paging="server"
      selectionActions={<b>Silence</b>}
    />,
  );
  expect(screen.getByRole('status').textContent).toBe('1 selected');
  expect(screen.getByText('Silence')).toBeTruthy();
  const third = screen.getByRole('row', { name: 'search' });
  act(() => third.focus());
  fireEvent.keyDown(third, { key: ' ', shiftKey: true });
  expect(onSelection).toHaveBeenLastCalledWith({ all: false, keys: ['ledger-10', 'ledger-2', 'search'] });
  fireEvent.click(screen.getByRole('button', { name: 'Select all 400' }));
  expect(onSelection).toHaveBeenLastCalledWith({ all: true, keys: [] });
  fireEvent.keyDown(third, { key: 'a', ctrlKey: true });
  expect(onSelection).toHaveBeenLastCalledWith({ all: true, keys: [] });
  rerender(<Kept selection={{ all: true, keys: ['orphan'] }} onSelection={onSelection} total={400} paging="server" />);
  expect(screen.getByRole('status').textContent).toBe('399 selected');
  expect(screen.getByRole('row', { name: 'search' }).getAttribute('aria-selected')).toBe('true');
  expect((screen.getByRole('checkbox', { name: 'Select all rows' }) as HTMLInputElement).indeterminate).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(onSelection).toHaveBeenLastCalledWith(NO_SELECTION);
});

test('a cell is included and excluded by icons under the pointer and by the menu key', async () => {
  const onCellFilter = vi.fn();
  render(<Kept onCellFilter={onCellFilter} />);
  fireEvent.pointerOver(within(screen.getByRole('row', { name: 'search' })).getByText('find'));
  fireEvent.click(screen.getByRole('button', { name: 'Exclude Team find' }));
  expect(onCellFilter).toHaveBeenLastCalledWith('exclude', 'team', 'find', DATA[2]);
  const first = screen.getByRole('row', { name: 'ledger-10' });
  act(() => first.focus());
  fireEvent.keyDown(first, { key: 'F10', shiftKey: true });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Include Team pay' }));
  expect(onCellFilter).toHaveBeenLastCalledWith('include', 'team', 'pay', DATA[0]);
  await waitFor(() => expect(document.activeElement).toBe(first));
  fireEvent.pointerOver(within(screen.getByRole('row', { name: 'orphan' })).getByText('orphan'));
  expect(screen.queryByRole('button', { name: /^Include/ })).toBeNull();
});

test('a click opens beside, Enter opens the page, Escape closes', () => {
  const [onActivate, onOpen, onEscape] = [vi.fn(), vi.fn(), vi.fn()];
  render(<Kept onActivate={onActivate} onOpen={onOpen} onEscape={onEscape} selectedKey="search" />);
  const open = screen.getByRole('row', { name: 'search' });
  fireEvent.click(screen.getByText('search'));
  expect(onActivate).toHaveBeenCalledWith(DATA[2], 'search');
  act(() => open.focus());
  fireEvent.keyDown(open, { key: 'Enter' });
  expect(onOpen).toHaveBeenCalledWith(DATA[2], 'search');
  fireEvent.keyDown(open, { key: 'Escape' });
  expect(onEscape).toHaveBeenCalledOnce();
  expect(onActivate).toHaveBeenCalledOnce();
});

test('a live update draws only the row that changed', () => {
  const { rerender } = render(<Kept initial={{ grouping: ['team'], sortBy: 'name' }} />);
  drawn.mockClear();
  rerender(<Kept data={DATA.map((one) => (one.name === 'search' ? { ...one, cost: 9 } : one))} />);
  expect(drawn.mock.calls.map(([one]) => one.name)).toEqual(['search']);
});

test('empty, loading and forbidden', () => {
  const { rerender } = render(<Kept data={[]} />);
  expect(screen.getByText('No data available')).toBeTruthy();
  rerender(<Kept data={[]} loading />);
  expect(screen.getByRole('status', { name: 'Loading rows' })).toBeTruthy();
  expect(screen.queryByText('No data available')).toBeNull();
  rerender(<Kept denied={<p>You may not see services</p>} />);
  expect(screen.getByText('You may not see services')).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
});

test('on a small screen a row is two lines with its name, health and facts', () => {
  prepareDom({ width: 760 });
  render(<Kept initial={{ grouping: ['team'], hidden: ['tier'] }} />);
  expect(screen.queryByRole('columnheader')).toBeNull();
  const ledger = screen.getByRole('row', { name: 'ledger-2' });
  expect(within(ledger).getByText('Unhealthy')).toBeTruthy();
  expect(within(ledger).getByText('$7')).toBeTruthy();
  expect(within(ledger).queryByText('2')).toBeNull();
  expect(screen.getByRole('button', { name: 'Collapse pay' })).toBeTruthy();
  cleanup();
  render(<Kept data={[]} loading />);
  expect(screen.getByRole('status', { name: 'Loading rows' }).firstElementChild?.children).toHaveLength(2);
});

test('the menu of columns hides, shows and resets', () => {
  const onLayout = vi.fn();
  render(<ColumnsMenu columns={columns} layout={{ hidden: ['tier'] }} onLayout={onLayout} />);
  const pick = (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
    fireEvent.click(screen.getByRole('menuitem', { name }));
  };
  pick('Hide Team');
  expect(onLayout).toHaveBeenLastCalledWith({ hidden: ['tier', 'team'] });
  pick('Show Tier');
  expect(onLayout).toHaveBeenLastCalledWith({ hidden: [] });
  pick('Reset columns');
  expect(onLayout).toHaveBeenLastCalledWith({ order: [], hidden: [], widths: {}, pinned: {} });
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  expect(screen.queryByRole('menuitem', { name: /Name/ })).toBeNull();
});

test('with its filters named, new rows wait for a reader behind "1 new"; another sort is drawn at once', () => {
  const { rerender } = render(<Kept filters="" />);
  const more = [row('newest', 'pay', 'unhealthy', 1), ...DATA];
  fireEvent.pointerMove(screen.getByRole('grid'), { pointerType: 'mouse' });
  rerender(<Kept filters="" data={more} />);
  expect(names()).toEqual(DATA.map((one) => one.name));
  fireEvent.click(screen.getByRole('button', { name: 'Update the list: 1 new' }));
  expect(names()[0]).toBe('newest');
  rerender(<Kept filters="" data={DATA} />);
  expect(names()[0]).toBe('newest');
  fireEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(names()).toEqual(['ledger-2', 'ledger-10', 'orphan', 'search']);
});
