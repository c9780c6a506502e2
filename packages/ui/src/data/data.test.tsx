import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HealthMark } from '../status/HealthMark.tsx';
import { Icon } from '../status/Icon.tsx';
import { RatioBar } from '../status/RatioBar.tsx';
import { StatusStrip } from '../status/StatusStrip.tsx';
import { prepareDom } from '../testing/dom.ts';
import { Age } from './Age.tsx';
import { Chart } from './Chart.tsx';
import { Code } from './Code.tsx';
import { TagChips } from './TagChips.tsx';

beforeEach(() => prepareDom());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('an age ticks and tells the full time on hover; all ages share one timer', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 4, 35, 8) });
  const at = Date.now() - 58_000;
  render(
    <>
      <Age at={at} suffix />
      <Age at={new Date(at).toISOString()} />
      <Age at={at + 70_000} suffix />
    </>,
  );
  const first = screen.getByText('58s ago');
  expect(first.title).toMatch(/^2026-11-2\d \d\d:\d\d:\d\d /);
  expect(screen.getByText('in 12s')).toBeTruthy();
  expect(vi.getTimerCount()).toBe(1);
  act(() => vi.advanceTimersByTime(2000));
  expect(first.textContent).toBe('1m ago');
  cleanup();
  expect(vi.getTimerCount()).toBe(0);
});

test.each([[null], [''], ['0001-01-01T00:00:00Z'], ['nonsense']])('no age for %j', (at) => {
  const { container } = render(<Age at={at} />);
  expect(container.textContent).toBe('');
});

test('tags beyond the limit stand behind a button; one more than the limit is simply shown', () => {
  const { rerender } = render(<TagChips tags={{ a: '1', b: '2', c: '3', d: '4' }} max={2} />);
  expect(screen.queryByRole('button', { name: 'd: 4' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '+2 more' }));
  expect(within(screen.getByRole('group', { name: 'More tags' })).getByRole('button', { name: 'd: 4' })).toBeTruthy();
  rerender(<TagChips tags={{ a: '1', b: '2', c: '3' }} max={2} />);
  expect(screen.getByRole('button', { name: 'c: 3' })).toBeTruthy();
  rerender(<TagChips tags={{ a: '1', b: '2' }} max={1} />);
  screen.getByRole('button', { name: '+1 more' });
});

test('a tag is included, excluded and copied', async () => {
  const onInclude = vi.fn();
  const onExclude = vi.fn();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  render(<TagChips tags={{ team: 'payments' }} onInclude={onInclude} onExclude={onExclude} />);
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'team: payments' }));
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Include' }));
  expect(onInclude).toHaveBeenCalledWith('team', 'payments');
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Exclude' }));
  expect(onExclude).toHaveBeenCalledWith('team', 'payments');
  open();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy' })));
  expect(write).toHaveBeenCalledWith('team: payments');
});

test('code keeps its text, and copies it whole', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const text = 'kind: Canary\nspec:\n  schedule: "@every 30s"\n';
  render(<Code label="Canary spec" language="yaml" text={text} />);
  expect(screen.getByRole('region', { name: 'Canary spec' }).textContent).toBe(text);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy Canary spec' })));
  expect(write).toHaveBeenCalledWith(text);
});

test('code copies what it hides', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  render(<Code label="Call" text="curl ••••" copied="curl secret" />);
  expect(document.body.textContent).not.toContain('secret');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy Call' })));
  expect(write).toHaveBeenCalledWith('curl secret');
});

test('a chart has a table with the same points, and says when it loads or has none', () => {
  const points = [
    { at: 2000, durationMs: 12, ok: false, message: 'refused' },
    { at: 1000, durationMs: 9, ok: true },
  ];
  const { rerender } = render(<Chart label="Latency" points={points} loading />);
  expect(screen.getByRole('status', { name: 'Loading Latency' })).toBeTruthy();
  rerender(<Chart label="Latency" points={[]} />);
  expect(screen.getByText('No data available')).toBeTruthy();
  rerender(<Chart label="Latency" points={points} />);
  const rows = within(screen.getByRole('table', { name: 'Latency: 2 points, 1 failed' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['passed', 'failed']);
});

test('health is said in words, also where only its shape is shown', () => {
  render(
    <>
      <HealthMark health="mixed" />
      <HealthMark health="unknown" show="shape" />
      <HealthMark health="unhealthy" label="12 unhealthy" />
      <RatioBar unhealthy={2} healthy={8} unknown={0} />
      <StatusStrip results={[[1, 5, 0]]} />
      <Icon name="no-such-type" label="no-such-type" />
    </>,
  );
  for (const word of ['Mixed', 'Unknown', '12 unhealthy']) expect(screen.getByText(word)).toBeTruthy();
  expect(screen.getByRole('img', { name: '2 unhealthy, 8 healthy' })).toBeTruthy();
  expect(screen.getByRole('img', { name: 'last 1 results: 1 failed' })).toBeTruthy();
  expect(screen.getByRole('img', { name: 'no-such-type' }).textContent).toBe('NO');
});
