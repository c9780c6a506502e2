import type { FormSchema } from '@quarterdeck/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDom } from '../testing/dom.ts';
import { Form, FormButtons } from './Form.tsx';
import { FormOrText } from './FormOrText.tsx';
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
  await act(async () => fireEvent.change(box, { target: { value: box.value.replace('ledger-2', 'till') } }));
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
  await act(async () => fireEvent.change(await textBox(), { target: { value: 'name: [ledger' } }));
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
