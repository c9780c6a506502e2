import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster, toast } from '../feedback/toast.tsx';
import { readToasts } from '../feedback/toast-store.ts';
import { prepareDom } from '../testing/dom.ts';
import { Confirm } from './Confirm.tsx';

beforeEach(() => prepareDom());
afterEach(() => {
  cleanup();
  for (const item of readToasts()) toast.dismiss(item.id);
});

test('acts once however often it is pressed, spins while it acts', async () => {
  let finish = () => {};
  const onConfirm = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  render(<Confirm open onClose={vi.fn()} title="Delete “ledger”?" onConfirm={onConfirm} />);
  const button = screen.getByRole('button', { name: 'Delete' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(button.getAttribute('aria-busy')).toBe('true');
  await act(async () => finish());
  expect(button.getAttribute('aria-busy')).toBeNull();
});

test('a failure is said in the dialog, which stays open and can act again', async () => {
  const onConfirm = vi.fn().mockRejectedValueOnce(new Error('It is in use')).mockResolvedValueOnce(undefined);
  const onClose = vi.fn();
  render(<Confirm open onClose={onClose} title="Delete “ledger”?" onConfirm={onConfirm} />);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Delete' })));
  expect(screen.getByRole('alert').textContent).toBe('It is in use');
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Delete' })));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onConfirm).toHaveBeenCalledTimes(2);
});

test('a deletion opens on Cancel, an approval on its button', () => {
  const { unmount } = render(<Confirm open onClose={vi.fn()} title="Delete “a”?" onConfirm={vi.fn()} />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  unmount();
  render(<Confirm open tone="approve" noLabel="Not yet" onClose={vi.fn()} title="Approve “a”?" onConfirm={vi.fn()} />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Approve' }));
  expect(screen.getByRole('button', { name: 'Not yet' })).toBeTruthy();
});

test('what was done can be taken back once from its message', () => {
  const onUndo = vi.fn();
  render(<Toaster />);
  act(() => {
    toast.undo('Silence deleted', onUndo);
  });
  const undo = screen.getByRole('button', { name: 'Undo' });
  fireEvent.click(undo);
  fireEvent.click(undo);
  expect(onUndo).toHaveBeenCalledOnce();
  expect(screen.queryByText('Silence deleted')).toBeNull();
});
