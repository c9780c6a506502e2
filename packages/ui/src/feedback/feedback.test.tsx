import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorView } from './States.tsx';
import { Toaster, toast } from './toast.tsx';
import { readToasts, TOAST_MS } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const item of readToasts()) toast.dismiss(item.id);
  cleanup();
  vi.useRealTimers();
});

test('success and error leave after five seconds; loading stays and cannot be dismissed', () => {
  render(<Toaster />);
  act(() => {
    toast.success('Saved');
    toast.error('It failed');
    toast.loading('Running', { id: 'run' });
  });
  expect(screen.getByRole('alert').textContent).toContain('It failed');
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(2);
  act(() => vi.advanceTimersByTime(TOAST_MS));
  expect(screen.queryByText('Saved')).toBeNull();
  expect(screen.getByText('Running')).toBeTruthy();
  act(() => {
    toast.success('Passed', { id: 'run' });
  });
  expect(screen.queryByText('Running')).toBeNull();
  act(() => vi.advanceTimersByTime(TOAST_MS));
  expect(screen.queryByText('Passed')).toBeNull();
});

test('a toast pointed at stays until it is left', () => {
  render(<Toaster />);
  act(() => {
    toast.success('Saved');
  });
  fireEvent.pointerEnter(screen.getByText('Saved'));
  act(() => vi.advanceTimersByTime(TOAST_MS * 3));
  expect(screen.getByText('Saved')).toBeTruthy();
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Messages' }));
  act(() => vi.advanceTimersByTime(TOAST_MS));
  expect(screen.queryByText('Saved')).toBeNull();
});

test('the action of a toast acts once and closes it', () => {
  const undo = vi.fn();
  render(<Toaster />);
  act(() => {
    toast.success('Deleted', { action: { label: 'Undo', onClick: undo } });
  });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText('Deleted')).toBeNull();
});

test('a failed load offers a retry and its details', () => {
  const onRetry = vi.fn();
  render(<ErrorView title="The checks could not be loaded" message="503" details="trace 4fa1" onRetry={onRetry} />);
  expect(screen.getByRole('alert').textContent).toContain('The checks could not be loaded');
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(screen.queryByText('trace 4fa1')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Details', expanded: false }));
  expect(screen.getByText('trace 4fa1')).toBeTruthy();
});
