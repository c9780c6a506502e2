import { act, cleanup, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ComboboxOption, matchOptions, type OptionSearch, useOptions } from './combobox-model.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const option = (value: string): ComboboxOption => ({ value, label: value });

test('what is found was given, in its order, has every word, and grows no longer with more letters', () => {
  const words = fc.stringMatching(/^[a-c]{1,4}$/);
  fc.assert(
    fc.property(fc.uniqueArray(words, { maxLength: 40 }), words, words, (values, one, two) => {
      const options = values.map(option);
      const found = matchOptions(options, `${one} ${two}`);
      expect(options.filter((held) => found.includes(held))).toEqual(found);
      for (const { value } of found) expect(value.includes(one) && value.includes(two)).toBe(true);
      for (const held of found) expect(matchOptions(options, one)).toContain(held);
      expect(matchOptions(options, '  ')).toEqual(options);
    }),
  );
});

/** A search whose answers come when they are told to. */
function slowSearch() {
  const asked: { query: string; signal: AbortSignal; answer: (options: ComboboxOption[]) => Promise<void> }[] = [];
  const search: OptionSearch = (query, signal) =>
    new Promise((resolve) => {
      asked.push({ query, signal, answer: (options) => act(async () => resolve(options)) });
    });
  return { asked, search };
}
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('the host is asked after the pause, and an answer to an older question is dropped', async () => {
  const { asked, search } = slowSearch();
  const { result, rerender } = renderHook(({ query }) => useOptions(undefined, search, query, true, 300), {
    initialProps: { query: 'l' },
  });
  wait(299);
  expect(asked).toEqual([]);
  wait(1);
  rerender({ query: 'le' });
  expect(asked[0]?.signal.aborted).toBe(true);
  wait(300);
  await asked[1]?.answer([option('ledger')]);
  await asked[0]?.answer([option('late')]);
  expect(result.current).toEqual({ options: [option('ledger')], isLoading: false, error: undefined });
  rerender({ query: 'led' });
  expect(result.current).toMatchObject({ options: [option('ledger')], isLoading: true });
});

test('nothing is asked while the list is shut, nor after it is gone', () => {
  const { asked, search } = slowSearch();
  const { rerender, unmount } = renderHook(({ open }) => useOptions(undefined, search, '', open, 100), {
    initialProps: { open: false },
  });
  wait(1000);
  rerender({ open: true });
  unmount();
  wait(1000);
  expect(asked).toEqual([]);
});
