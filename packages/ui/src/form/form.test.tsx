import type { FormSchema } from '@quarterdeck/contract';
import { act, cleanup, fireEvent, render, renderHook, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDom } from '../testing/dom.ts';
import { button, press, SampleForm, valueNow } from '../testing/SampleForm.tsx';
import type { OptionSource } from './context.ts';
import type { FormValue } from './path.ts';
import { useForm } from './use-form.ts';

beforeEach(() => prepareDom());
afterEach(cleanup);

const BASIC: FormSchema = [
  { kind: 'text', path: 'description', label: 'Description' },
  { kind: 'text', path: 'name', label: 'Name', required: true, hint: 'Lower case' },
  { kind: 'number', path: 'count', label: 'Count', min: 0 },
  { kind: 'switch', path: 'on', label: 'Enabled', asText: true },
];

test('a refused submit says what is wrong under the field and moves focus to the first wrong one', async () => {
  const onSubmit = vi.fn();
  render(<SampleForm schema={BASIC} initial={{ count: 'x' }} onSubmit={onSubmit} />);
  expect(screen.queryByText('This field is required')).toBeNull();
  await press('Save');
  expect(onSubmit).not.toHaveBeenCalled();
  const name = screen.getByRole('textbox', { name: /^Name/ });
  expect(document.activeElement).toBe(name);
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(name.getAttribute('aria-required')).toBe('true');
  const notes = (name.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(notes).toEqual(['This field is required', 'Lower case']);
  expect(screen.getByText('This field must be a number')).toBeTruthy();
});

test('what is wrong shows when a field is left, not before', async () => {
  render(<SampleForm schema={BASIC} />);
  const name = screen.getByRole('textbox', { name: /^Name/ });
  await userEvent.type(name, 'x{Backspace}');
  expect(screen.queryByText('This field is required')).toBeNull();
  await userEvent.tab();
  expect(screen.getByText('This field is required')).toBeTruthy();
});

test('Enter sends the whole value, unknown keys with it; then it is clean', async () => {
  const onSubmit = vi.fn().mockResolvedValue(undefined);
  render(<SampleForm schema={BASIC} initial={{ unknown: { a: [1] } }} onSubmit={onSubmit} />);
  await userEvent.type(screen.getByRole('textbox', { name: /^Count/ }), '3');
  fireEvent.click(screen.getByRole('switch', { name: 'Enabled' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), 'ledger{Enter}');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ unknown: { a: [1] }, count: 3, on: 'true', name: 'ledger' });
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
});

test('a submit under way is not begun again; its failure is said', async () => {
  let fail = (_error: Error) => {};
  const onSubmit = vi.fn(() => new Promise((_resolve, reject) => (fail = reject)));
  render(<SampleForm schema={BASIC} initial={{ name: 'a' }} onSubmit={onSubmit} />);
  await press('Save');
  await press('Saving');
  expect(onSubmit).toHaveBeenCalledOnce();
  await act(async () => fail(new Error('The server answered 409')));
  expect(screen.getByRole('alert').textContent).toBe('The server answered 409');
  expect(button('Save')).toBeTruthy();
});

test('dirty is by content: typing back what was there is clean; reset goes back', async () => {
  render(<SampleForm schema={BASIC} initial={{ name: 'a', description: '' }} />);
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
  await userEvent.type(name, 'b');
  expect(button('Reset')).toBeTruthy();
  await userEvent.type(name, '{Backspace}');
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'x{Backspace}');
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
  await userEvent.type(name, 'c');
  await press('Reset');
  expect(name.value).toBe('a');
});

test('what the server refused stands at its field until that changes', async () => {
  render(<SampleForm schema={BASIC} initial={{ name: 'a' }} />);
  await press('Refuse');
  expect(screen.getByText('Taken')).toBeTruthy();
  const name = screen.getByRole('textbox', { name: /^Name/ });
  expect(document.activeElement).toBe(name);
  await userEvent.type(name, 'b');
  expect(screen.queryByText('Taken')).toBeNull();
});

test('another initial value comes in while nothing is changed, and waits while something is', () => {
  const onSubmit = vi.fn();
  const { result, rerender } = renderHook(
    ({ initial }) => useForm({ schema: BASIC, initial: initial as FormValue, onSubmit }),
    { initialProps: { initial: { name: 'a' } } },
  );
  rerender({ initial: { name: 'b' } });
  expect(result.current.value).toEqual({ name: 'b' });
  act(() => result.current.set('name', 'mine'));
  rerender({ initial: { name: 'c' } });
  expect(result.current.value).toEqual({ name: 'mine' });
  act(() => result.current.block('(text)', 'Line 1: broken'));
  expect(result.current.isValid).toBe(false);
  act(() => result.current.block('(text)', undefined));
  expect(result.current.isValid).toBe(true);
});

test('lists of sub-forms: add, fill, move, remove', async () => {
  const schema: FormSchema = [
    {
      kind: 'list',
      path: 'headers',
      label: 'Headers',
      itemLabel: 'header',
      fields: [{ kind: 'text', path: 'name', label: 'Name', default: 'X-' }],
    },
  ];
  render(<SampleForm schema={schema} initial={{ headers: [{ name: 'A', extra: 1 }] }} />);
  await press('Add header');
  const second = within(screen.getByRole('group', { name: 'header 2' })).getByRole('textbox', { name: 'Name' });
  await userEvent.type(second, 'B');
  await press('Move header 2 up');
  expect(valueNow()).toEqual({ headers: [{ name: 'X-B' }, { name: 'A', extra: 1 }] });
  await press('Remove header 1');
  expect(valueNow()).toEqual({ headers: [{ name: 'A', extra: 1 }] });
  await press('Remove header 1');
  expect(valueNow()).toEqual({});
});

test('key and value: a doubled key does not swallow a row while it is typed', async () => {
  render(
    <SampleForm
      schema={[{ kind: 'key-value', path: 'labels', label: 'Labels' }]}
      initial={{ labels: { team: 'a' } }}
    />,
  );
  await press('Add label');
  await userEvent.type(screen.getByRole('textbox', { name: 'Key 2' }), 'team2');
  await userEvent.type(screen.getByRole('textbox', { name: 'Value 2' }), 'b');
  expect(valueNow()).toEqual({ labels: { team: 'a', team2: 'b' } });
  await press('Remove team');
  expect(valueNow()).toEqual({ labels: { team2: 'b' } });
});

test('a value source switches between its three kinds', async () => {
  render(
    <SampleForm schema={[{ kind: 'value-source', path: 'password', label: 'Password', as: 'url', required: true }]} />,
  );
  await userEvent.type(screen.getByLabelText('Password value'), 'hunter2');
  expect(valueNow()).toEqual({ password: 'hunter2' });
  fireEvent.click(screen.getByRole('radio', { name: 'Secret' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Password name' }), 'ledger');
  await press('Save');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Password key' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Password key' }), 'pass');
  expect(valueNow()).toEqual({ password: 'secret://ledger/pass' });
});

test('alternatives show their own fields and clear what the others left', () => {
  const schema: FormSchema = [
    {
      kind: 'one-of',
      label: 'Authentication',
      options: [
        { value: 'none', label: 'None' },
        {
          value: 'basic',
          label: 'Basic',
          owns: ['basic', 'user'],
          set: { basic: true },
          fields: [{ kind: 'text', path: 'user', label: 'Username', default: 'probe' }],
        },
      ],
    },
  ];
  render(<SampleForm schema={schema} initial={{ url: 'x' }} />);
  expect(screen.queryByRole('textbox', { name: 'Username' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Basic' }));
  expect(screen.getByRole('textbox', { name: 'Username' })).toBeTruthy();
  expect(valueNow()).toEqual({ url: 'x', basic: true, user: 'probe' });
  fireEvent.click(screen.getByRole('radio', { name: 'None' }));
  expect(valueNow()).toEqual({ url: 'x' });
});

test('a folded group opens for what is wrong inside; an optional one owns its sub-object', async () => {
  const schema: FormSchema = [
    {
      kind: 'group',
      label: 'Advanced',
      collapsed: true,
      fields: [{ kind: 'text', path: 'index', label: 'Index', required: true }],
    },
    {
      kind: 'group',
      label: 'Retention',
      path: 'retention',
      optional: true,
      fields: [{ kind: 'duration', path: 'age', label: 'Age', default: '7d' }],
    },
  ];
  render(<SampleForm schema={schema} />);
  expect(button('Advanced').getAttribute('aria-expanded')).toBe('false');
  await press('Save');
  expect(button('Advanced').getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Index/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Retention' }));
  expect(valueNow()).toEqual({ retention: { age: '7d' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Retention' }));
  expect(valueNow()).toEqual({});
});

test('quantities carry their unit, schedules their words', async () => {
  const schema: FormSchema = [
    { kind: 'bytes', path: 'memory', label: 'Memory' },
    { kind: 'millicores', path: 'cpu', label: 'CPU' },
    { kind: 'schedule', path: 'schedule', label: 'Schedule' },
    { kind: 'color', path: 'color', label: 'Colour' },
  ];
  render(<SampleForm schema={schema} initial={{ schedule: 'TZ=UTC 0 2 * * *' }} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Memory' }), '512');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Unit of Memory' }), 'Gi');
  await userEvent.type(screen.getByRole('textbox', { name: 'CPU' }), '250');
  await press('Colour #2a9a5d');
  expect(valueNow()).toMatchObject({ memory: '512Gi', cpu: '250m', color: '#2a9a5d' });
  expect(screen.getByText(/^Every day at 02:00 \(UTC\)\. Next runs /)).toBeTruthy();
});

test('resources are stored by id and shown by name', async () => {
  const source: OptionSource = {
    search: async () => [
      { value: 'p1', label: 'Ada' },
      { value: 'p2', label: 'Ben' },
    ],
    resolve: vi.fn(async () => [{ value: 'p1', label: 'Ada' }]),
  };
  const schema: FormSchema = [{ kind: 'resource', path: 'people', label: 'People', of: 'person', multiple: true }];
  render(<SampleForm schema={schema} initial={{ people: ['p1'] }} sources={{ person: source }} />);
  expect(await screen.findByRole('button', { name: 'Remove Ada' })).toBeTruthy();
  fireEvent.click(screen.getByRole('combobox', { name: 'People' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Ben' }));
  expect(valueNow()).toEqual({ people: ['p1', 'p2'] });
  expect(screen.getByRole('button', { name: 'Remove Ben' })).toBeTruthy();
});

test('a read-only form can be read, not changed', () => {
  const schema: FormSchema = [...BASIC, { kind: 'key-value', path: 'labels', label: 'Labels' }];
  render(<SampleForm schema={schema} initial={{ name: 'a', labels: { k: 'v' } }} readOnly />);
  for (const box of screen.getAllByRole<HTMLInputElement>('textbox')) expect(box.readOnly).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('switch').disabled).toBe(true);
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
});
