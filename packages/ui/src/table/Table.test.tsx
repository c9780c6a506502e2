import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDom } from '../testing/dom.ts';
import { Table } from './Table.tsx';
import type { Column, TableItem } from './types.ts';

interface Row {
  name: string;
}
type Item = TableItem<Row, Row>;

const rowsOf = (count: number): Item[] =>
  Array.from({ length: count }, (_, i) => ({ kind: 'row', key: `r${i}`, depth: 0, data: { name: `check ${i}` } }));
const drawn = vi.fn((row: Row) => row.name);
const columns: Column<Row, Row>[] = [
  { id: 'name', header: 'Check', flex: 1, sortable: true, cell: drawn, group: (group) => group.name },
  { id: 'end', header: 'Uptime', width: 80, align: 'end', cell: () => '99 %' },
];
const base = { label: 'Checks', columns, rowLabel: (row: Row) => row.name };

beforeEach(() => prepareDom());
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('ten thousand rows put at most sixty into the document and still say how many there are', () => {
  render(<Table {...base} rows={rowsOf(10_000)} />);
  expect(screen.getAllByRole('row').length).toBeLessThanOrEqual(60);
  expect(screen.getAllByRole('row').length).toBeGreaterThan(10);
  expect(screen.getByRole('grid', { name: 'Checks' }).getAttribute('aria-rowcount')).toBe('10001');
});

test('headers sort by a button and say how the table is sorted', () => {
  const onSort = vi.fn();
  const { rerender } = render(<Table {...base} rows={rowsOf(2)} sort={null} onSort={onSort} />);
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(onSort).toHaveBeenLastCalledWith({ id: 'name', desc: false });
  rerender(<Table {...base} rows={rowsOf(2)} sort={{ id: 'name', desc: false }} onSort={onSort} />);
  expect(screen.getByRole('columnheader', { name: 'Check' }).getAttribute('aria-sort')).toBe('ascending');
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(onSort).toHaveBeenLastCalledWith({ id: 'name', desc: true });
  expect(screen.queryByRole('button', { name: 'Uptime' })).toBeNull();
});

test('a third press on a header takes the sort away, where sorts end', () => {
  const [onSort, onClearSort] = [vi.fn(), vi.fn()];
  const sorted = { ...base, rows: rowsOf(2), sort: { id: 'name', desc: true }, onSort, onClearSort };
  const { rerender } = render(<Table {...sorted} sortEnds />);
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(onClearSort).toHaveBeenCalledOnce();
  rerender(<Table {...sorted} />);
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(onSort).toHaveBeenCalledExactlyOnceWith({ id: 'name', desc: false });
});

test('keys walk the rows, Enter opens', async () => {
  const onActivate = vi.fn();
  const onFocusRow = vi.fn();
  render(<Table {...base} rows={rowsOf(100)} onActivate={onActivate} onFocusRow={onFocusRow} />);
  const first = screen.getByRole('row', { name: 'check 0' });
  expect(first.tabIndex).toBe(0);
  act(() => first.focus());
  fireEvent.keyDown(first, { key: 'j' });
  const second = screen.getByRole('row', { name: 'check 1' });
  await waitFor(() => expect(document.activeElement).toBe(second));
  expect(onFocusRow).toHaveBeenLastCalledWith({ name: 'check 1' }, 'r1');
  fireEvent.keyDown(second, { key: 'ArrowUp' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  fireEvent.keyDown(first, { key: 'Enter' });
  expect(onActivate).toHaveBeenCalledWith({ name: 'check 0' }, 'r0');
});

test('a click opens a row, a click on a control inside does not', () => {
  const onActivate = vi.fn();
  const own = vi.fn();
  const withButton: Column<Row, Row>[] = [
    {
      id: 'a',
      header: 'A',
      cell: () => (
        <button type="button" onClick={own}>
          Silence
        </button>
      ),
    },
    { id: 'b', header: 'B', cell: (row) => row.name },
  ];
  render(<Table {...base} columns={withButton} rows={rowsOf(1)} onActivate={onActivate} />);
  fireEvent.click(screen.getByRole('button', { name: 'Silence' }));
  expect(own).toHaveBeenCalledOnce();
  expect(onActivate).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('check 0'));
  expect(onActivate).toHaveBeenCalledOnce();
});

test('a middle or modified click opens the address in another tab', () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const onActivate = vi.fn();
  render(<Table {...base} rows={rowsOf(1)} onActivate={onActivate} rowHref={(row) => `/c/${row.name}`} />);
  const cell = screen.getByText('check 0');
  fireEvent(cell, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
  fireEvent.click(cell, { ctrlKey: true });
  expect(open).toHaveBeenCalledTimes(2);
  expect(open).toHaveBeenCalledWith('/c/check 0', '_blank', 'noopener');
  expect(onActivate).not.toHaveBeenCalled();
});

test('groups are toggled by their button, by a click and by Left and Right', () => {
  const onToggleGroup = vi.fn();
  const rows: Item[] = [
    { kind: 'group', key: 'g', depth: 0, expanded: true, data: { name: 'ledger' } },
    { kind: 'row', key: 'a', depth: 1, data: { name: 'ready' } },
  ];
  render(<Table {...base} rows={rows} onToggleGroup={onToggleGroup} groupLabel={(group) => group.name} />);
  const toggle = screen.getByRole('button', { name: 'Collapse ledger' });
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(toggle);
  expect(onToggleGroup).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByText('ledger'));
  expect(onToggleGroup).toHaveBeenCalledTimes(2);
  const group = screen.getAllByRole('row')[1] as HTMLElement;
  act(() => group.focus());
  fireEvent.keyDown(group, { key: 'ArrowLeft' });
  expect(onToggleGroup).toHaveBeenLastCalledWith('g', false);
});

test('a live update draws only the row whose data changed, and keeps the focus', () => {
  const rows = rowsOf(5);
  const { rerender } = render(<Table {...base} rows={rows} />);
  const row = screen.getByRole('row', { name: 'check 2' });
  act(() => row.focus());
  drawn.mockClear();
  const next = rows.map((item, i): Item => (i === 3 ? ({ ...item, data: { name: 'check 3 again' } } as Item) : item));
  rerender(<Table {...base} rows={next} />);
  expect(drawn.mock.calls.map(([data]) => data.name)).toEqual(['check 3 again']);
  expect(document.activeElement).toBe(row);
});

test('scrolling draws only the rows that come into the document', async () => {
  render(<Table {...base} rows={rowsOf(10_000)} />);
  const before = new Set(drawn.mock.calls.map(([data]) => data.name));
  drawn.mockClear();
  const scroller = screen.getByRole('grid').parentElement as HTMLElement;
  scroller.scrollTop = 320;
  fireEvent.scroll(scroller);
  await waitFor(() => expect(drawn).toHaveBeenCalled());
  const came = drawn.mock.calls.map(([data]) => data.name);
  expect(new Set(came).size).toBe(came.length);
  expect(came.filter((name) => before.has(name))).toEqual([]);
});

test('the selected row says so', () => {
  render(<Table {...base} rows={rowsOf(3)} selectedKey="r1" />);
  expect(screen.getByRole('row', { selected: true })).toBe(screen.getByRole('row', { name: 'check 1' }));
});

test('a row chosen from elsewhere becomes the one that Tab reaches, unless the focus is in the table', () => {
  const { rerender } = render(<Table {...base} rows={[]} selectedKey="r4" />);
  rerender(<Table {...base} rows={rowsOf(9)} selectedKey="r4" />);
  expect(screen.getByRole('row', { name: 'check 4' }).tabIndex).toBe(0);
  rerender(<Table {...base} rows={rowsOf(9)} selectedKey="r5" />);
  expect(screen.getByRole('row', { name: 'check 5' }).tabIndex).toBe(0);
  const row = screen.getByRole('row', { name: 'check 2' });
  act(() => row.focus());
  rerender(<Table {...base} rows={rowsOf(9)} selectedKey="r7" />);
  expect(row.tabIndex).toBe(0);
});

test('a narrow table is a list of two-line rows without a header', () => {
  prepareDom({ width: 400 });
  render(<Table {...base} rows={rowsOf(3)} narrow={(row) => <b>{row.name} in short</b>} />);
  expect(screen.queryByRole('columnheader')).toBeNull();
  expect(screen.getByText('check 1 in short')).toBeTruthy();
});

test('loading, empty and failed tables', () => {
  const { rerender } = render(<Table {...base} rows={[]} loading empty="Nothing here" />);
  expect(screen.getByRole('status', { name: 'Loading rows' })).toBeTruthy();
  expect(screen.queryByText('Nothing here')).toBeNull();
  rerender(<Table {...base} rows={[]} empty="Nothing here" />);
  expect(screen.getByText('Nothing here')).toBeTruthy();
  rerender(<Table {...base} rows={[]} empty="Nothing here" error="It failed" />);
  expect(screen.queryByText('Nothing here')).toBeNull();
  rerender(<Table {...base} rows={rowsOf(1)} error="It failed" />);
  expect(screen.getByText('It failed')).toBeTruthy();
  expect(within(screen.getByRole('grid')).getByText('check 0')).toBeTruthy();
});
