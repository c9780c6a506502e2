import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDom } from '../testing/dom.ts';
import { Combobox, MultiCombobox } from './Combobox.tsx';
import { type ComboboxOption, matchOptions, type OptionSearch } from './combobox-model.ts';

const OPTIONS: ComboboxOption[] = [
  { value: 'http', label: 'HTTP', icon: 'http' },
  { value: 'dns', label: 'DNS', hint: 'names' },
  { value: 'tcp', label: 'TCP' },
];

beforeEach(() => prepareDom());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function One({ creatable = false, search }: { creatable?: boolean; search?: OptionSearch }) {
  const [value, setValue] = useState<string | undefined>('dns');
  return (
    <>
      <Combobox
        label="Type"
        value={value}
        onChange={setValue}
        creatable={creatable}
        {...(search ? { search, delayMs: 100 } : { options: OPTIONS })}
      />
      <button type="button">elsewhere</button>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Type' });

test('typing narrows, arrows move round, Enter takes', async () => {
  render(<One />);
  expect(field().value).toBe('DNS');
  await userEvent.clear(field());
  expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(3);
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  const last = screen.getByRole('option', { name: 'TCP' });
  expect(field().getAttribute('aria-activedescendant')).toBe(last.id);
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(field().value).toBe('HTTP');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('Escape leaves the value as it was; a click elsewhere does too', async () => {
  render(<One />);
  await userEvent.type(field(), 'xyz');
  expect(screen.getByText('Nothing matches')).toBeTruthy();
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(field().value).toBe('DNS');
  await userEvent.type(field(), 'zzz');
  fireEvent.pointerDown(screen.getByRole('button', { name: 'elsewhere' }));
  expect(field().value).toBe('DNS');
});

test('the first option is taken by Enter after typing, and a value can be cleared', async () => {
  render(<One />);
  await userEvent.clear(field());
  await userEvent.type(field(), 'tc{Enter}');
  expect(field().value).toBe('TCP');
  fireEvent.click(screen.getByRole('button', { name: 'Clear Type' }));
  expect(field().value).toBe('');
});

test('an own text is taken where that is allowed, also by leaving the field', async () => {
  render(<One creatable />);
  await userEvent.clear(field());
  await userEvent.type(field(), 'ldap{Enter}');
  expect(field().value).toBe('ldap');
  await userEvent.clear(field());
  await userEvent.type(field(), 'smb');
  await userEvent.tab();
  expect(field().value).toBe('smb');
  await userEvent.clear(field());
  await userEvent.type(field(), 'own');
  fireEvent.pointerDown(screen.getByRole('button', { name: 'elsewhere' }));
  expect(field().value).toBe('own');
});

test('the whole name of an option, typed and left, is that option', async () => {
  render(<One />);
  await userEvent.clear(field());
  await userEvent.type(field(), 'tcp');
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'elsewhere' }));
  expect(field().value).toBe('TCP');
});

test('an emptied field has no value once it is left, unless Escape takes that back', async () => {
  render(<One />);
  await userEvent.clear(field());
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(field().value).toBe('DNS');
  await userEvent.clear(field());
  await userEvent.tab();
  expect(field().value).toBe('');
  expect(screen.queryByRole('button', { name: 'Clear Type' })).toBeNull();
});

test('remote options are asked once per pause; late answers and failures are not shown as rows', async () => {
  vi.useFakeTimers();
  const answers: ((options: readonly ComboboxOption[]) => void)[] = [];
  const signals: AbortSignal[] = [];
  const search = vi.fn<OptionSearch>((_query, signal) => {
    signals.push(signal);
    return new Promise((resolve) => answers.push(resolve));
  });
  render(<One search={search} />);
  fireEvent.change(field(), { target: { value: 'h' } });
  fireEvent.change(field(), { target: { value: 'ht' } });
  await act(async () => vi.advanceTimersByTime(150));
  expect(search.mock.calls.map(([query]) => query)).toEqual(['ht']);
  fireEvent.change(field(), { target: { value: 'htt' } });
  await act(async () => vi.advanceTimersByTime(150));
  expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
  await act(async () => answers[1]?.([{ value: 'http', label: 'HTTP' }]));
  await act(async () => answers[0]?.([{ value: 'late', label: 'Late' }]));
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['HTTP']);
});

test('a failed search says why', async () => {
  render(<One search={() => Promise.reject(new Error('503'))} />);
  fireEvent.click(field());
  expect(await screen.findByText('Could not search: 503')).toBeTruthy();
});

function Many({ readOnly = false }: { readOnly?: boolean }) {
  const [values, setValues] = useState(['dns']);
  return (
    <MultiCombobox label="Type" options={OPTIONS} values={values} onChange={setValues} creatable readOnly={readOnly} />
  );
}

test('many choices are chips: added, removed by cross, by the list and by Backspace', async () => {
  render(<Many />);
  await userEvent.type(field(), 'http{Enter}own{Enter}');
  expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Remove DNS',
    'Remove HTTP',
    'Remove own',
  ]);
  expect(screen.getByRole('option', { name: /HTTP/ }).getAttribute('aria-selected')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Remove DNS' }));
  fireEvent.keyDown(field(), { key: 'Backspace' });
  fireEvent.click(screen.getByRole('option', { name: /HTTP/ }));
  expect(screen.queryAllByRole('button')).toHaveLength(0);
});

test('read-only choices cannot be removed', () => {
  render(<Many readOnly />);
  fireEvent.click(field());
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('DNS')).toBeTruthy();
});

test('all words must be found, anywhere, and no list is endless', () => {
  expect(matchOptions(OPTIONS, ' names dn').map(({ value }) => value)).toEqual(['dns']);
  const many = Array.from({ length: 500 }, (_, i) => ({ value: `v${i}`, label: `Value ${i}` }));
  expect(matchOptions(many, '')).toHaveLength(100);
});
