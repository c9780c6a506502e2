import { authenticationField, type FormSchema, templateField } from '@quarterdeck/contract';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDom } from '../testing/dom.ts';
import { button, press, SampleForm, valueNow } from '../testing/SampleForm.tsx';

// The editor stays the plain text field that stands in until its chunk is here: same name, same value.
vi.mock('../code/editor.ts', () => ({
  mountEditor: () => {
    throw new Error('no editor in this test');
  },
}));

beforeEach(() => prepareDom());
afterEach(cleanup);

const focusIs = (name: string) => waitFor(() => expect(document.activeElement).toBe(button(name)));
const tab = (name: string) => screen.getByRole('tab', { name });

test('a template moves its text from language to language, and none leaves nothing behind', async () => {
  render(<SampleForm schema={[templateField('test', 'Test')]} initial={{ test: { expr: 'code == 200' } }} />);
  expect(tab('Expr').getAttribute('aria-selected')).toBe('true');
  fireEvent.click(tab('JSONPath'));
  expect(valueNow()).toEqual({ test: { jsonpath: '' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Test (JSONPath)' }), { target: { value: '$.status' } });
  expect(valueNow()).toEqual({ test: { jsonpath: '$.status' } });
  fireEvent.click(tab('None'));
  expect(valueNow()).toEqual({});
});

test('signing in keeps name and password from way to way, and none removes them', async () => {
  const schema = [authenticationField(['basic', 'ntlm', 'ntlmv2'])];
  render(<SampleForm schema={schema} initial={{ url: 'x' }} />);
  fireEvent.click(screen.getByRole('radio', { name: 'NTLM' }));
  await userEvent.type(screen.getByLabelText('Username value'), 'probe');
  fireEvent.click(screen.getByRole('radio', { name: 'NTLMv2' }));
  expect(valueNow()).toEqual({ url: 'x', ntlmv2: true, authentication: { username: { value: 'probe' } } });
  fireEvent.click(screen.getByRole('radio', { name: 'None' }));
  expect(valueNow()).toEqual({ url: 'x' });
});

test('a checkbox group whose fields stand beside others removes those and nothing else', async () => {
  const schema: FormSchema = [
    {
      kind: 'group',
      label: 'Advanced',
      optional: true,
      owns: ['display', 'scope'],
      fields: [
        { kind: 'text', path: 'scope', label: 'Scope' },
        { kind: 'text', path: 'display.expr', label: 'Display' },
      ],
    },
  ];
  render(<SampleForm schema={schema} initial={{ name: 'a' }} />);
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Advanced' });
  expect(screen.queryByRole('textbox', { name: 'Scope' })).toBeNull();
  fireEvent.click(box);
  await userEvent.type(screen.getByRole('textbox', { name: 'Scope' }), 'x');
  await userEvent.type(screen.getByRole('textbox', { name: 'Display' }), 'y');
  expect(valueNow()).toEqual({ name: 'a', scope: 'x', display: { expr: 'y' } });
  fireEvent.click(box);
  expect(valueNow()).toEqual({ name: 'a' });
  expect(box.checked).toBe(false);
});

test('a checkbox group opens with what is stored beside others', () => {
  const schema: FormSchema = [
    {
      kind: 'group',
      label: 'Advanced',
      optional: true,
      owns: ['scope'],
      fields: [{ kind: 'text', path: 'scope', label: 'Scope' }],
    },
  ];
  render(<SampleForm schema={schema} initial={{ scope: 'all' }} readOnly />);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Advanced' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Scope' }).value).toBe('all');
});

test('a refused submit finds a list of choices and radio buttons too', async () => {
  const options = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ];
  const { unmount } = render(
    <SampleForm schema={[{ kind: 'select', path: 'kind', label: 'Kind', required: true, options }]} />,
  );
  await press('Save');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Kind/ }));
  unmount();
  render(
    <SampleForm schema={[{ kind: 'select', path: 'kind', label: 'Kind', required: true, radio: true, options }]} />,
  );
  await press('Save');
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'A' }));
  expect(screen.getByRole('group', { name: /Kind\W+required/ })).toBeTruthy();
});

test('focus follows the rows of a list', async () => {
  const schema: FormSchema = [
    {
      kind: 'list',
      path: 'paths',
      label: 'Paths',
      itemLabel: 'path',
      item: { kind: 'text', path: '', label: 'Path' },
    },
  ];
  render(<SampleForm schema={schema} initial={{ paths: ['a', 'b', 'c'] }} />);
  await press('Move path 2 up');
  expect(valueNow()).toEqual({ paths: ['b', 'a', 'c'] });
  await focusIs('Move path 1 down');
  await press('Move path 1 down');
  await focusIs('Move path 2 down');
  await press('Remove path 3');
  await focusIs('Remove path 2');
  await press('Remove path 2');
  await press('Remove path 1');
  await focusIs('Add path');
  await press('Add path');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Path 1' })));
});

test('a key that stands twice is said and holds the form back', async () => {
  const onSubmit = vi.fn();
  const schema: FormSchema = [{ kind: 'key-value', path: 'labels', label: 'Labels' }];
  render(<SampleForm schema={schema} initial={{ labels: { team: 'a', tier: '1' } }} onSubmit={onSubmit} />);
  const second = screen.getByRole('textbox', { name: 'Key 2' });
  await userEvent.clear(second);
  await userEvent.type(second, 'team');
  expect(screen.getByText('The key team stands twice')).toBeTruthy();
  await press('Save');
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.type(second, '2');
  await press('Save');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ labels: { team: 'a', team2: '1' } });
  await press('Remove team');
  await focusIs('Remove team2');
});

test('what a Helm release or a service account gives is shown and stays until another source is chosen', async () => {
  const schema: FormSchema = [{ kind: 'value-source', path: 'token', label: 'Token', as: 'env', required: true }];
  const onSubmit = vi.fn();
  const initial = { token: { valueFrom: { helmRef: { name: 'ledger', key: '.auth.token' } } } };
  render(<SampleForm schema={schema} initial={initial} onSubmit={onSubmit} />);
  expect(screen.getByText('Read from Helm release ledger, .auth.token')).toBeTruthy();
  await press('Save');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(initial);
  fireEvent.click(screen.getByRole('radio', { name: 'Static' }));
  await userEvent.type(screen.getByLabelText('Token value'), 'x');
  expect(valueNow()).toEqual({ token: { value: 'x' } });
});

test('values that are stored as numbers stay numbers; others are named as wrong', async () => {
  const schema: FormSchema = [
    {
      kind: 'combobox',
      path: 'codes',
      label: 'Response Codes',
      multiple: true,
      creatable: true,
      numeric: true,
      options: [{ value: '200', label: '200' }],
    },
  ];
  render(<SampleForm schema={schema} />);
  const box = screen.getByRole('combobox', { name: 'Response Codes' });
  await userEvent.type(box, '200{Enter}418{Enter}');
  expect(valueNow()).toEqual({ codes: [200, 418] });
  await userEvent.type(box, 'teapot{Enter}');
  await press('Save');
  expect(screen.getByText('This field must be a number')).toBeTruthy();
  expect(document.activeElement).toBe(box);
});

test('a folded group opens for what the server refused inside of it, and for nothing else', async () => {
  const schema: FormSchema = [
    { kind: 'text', path: 'name', label: 'Name' },
    { kind: 'group', label: 'First', collapsed: true, fields: [{ kind: 'text', path: 'other', label: 'Other' }] },
    {
      kind: 'group',
      label: 'Second',
      collapsed: true,
      fields: [
        {
          kind: 'one-of',
          label: 'Way',
          options: [{ value: 'a', label: 'A', fields: [{ kind: 'key-value', path: 'labels', label: 'Labels' }] }],
        },
      ],
    },
  ];
  render(<SampleForm schema={schema} refusal={{ 'labels.team': 'Unknown team' }} />);
  await press('Refuse');
  expect(button('First').getAttribute('aria-expanded')).toBe('false');
  expect(button('Second').getAttribute('aria-expanded')).toBe('true');
});
