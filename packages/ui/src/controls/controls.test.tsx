import type { TriStateValue } from '@quarterdeck/kit';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDom } from '../testing/dom.ts';
import { Button, IconButton } from './Button.tsx';
import { Chip } from './Chip.tsx';
import { Pager } from './Pager.tsx';
import { SearchBox } from './SearchBox.tsx';
import { Switch, Toggle } from './Switch.tsx';
import { Tabs } from './Tabs.tsx';
import { TextField } from './TextInput.tsx';
import { TriStateFilter } from './TriStateFilter.tsx';

beforeEach(() => prepareDom());
afterEach(cleanup);

test('a pending button keeps its place and swallows clicks', () => {
  const onClick = vi.fn();
  render(
    <Button pending onClick={onClick}>
      Saving
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Saving' });
  button.focus();
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
  render(<IconButton label="Refresh" icon={<i />} onClick={onClick} />);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(onClick).toHaveBeenCalledOnce();
});

function Search({ onSubmit }: { onSubmit?: (text: string) => void }) {
  const [text, setText] = useState('');
  return <SearchBox label="Search checks" value={text} onChange={setText} hotkey {...(onSubmit && { onSubmit })} />;
}

test('every letter typed arrives, however fast; Escape and the cross clear', async () => {
  const onSubmit = vi.fn();
  render(<Search onSubmit={onSubmit} />);
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search checks' });
  await userEvent.type(box, 'ledger-primary{Enter}');
  expect(box.value).toBe('ledger-primary');
  expect(onSubmit).toHaveBeenCalledWith('ledger-primary');
  fireEvent.keyDown(box, { key: 'Escape' });
  expect(box.value).toBe('');
  await userEvent.type(box, 'x');
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(box.value).toBe('');
  expect(document.activeElement).toBe(box);
});

test('a slash focuses the search, but not while typing elsewhere', () => {
  render(
    <>
      <Search />
      <input aria-label="Other" />
    </>,
  );
  const other = screen.getByRole('textbox', { name: 'Other' });
  act(() => other.focus());
  fireEvent.keyDown(other, { key: '/' });
  expect(document.activeElement).toBe(other);
  act(() => other.blur());
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search checks' }));
});

test('a field says what is wrong with it', () => {
  render(<TextField label="Key" value="" onChange={vi.fn()} error="This field is required" hint="not shown" />);
  const field = screen.getByLabelText('Key');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'This field is required',
  );
});

test('switch, toggle and chip', () => {
  const onSwitch = vi.fn();
  const onToggle = vi.fn();
  const onRemove = vi.fn();
  render(
    <>
      <Switch label="Live" checked={false} onChange={onSwitch} />
      <Toggle label="Not passing" pressed onChange={onToggle} />
      <Chip removeLabel="Remove filter team" onRemove={onRemove}>
        team: payments
      </Chip>
    </>,
  );
  fireEvent.click(screen.getByRole('switch', { name: 'Live', checked: false }));
  expect(onSwitch).toHaveBeenCalledWith(true);
  fireEvent.click(screen.getByRole('button', { name: 'Not passing', pressed: true }));
  expect(onToggle).toHaveBeenCalledWith(false);
  fireEvent.click(screen.getByRole('button', { name: 'Remove filter team' }));
  expect(onRemove).toHaveBeenCalledOnce();
});

function TabsScreen() {
  const [tab, setTab] = useState('all');
  const tabs = [
    { id: 'all', label: 'All', count: 1022 },
    { id: 'pay', label: 'payments', count: 5, countLabel: 'unhealthy' },
    { id: 'none', label: 'quiet', count: 0 },
  ];
  return <Tabs label="Namespaces" tabs={tabs} value={tab} onChange={setTab} />;
}

test('arrows choose tabs, round the ends; one tab is in the tab order', () => {
  render(<TabsScreen />);
  const list = screen.getByRole('tablist', { name: 'Namespaces' });
  fireEvent.keyDown(list, { key: 'ArrowLeft' });
  const quiet = screen.getByRole('tab', { name: 'quiet', selected: true });
  expect(document.activeElement).toBe(quiet);
  fireEvent.keyDown(list, { key: 'ArrowRight' });
  expect(screen.getByRole('tab', { name: /^All/, selected: true }).textContent).toBe('All1,022');
  expect(screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)).toHaveLength(1);
});

function FilterScreen() {
  const [value, setValue] = useState<TriStateValue>({});
  const options = [{ value: 'http', count: 214 }, { value: 'dns' }, { value: 'tcp' }];
  return <TriStateFilter label="Type" options={options} value={value} onChange={setValue} />;
}

test('a filter is searched, included, excluded and cleared', () => {
  render(<FilterScreen />);
  fireEvent.click(screen.getByRole('button', { name: 'Type' }));
  const popup = within(screen.getByRole('dialog', { name: 'Filter by Type' }));
  const find = popup.getByRole('textbox', { name: 'Find in Type' });
  expect(document.activeElement).toBe(find);
  fireEvent.keyDown(find, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(popup.getByRole('button', { name: 'Include http' }));
  fireEvent.click(popup.getByRole('button', { name: 'Include http' }));
  fireEvent.click(popup.getByRole('button', { name: 'Include dns' }));
  expect(screen.getByRole('button', { name: /^Type/ }).textContent).toBe('Type: http+1');
  fireEvent.click(popup.getByRole('button', { name: 'Exclude tcp' }));
  expect(popup.getByRole('button', { name: 'Exclude tcp', pressed: true })).toBeTruthy();
  expect(popup.getByRole('button', { name: 'Include http', pressed: false })).toBeTruthy();
  fireEvent.change(find, { target: { value: 'DN' } });
  expect(popup.queryByRole('button', { name: 'Include http' })).toBeNull();
  fireEvent.change(find, { target: { value: 'nonsense' } });
  expect(popup.getByText('No value matches')).toBeTruthy();
  fireEvent.click(popup.getByRole('button', { name: 'Clear' }));
  expect(screen.getByRole('button', { name: 'Type' })).toBeTruthy();
});

test('a second press on the button of a filter closes it, as does the focus that goes on', async () => {
  render(
    <>
      <FilterScreen />
      <button type="button">Next</button>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Type' });
  await userEvent.click(button);
  expect(screen.getByRole('dialog', { name: 'Filter by Type' })).toBeTruthy();
  await userEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(button);
  act(() => screen.getByRole('button', { name: 'Next' }).focus());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a pager goes to its ends and to a page, and stays within them', () => {
  const onPage = vi.fn();
  const onPageSize = vi.fn();
  render(<Pager pageIndex={2} pageSize={50} total={3956} onPage={onPage} onPageSize={onPageSize} />);
  expect(screen.getByText('101–150 of 3,956')).toBeTruthy();
  for (const name of ['First page', 'Previous page', 'Next page', 'Last page']) {
    fireEvent.click(screen.getByRole('button', { name }));
  }
  expect(onPage.mock.calls.flat()).toEqual([0, 1, 3, 79]);
  const box = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Go to page' });
  expect([box.min, box.max, box.readOnly]).toEqual(['1', '80', false]);
  fireEvent.change(box, { target: { value: '900' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onPage).toHaveBeenLastCalledWith(79);
  onPage.mockClear();
  fireEvent.change(box, { target: { value: '7' } });
  fireEvent.keyDown(box, { key: 'Escape' });
  fireEvent.blur(box);
  expect([box.value, onPage.mock.calls.length]).toEqual(['3', 0]);
  fireEvent.click(screen.getByRole('button', { name: 'Rows per page 50 rows' }));
  fireEvent.click(screen.getByRole('menuitemradio', { name: '200 rows' }));
  expect(onPageSize).toHaveBeenCalledWith(200);
});

test('an only page has no way to leave it', () => {
  render(<Pager pageIndex={0} pageSize={50} total={0} onPage={vi.fn()} />);
  for (const button of screen.getAllByRole<HTMLButtonElement>('button')) expect(button.disabled).toBe(true);
  expect(screen.getByText('No rows')).toBeTruthy();
  const box = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Go to page' });
  expect([box.readOnly, box.value, box.max]).toEqual([true, '1', '1']);
});
