import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../feedback/toast.tsx';
import { prepareDom } from '../testing/dom.ts';
import { FilterBar, type FilterBarProps } from './FilterBar.tsx';
import { type FilterField, type FilterState, NO_FILTERS, type SavedFilter } from './filter-state.ts';

beforeEach(() => prepareDom());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const FIELDS: FilterField[] = [
  { id: 'type', label: 'Type', options: [{ value: 'http' }, { value: 'dns' }] },
  {
    id: 'labels',
    label: 'Labels',
    mode: 'tags',
    options: [{ value: 'team:pay' }, { value: 'team:search' }, { value: 'tier:1' }],
  },
];

interface ScreenProps extends Partial<FilterBarProps> {
  initial?: FilterState;
  filters?: SavedFilter[];
}

function Screen({ initial = NO_FILTERS, filters, onChange, ...rest }: ScreenProps) {
  const [value, setValue] = useState(initial);
  const [list, setList] = useState<readonly SavedFilter[]>(filters ?? []);
  return (
    <>
      <FilterBar
        label="Check filters"
        fields={FIELDS}
        search={{ label: 'Search checks' }}
        value={value}
        onChange={(next) => {
          onChange?.(next);
          setValue(next);
        }}
        {...(filters && { saved: { list, onChange: setList } })}
        {...rest}
      />
      <Toaster />
    </>
  );
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const chips = () =>
  screen.queryAllByRole('button', { name: /^Remove filter/ }).map((chip) => chip.getAttribute('aria-label'));

test('in multi mode values of one state remain, in tag mode one value of each key', () => {
  const onChange = vi.fn();
  render(<Screen onChange={onChange} />);
  press('Type');
  press('Include http');
  press('Include dns');
  expect(chips()).toEqual(['Remove filter Type: http', 'Remove filter Type: dns']);
  press('Exclude http');
  expect(chips()).toEqual(['Remove filter not Type: http']);
  press('Labels');
  press('Include team:pay');
  press('Exclude tier:1');
  press('Include team:search');
  expect(onChange).toHaveBeenLastCalledWith({
    search: '',
    filters: { type: { http: -1 }, labels: { 'tier:1': -1, 'team:search': 1 } },
  });
});

test('a chip takes its value away and hands its focus on; Clear all takes everything', () => {
  const onChange = vi.fn();
  const initial: FilterState = { search: 'ledger', filters: { type: { http: 1, dns: 1 }, labels: { 'tier:1': -1 } } };
  render(<Screen initial={initial} onChange={onChange} />);
  press('Remove filter Type: http');
  expect(onChange).toHaveBeenLastCalledWith({ ...initial, filters: { type: { dns: 1 }, labels: { 'tier:1': -1 } } });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove filter Type: dns');
  press('Remove filter not Labels: tier:1');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove filter Type: dns');
  press('Clear all');
  expect(onChange).toHaveBeenLastCalledWith(NO_FILTERS);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search checks' }));
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
});

test('a search is told once, after the pause, with the filters of that moment; Enter tells at once', () => {
  vi.useFakeTimers();
  const onChange = vi.fn();
  render(<Screen onChange={onChange} />);
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search checks' });
  fireEvent.change(box, { target: { value: 'led' } });
  act(() => vi.advanceTimersByTime(300));
  press('Type');
  press('Include dns');
  expect(box.value).toBe('led');
  act(() => vi.advanceTimersByTime(100));
  expect(onChange).toHaveBeenLastCalledWith({ search: 'led', filters: { type: { dns: 1 } } });
  fireEvent.change(box, { target: { value: 'ledger' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onChange).toHaveBeenLastCalledWith({ search: 'ledger', filters: { type: { dns: 1 } } });
  expect(onChange).toHaveBeenCalledTimes(3);
});

test('what is hidden is counted in words, with the way back', () => {
  const onShow = vi.fn();
  const hidden = [
    { count: 1894, what: 'passing', onShow },
    { count: 0, what: 'deleted', onShow: vi.fn() },
  ];
  render(<Screen hidden={hidden} />);
  expect(within(screen.getByRole('region', { name: 'Check filters' })).getByRole('status').textContent).toBe(
    '1,894 passing hidden · Show',
  );
  press('Show passing');
  expect(onShow).toHaveBeenCalledOnce();
});

const MINE: SavedFilter = { name: 'Payments', search: '', filters: { labels: { 'team:pay': 1 } } };

test('a filter that stands elsewhere shows only what is active of it', () => {
  const aside = FIELDS.map((field) => ({ ...field, aside: field.id === 'labels' }));
  const initial: FilterState = { search: '', filters: { labels: { 'team:pay': 1 } } };
  render(<Screen fields={aside} initial={initial} />);
  expect(screen.queryByRole('button', { name: /^Labels/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Type' })).toBeTruthy();
  press('Remove filter Labels: team:pay');
  expect(chips()).toEqual([]);
});

test('a search alone opens no second line, which would move the list under it', () => {
  render(<Screen initial={{ search: 'ledger', filters: {} }} />);
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Clear search' })).toBeTruthy();
});

test('a saved filter is applied by name, and named while it is in effect', () => {
  const onChange = vi.fn();
  render(<Screen filters={[MINE]} onChange={onChange} initial={{ search: 'x', filters: { type: { dns: 1 } } }} />);
  press('Saved');
  press('Payments');
  expect(onChange).toHaveBeenCalledWith({ search: '', filters: { labels: { 'team:pay': 1 } } });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Saved: Payments' }));
  press('Remove filter Labels: team:pay');
  expect(screen.getByRole('button', { name: 'Saved' })).toBeTruthy();
});

test('the present filters are saved under a name, once; nothing cannot be saved', () => {
  render(<Screen filters={[MINE]} />);
  press('Saved');
  const field = screen.getByLabelText('Save these filters as');
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'Mine' } });
  expect(screen.getByText('Nothing is filtered now')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  fireEvent.keyDown(field, { key: 'Escape' });
  press('Type');
  press('Exclude dns');
  press('Saved');
  fireEvent.change(screen.getByLabelText('Save these filters as'), { target: { value: ' Payments ' } });
  expect(screen.getByText('Replaces the filter of this name')).toBeTruthy();
  press('Save');
  expect(screen.getByRole('button', { name: 'Saved: Payments' })).toBeTruthy();
  press('Saved: Payments');
  expect(within(screen.getByRole('dialog', { name: 'Saved filters' })).getAllByRole('listitem')).toHaveLength(1);
});

test('a deleted filter can be had back', () => {
  render(<Screen filters={[MINE]} />);
  press('Saved');
  press('Delete filter Payments');
  expect(screen.getByText('No filter is saved yet')).toBeTruthy();
  press('Undo');
  expect(screen.getByRole('button', { name: 'Payments' })).toBeTruthy();
});

test('a bar without search and saved filters is its filters alone', () => {
  render(<FilterBar fields={FIELDS} value={NO_FILTERS} onChange={vi.fn()} />);
  const bar = within(screen.getByRole('region', { name: 'Filters' }));
  expect(bar.getAllByRole('button').map((button) => button.textContent)).toEqual(['Type', 'Labels']);
  expect(bar.queryByRole('textbox')).toBeNull();
});
