import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDebouncedText } from './use-debounced-text.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(value = '') {
  const write = vi.fn<(text: string) => void>();
  const hook = renderHook((props: { value: string }) => useDebouncedText(props.value, write, 400), {
    initialProps: { value },
  });
  return { ...hook, write, text: () => hook.result.current.text };
}
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('every letter is shown at once and written once, after the pause', () => {
  const { result, text, write } = show();
  act(() => result.current.setText('l'));
  wait(300);
  act(() => result.current.setText('le'));
  expect(text()).toBe('le');
  wait(399);
  expect(write).not.toHaveBeenCalled();
  wait(1);
  expect(write).toHaveBeenCalledExactlyOnceWith('le');
  wait(5000);
  expect(write).toHaveBeenCalledOnce();
});

test('what comes from outside is taken over, but not over what is being typed', () => {
  const { result, rerender, text, write } = show('a');
  rerender({ value: 'b' });
  expect(text()).toBe('b');
  act(() => result.current.setText('typed'));
  rerender({ value: 'c' });
  expect(text()).toBe('typed');
  wait(400);
  expect(write).toHaveBeenCalledExactlyOnceWith('typed');
});

test('drawing again delays no write and repeats none', () => {
  const { result, rerender, write } = show();
  act(() => result.current.setText('x'));
  for (let i = 0; i < 4; i++) {
    wait(100);
    rerender({ value: '' });
  }
  expect(write).toHaveBeenCalledExactlyOnceWith('x');
});

test('a flush writes now and leaves nothing due', () => {
  const { result, write } = show();
  act(() => result.current.setText('x'));
  act(() => result.current.flush('xy'));
  expect(write).toHaveBeenCalledExactlyOnceWith('xy');
  wait(1000);
  expect(write).toHaveBeenCalledOnce();
});

test('a text that is left with its page is not written after it', () => {
  const { result, unmount, write } = show();
  act(() => result.current.setText('x'));
  unmount();
  wait(1000);
  expect(write).not.toHaveBeenCalled();
});
