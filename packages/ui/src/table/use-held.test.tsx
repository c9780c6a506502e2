import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HeldBar } from './HeldBar.tsx';
import { type HeldRowsInput, useHeldOrder, useHeldRows } from './use-held.ts';
import { useReading } from './use-reading.ts';

afterEach(cleanup);

interface Row {
  id: string;
  state: string;
}

const row = (id: string, state = 'ok'): Row => ({ id, state });
const rowKey = (one: Row) => one.id;

function hold(rows: readonly Row[], reading: boolean) {
  const first: HeldRowsInput<Row> = { rows, rowKey, choices: 'all', reading };
  const hook = renderHook((input: HeldRowsInput<Row>) => useHeldRows(input), { initialProps: first });
  const shown = () => hook.result.current.rows.map(({ id, state }) => `${id} ${state}`);
  const show = (next: Partial<HeldRowsInput<Row>>) => {
    hook.rerender({ ...first, ...next });
    return shown();
  };
  return { show, shown, held: () => hook.result.current };
}

describe('useHeldRows', () => {
  it('follows at once while nobody reads', () => {
    const { show, held } = hold([row('1')], false);
    expect(show({ rows: [row('2'), row('1')] })).toEqual(['2 ok', '1 ok']);
    expect(held().change).toBeUndefined();
  });

  it('changes rows in place for a reader; what comes, goes or moves waits until asked for', () => {
    const { show, shown, held } = hold([row('1'), row('2'), row('3')], true);
    expect(show({ rows: [row('9'), row('2', 'bad'), row('1')] })).toEqual(['1 ok', '2 bad', '3 ok']);
    expect(held().change).toEqual({ added: 1, leaving: 1, moved: true });
    act(() => held().apply());
    expect(shown()).toEqual(['9 ok', '2 bad', '1 ok']);
    expect(held().change).toBeUndefined();
  });

  it('keeps a row that left as it was known last', () => {
    const { show } = hold([row('1'), row('2')], true);
    show({ rows: [row('1'), row('2', 'bad')] });
    expect(show({ rows: [row('1')] })).toEqual(['1 ok', '2 bad']);
    expect(show({ rows: [row('1', 'bad')] })).toEqual(['1 bad', '2 bad']);
  });

  it('follows when the reader leaves, and when the person chooses other rows', () => {
    const away = hold([row('1')], true);
    away.show({ rows: [row('2'), row('1')] });
    expect(away.show({ rows: [row('2'), row('1')], reading: false })).toEqual(['2 ok', '1 ok']);
    const chosen = hold([row('1')], true);
    expect(chosen.show({ rows: [row('7')], choices: 'other' })).toEqual(['7 ok']);
    expect(chosen.held().change).toBeUndefined();
  });

  it('draws the first rows of an empty list at once', () => {
    const { show } = hold([], true);
    expect(show({ rows: [row('1')] })).toEqual(['1 ok']);
  });
});

it('useHeldOrder names the order to draw only while something waits', () => {
  const { result, rerender } = renderHook(useHeldOrder, {
    initialProps: { keys: ['a', 'b'], choices: '', reading: true },
  });
  expect(result.current.keys).toBeUndefined();
  rerender({ keys: ['b', 'a'], choices: '', reading: true });
  expect(result.current.keys).toEqual(['a', 'b']);
});

it('the bar says what waits and draws it; empty it is still heard', () => {
  const onApply = vi.fn();
  const { rerender } = render(<HeldBar change={{ added: 3, leaving: 0, moved: false }} onApply={onApply} />);
  fireEvent.click(screen.getByRole('button', { name: 'Update the list: 3 new' }));
  expect(onApply).toHaveBeenCalledOnce();
  rerender(<HeldBar change={undefined} onApply={onApply} />);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('a person reads while the pointer or the focus is there, or it is scrolled', () => {
  function Region() {
    const { reading, props } = useReading();
    return (
      <section aria-label="list" {...props}>
        <button type="button">row</button>
        <div data-testid="scroller" />
        {String(reading)}
      </section>
    );
  }
  render(<Region />);
  const region = screen.getByRole('region', { name: 'list' });
  const isReading = () => region.textContent?.endsWith('true');
  fireEvent.pointerMove(region, { pointerType: 'touch' });
  expect(isReading()).toBe(false);
  fireEvent.pointerMove(region, { pointerType: 'mouse' });
  expect(isReading()).toBe(true);
  fireEvent.pointerLeave(region);
  expect(isReading()).toBe(false);
  fireEvent.focus(screen.getByRole('button'));
  expect(isReading()).toBe(true);
  fireEvent.blur(screen.getByRole('button'));
  expect(isReading()).toBe(false);
  const scroller = screen.getByTestId('scroller');
  scroller.scrollTop = 40;
  fireEvent.scroll(scroller);
  expect(isReading()).toBe(true);
});
