import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConsoleContext } from '../../../data/context.ts';
import { queryKeys } from '../../../data/keys.ts';
import { createFakeApi } from '../../../testing/fake-api.ts';
import { STAY_MS } from './staying.ts';
import { useRecent } from './use-recent.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function showRow(id: string) {
  const { services, client } = createFakeApi([]);
  const loadRecent = vi.fn(async () => [[1, 5, 1] as [number, number, 1]]);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ConsoleContext value={{ ...services, loadRecent }}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </ConsoleContext>
  );
  return { client, loadRecent, show: () => renderHook(() => useRecent(id), { wrapper }) };
}

it('asks for nothing and holds nothing for a row that flies past', async () => {
  const { client, loadRecent, show } = showRow('a');
  const row = show();
  await act(() => vi.advanceTimersByTimeAsync(STAY_MS / 2));
  row.unmount();
  await act(() => vi.advanceTimersByTimeAsync(10 * STAY_MS));
  expect(loadRecent).not.toHaveBeenCalled();
  expect(client.getQueryCache().getAll()).toEqual([]);
});

it('asks for a row that stays, and follows what live events add', async () => {
  const { client, loadRecent, show } = showRow('a');
  const row = show();
  expect(row.result.current).toBeUndefined();
  await act(() => vi.advanceTimersByTimeAsync(2 * STAY_MS));
  expect(loadRecent).toHaveBeenCalledExactlyOnceWith('a');
  expect(row.result.current).toEqual([[1, 5, 1]]);
  await act(async () => {
    client.setQueryData(queryKeys.recent('a'), [[2, 5, 0]]);
    await vi.advanceTimersByTimeAsync(1);
  });
  expect(row.result.current).toEqual([[2, 5, 0]]);
});

it('shows at once what is held, and reads it again when it is made stale', async () => {
  const { client, loadRecent, show } = showRow('a');
  client.setQueryData(queryKeys.recent('a'), [[9, 5, 1]]);
  const row = show();
  expect(row.result.current).toEqual([[9, 5, 1]]);
  await act(() => vi.advanceTimersByTimeAsync(2 * STAY_MS));
  expect(loadRecent).not.toHaveBeenCalled();
  await act(async () => {
    void client.invalidateQueries({ queryKey: queryKeys.recent('a') });
    await vi.advanceTimersByTimeAsync(1);
  });
  expect(loadRecent).toHaveBeenCalledTimes(1);
});
