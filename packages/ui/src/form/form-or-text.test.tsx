import type { FormSchema } from '@quarterdeck/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDom } from '../testing/dom.ts';
import { Form, FormButtons } from './Form.tsx';
import { FormOrText, type FormTab } from './FormOrText.tsx';
import { LeaveQuestion, useLeaveGuard } from './leave-guard.tsx';
import { useForm } from './use-form.ts';

// The editor stays the plain text field that stands in until its chunk is here: same name, same value.
vi.mock('../code/editor.ts', () => ({
  mountEditor: () => {
    throw new Error('no editor in this test');
  },
}));

beforeEach(() => prepareDom());
afterEach(cleanup);

const SOURCE = '# owned by payments\nname: ledger # fixed\nextra:\n  deep: [1, 2]\n';
const SCHEMA: FormSchema = [{ kind: 'text', path: 'name', label: 'Name', required: true }];
const onSubmit = vi.fn();

function Sample() {
  const form = useForm({ schema: SCHEMA, initial: { name: 'ledger', extra: { deep: [1, 2] } }, onSubmit });
  useLeaveGuard(form.isDirty);
  return (
    <Form form={form} label="Sample">
      <FormOrText form={form} source={SOURCE} />
      <FormButtons form={form} saveLabel="Save" />
    </Form>
  );
}

async function showTab(name: string) {
  fireEvent.click(screen.getByRole('tab', { name }));
  await screen.findByRole('tabpanel', { name });
}
const textBox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Document' });
const write = async (text: string) => {
  const box = await textBox();
  await act(async () => fireEvent.change(box, { target: { value: text } }));
};
const asksToStay = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('form and text edit one value: comments and unknown keys survive both ways', async () => {
  onSubmit.mockClear();
  render(<Sample />);
  await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), '-2');
  await showTab('Code');
  const box = await textBox();
  expect(box.value).toContain('# owned by payments');
  expect(box.value).toContain('name: ledger-2 # fixed');
  await write(box.value.replace('ledger-2', 'till'));
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Reset' })).toBeTruthy());
  await showTab('Form');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('till');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: 'till', extra: { deep: [1, 2] } });
});

test('a text that cannot be read holds the form back and is not dropped', async () => {
  onSubmit.mockClear();
  render(<Sample />);
  await showTab('Code');
  await write('name: [ledger');
  expect(await screen.findByText('The text cannot be read yet')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Form' }));
  expect((await textBox()).value).toBe('name: [ledger');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  expect(onSubmit).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Back to the last good text' }));
  await vi.waitFor(async () => expect((await textBox()).value).toContain('name: ledger'));
  expect(screen.queryByText('The text cannot be read yet')).toBeNull();
});

test('a page with unsaved changes asks before it is left', async () => {
  render(<Sample />);
  expect(asksToStay()).toBe(false);
  await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), 'x');
  expect(asksToStay()).toBe(true);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Reset' })));
  expect(asksToStay()).toBe(false);
});

test('the question of a router: stay or leave', () => {
  const onStay = vi.fn();
  const onLeave = vi.fn();
  render(<LeaveQuestion open onStay={onStay} onLeave={onLeave} />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stay' }));
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(onLeave).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  expect(onStay).toHaveBeenCalledOnce();
});

const SPEC_SCHEMA: FormSchema = [
  { kind: 'text', path: 'name', label: 'Name', required: true },
  { kind: 'text', path: 'spec.http.0.url', label: 'URL', required: true },
];

function SpecSample({ readOnly = false, onTab = vi.fn() }) {
  const [initial] = useState({ name: 'ledger', spec: { schedule: '@daily', http: [{ url: 'https://a' }] } });
  const [tab, setTab] = useState<FormTab>('text');
  const form = useForm({ schema: SPEC_SCHEMA, initial, onSubmit });
  const turn = (next: FormTab) => {
    setTab(next);
    onTab(next);
  };
  return (
    <Form form={form} label="Sample" readOnly={readOnly}>
      <FormOrText form={form} path="spec" tab={tab} onTab={turn} />
      <FormButtons form={form} saveLabel="Save" />
      <button type="button" onClick={() => form.refuse({ 'spec.http.0.url': 'Not reachable' })}>
        Refuse
      </button>
    </Form>
  );
}

test('the text may hold one part of the value, and the host may keep the tab', async () => {
  onSubmit.mockClear();
  const onTab = vi.fn();
  render(<SpecSample onTab={onTab} />);
  const box = await textBox();
  expect(box.value).toBe('schedule: "@daily"\nhttp:\n  - url: https://a\n');
  await write('http:\n  - url: https://b\n    extra: 1\n');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
    name: 'ledger',
    spec: { http: [{ url: 'https://b', extra: 1 }] },
  });
  await showTab('Form');
  expect(onTab).toHaveBeenCalledExactlyOnceWith('form');
});

test('what is wrong with the fields is said beside the text as well, and Reset brings the old text back', async () => {
  onSubmit.mockClear();
  render(<SpecSample />);
  await write('http: [{ url: "" }]');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getByText('http.0.url: This field is required')).toBeTruthy();
  expect(document.activeElement).toBe(await textBox());
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Reset' })));
  await vi.waitFor(async () => expect((await textBox()).value).toContain('https://a'));
  expect(screen.queryByText(/This field is required/)).toBeNull();
});

test('Reset also brings back the text after one that could not be read', async () => {
  render(<SpecSample />);
  await write('http: [');
  await screen.findByText('The text cannot be read yet');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Reset' })));
  await vi.waitFor(async () => expect((await textBox()).value).toContain('https://a'));
  expect(screen.queryByText('The text cannot be read yet')).toBeNull();
});

test('what the server refused goes when the text changes that field', async () => {
  render(<SpecSample />);
  await textBox();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Refuse' })));
  expect(screen.getByText('http.0.url: Not reachable')).toBeTruthy();
  await write('schedule: "@hourly"\nhttp: [{ url: https://a }]');
  expect(screen.getByText('http.0.url: Not reachable')).toBeTruthy();
  await write('http: [{ url: https://b }]');
  expect(screen.queryByText('http.0.url: Not reachable')).toBeNull();
});

test('the text of a read-only form can be read only', async () => {
  render(<SpecSample readOnly />);
  expect((await textBox()).readOnly).toBe(true);
});
