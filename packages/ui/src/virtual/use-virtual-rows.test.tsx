import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDom } from '../testing/dom.ts';
import { useVirtualRows, type VirtualRows } from './use-virtual-rows.ts';

beforeEach(() => prepareDom({ height: 100 }));
afterEach(cleanup);

const ten = () => 10;
let list: VirtualRows;

interface SampleProps {
  count?: number;
  keep?: number;
  before?: number;
  after?: number;
  hidden?: boolean;
}

function Sample({ count = 1000, keep = -1, before = 0, after = 0, hidden = false }: SampleProps) {
  const scroller = useRef<HTMLElement>(null);
  list = useVirtualRows({ count, sizeOf: ten, scroller, overscan: 2, keep, before, after });
  if (hidden) return null;
  return (
    <section ref={scroller} aria-label="Rows">
      {list.rows.map(({ index, top }) => (
        <p key={index}>{`${index} at ${top}`}</p>
      ))}
    </section>
  );
}

const box = () => screen.getByRole('region', { name: 'Rows' });
const scroll = (top: number) => {
  box().scrollTop = top;
  fireEvent.scroll(box());
};
const drawn = () => list.rows.map(({ index }) => index);

test('the rows in view are drawn at their places, and others as they scroll into it', () => {
  render(<Sample />);
  expect(list.total).toBe(10_000);
  expect(drawn()[0]).toBe(0);
  expect(drawn().length).toBeLessThan(20);
  scroll(5000);
  expect(screen.getByText('500 at 5000')).toBeTruthy();
  expect(screen.queryByText('0 at 0')).toBeNull();
});

test('the row that stays is drawn wherever the view is', () => {
  render(<Sample keep={3} />);
  scroll(5000);
  expect(screen.getByText('3 at 30')).toBeTruthy();
  expect(drawn()[0]).toBe(3);
});

test('a row goes wholly into view, clear of what sticks to head and foot', () => {
  render(<Sample before={30} after={20} />);
  act(() => list.scrollTo(2));
  expect(box().scrollTop).toBe(0);
  act(() => list.scrollTo(50));
  // 100 px less 50 covered: the row ends at 510, the view at its top + 50.
  expect(box().scrollTop).toBe(460);
  expect(drawn()).toContain(50);
  act(() => list.scrollTo(10));
  expect(box().scrollTop).toBe(100);
});

test('fewer rows than before leave the last ones on show', () => {
  const { rerender } = render(<Sample />);
  scroll(9000);
  rerender(<Sample count={20} />);
  expect(drawn().at(-1)).toBe(19);
  rerender(<Sample count={0} />);
  expect(list.last).toBe(-1);
});

test('a box that comes later is watched as well', () => {
  const { rerender } = render(<Sample hidden />);
  rerender(<Sample />);
  scroll(5000);
  expect(drawn()).toContain(500);
});
