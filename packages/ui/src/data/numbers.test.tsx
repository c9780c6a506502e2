import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Age, Duration } from './Age.tsx';
import { Bytes, Millicores, Money, Percent } from './Numbers.tsx';
import { Progress } from './Progress.tsx';

afterEach(cleanup);

test('with another moment an age is the length between the two', () => {
  const { container, rerender } = render(<Age at="2026-11-21T12:00:00Z" to="2026-11-21T14:05:00Z" />);
  expect(container.textContent).toBe('2h 5m');
  rerender(<Age at="2026-11-21T12:00:00Z" to="2026-11-21T11:00:00Z" />);
  expect(container.textContent).toBe('0 ms');
  rerender(<Age at="0001-01-01T00:00:00Z" to="2026-11-21T11:00:00Z" />);
  expect(container.textContent).toBe('');
});

test('numbers have their unit, and the whole number on hover', () => {
  render(
    <>
      <Bytes value={1536} />
      <Bytes value="192Mi" />
      <Money amount={12_345.67} />
      <Millicores value={1500} />
      <Percent ratio={0.5} />
    </>,
  );
  expect(screen.getByText('1.5KB').title).toBe('1,536 bytes');
  expect(screen.getByText('192MB').title).toBe('201,326,592 bytes');
  expect(screen.getByText('$12,346').title).toBe('$12,345.67');
  expect(screen.getByText('1.50 cores').title).toBe('1,500 millicores');
  expect(screen.getByText('50 %')).toBeTruthy();
});

test('nothing is said to be nothing; a size that cannot be read stays as it is', () => {
  const { container } = render(
    <>
      <Bytes value={null} />
      <Bytes value="" />
      <Bytes value="lots" />
      <Money amount={0} />
      <Money amount={Number.NaN} placeholder="none" />
      <Millicores value={undefined} />
      <Percent ratio={null} />
      <Duration ms={undefined} />
    </>,
  );
  expect([...container.children].map((part) => part.textContent)).toEqual([
    '-',
    '-',
    'lots',
    '-',
    'none',
    '-',
    '-',
    '-',
  ]);
});

test('a bar tells its share to those who do not see it', () => {
  const { rerender } = render(<Progress label="Memory" value={1.5} max={4} text="1.5GB of 4GB" showText />);
  const bar = screen.getByRole('progressbar', { name: 'Memory' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual(['38', '1.5GB of 4GB']);
  expect(screen.getByText('1.5GB of 4GB')).toBeTruthy();
  rerender(<Progress label="Memory" value={140} />);
  expect(bar.getAttribute('aria-valuenow')).toBe('100');
  expect(bar.title).toBe('Memory: 140 %');
  rerender(<Progress label="Memory" value={5} max={0} />);
  expect(bar.getAttribute('aria-valuenow')).toBe('0');
});
