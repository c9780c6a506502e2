import { type AbsoluteRange, addRecentRange, type TimeRangeValue } from '@quarterdeck/kit';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DateStyleProvider } from '../data/date-style.ts';
import { prepareDom } from '../testing/dom.ts';
import { TimeRange, type TimeRangeProps } from './TimeRange.tsx';

beforeEach(() => {
  prepareDom();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

interface ScreenProps extends Partial<TimeRangeProps> {
  initial?: TimeRangeValue | undefined;
  zone?: string;
}

function Screen({ initial, zone = 'Europe/Berlin', onChange, ...rest }: ScreenProps) {
  const [value, setValue] = useState(initial);
  const [recent, setRecent] = useState<AbsoluteRange[]>([]);
  return (
    <DateStyleProvider value={{ format: 'timestamp', zone }}>
      <TimeRange
        value={value}
        recent={recent}
        {...rest}
        onChange={(next) => {
          onChange?.(next);
          setValue(next);
          if (next?.type === 'absolute') setRecent(addRecentRange(recent, next));
        }}
      />
    </DateStyleProvider>
  );
}

const theButton = () => screen.getByRole('button', { name: /^Time range: / });

async function open() {
  await userEvent.click(theButton());
  await screen.findByRole('form', { name: 'Absolute time range' });
  return within(screen.getByRole('dialog', { name: 'Time range' }));
}

test('a relative and a quick range are chosen, and the button gets its focus back', async () => {
  const onChange = vi.fn();
  render(<Screen onChange={onChange} />);
  expect(theButton().textContent).toBe('Please select time range');
  let popup = await open();
  await userEvent.click(popup.getByRole('option', { name: '2 days' }));
  expect(onChange).toHaveBeenLastCalledWith({ type: 'relative', display: '2 days', range: 'now-2d' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(theButton());
  expect(theButton().title).toBe('Time range: 2026-11-19 13:00 - 2026-11-21 13:00');
  popup = await open();
  expect(document.activeElement).toBe(popup.getByRole('option', { name: '2 days', selected: true }));
  await userEvent.click(popup.getByRole('option', { name: 'Previous month' }));
  expect(onChange).toHaveBeenLastCalledWith({ type: 'mapped', display: 'Previous month', timeRange: 'Previous month' });
  expect(theButton().title).toBe('Time range: 2026-10-01 00:00 - 2026-10-31 23:59');
});

test('arrows and letters move within a list, Enter chooses, Escape leaves', async () => {
  const onChange = vi.fn();
  render(<Screen onChange={onChange} />);
  const popup = await open();
  expect(document.activeElement).toBe(popup.getByRole('option', { name: '5 minutes' }));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(popup.getByRole('option', { name: '30 minutes' }));
  await userEvent.keyboard('9');
  expect(document.activeElement).toBe(popup.getByRole('option', { name: '90 days' }));
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ range: 'now-90d' }));
  await open();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(theButton());
});

test('an absolute range is written in the zone of the person and kept as moments; it is found among the recent ones', async () => {
  const onChange = vi.fn();
  render(<Screen onChange={onChange} />);
  let popup = await open();
  const submit = popup.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
  expect(submit.disabled).toBe(true);
  await userEvent.type(popup.getByLabelText('From'), '2026-11-01 08:00');
  expect(submit.disabled).toBe(true);
  await userEvent.type(popup.getByLabelText('To'), '2026-11-02 09:30{Enter}');
  expect(onChange).toHaveBeenCalledWith({
    type: 'absolute',
    display: '2026-11-01 08:00 - 2026-11-02 09:30',
    from: '2026-11-01T07:00:00.000Z',
    to: '2026-11-02T08:30:00.000Z',
  });
  expect(theButton().textContent).toBe('2026-11-01 08:00 - 2026-11-02 09:30');
  popup = await open();
  expect(popup.getByLabelText<HTMLInputElement>('From').value).toBe('2026-11-01 08:00');
  const recent = popup.getByRole('listbox', { name: 'Recently used' });
  expect(within(recent).getByRole('option', { selected: true }).textContent).toBe(theButton().textContent);
  expect(popup.getByText('Times in Europe/Berlin (GMT+01:00)')).toBeTruthy();
});

test('what cannot be read, and an end before the beginning, is said after the first try', async () => {
  const onChange = vi.fn();
  render(<Screen onChange={onChange} />);
  const popup = await open();
  await userEvent.type(popup.getByLabelText('From'), 'soon');
  await userEvent.type(popup.getByLabelText('To'), 'now-2d');
  expect(popup.getByLabelText('From').getAttribute('aria-invalid')).toBeNull();
  await userEvent.click(popup.getByRole('button', { name: 'Submit' }));
  expect(popup.getByText(/^Write it as/)).toBeTruthy();
  await userEvent.clear(popup.getByLabelText('From'));
  await userEvent.type(popup.getByLabelText('From'), 'now-1d');
  expect(popup.getByText('The end is before the beginning')).toBeTruthy();
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.clear(popup.getByLabelText('From'));
  await userEvent.type(popup.getByLabelText('From'), 'now-3d/d{Enter}');
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ from: 'now-3d/d', to: 'now-2d' }));
});

test('the calendar writes the day and keeps the time; Escape closes it alone', async () => {
  render(<Screen />);
  const popup = await open();
  const from = popup.getByLabelText<HTMLInputElement>('From');
  await userEvent.click(popup.getByRole('button', { name: 'From: open calendar' }));
  const today = screen.getByRole('button', { name: 'Saturday, November 21, 2026' });
  expect(document.activeElement).toBe(today);
  expect(today.getAttribute('aria-current')).toBe('date');
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}{PageUp}{Enter}');
  expect(from.value).toBe('2026-10-13 00:00');
  expect(document.activeElement).toBe(popup.getByRole('button', { name: 'From: open calendar' }));
  await userEvent.clear(from);
  await userEvent.type(from, '2026-11-05 08:15');
  await userEvent.click(popup.getByRole('button', { name: 'From: open calendar' }));
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('5');
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
  await userEvent.click(screen.getByRole('button', { name: 'Tuesday, December 1, 2026' }));
  expect(from.value).toBe('2026-12-01 08:15');
  await userEvent.click(popup.getByRole('button', { name: 'To: open calendar' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Time range' })).toBeTruthy();
});

test('the focus that goes on closes the popup, but not on its way into a calendar', async () => {
  render(
    <>
      <Screen />
      <button type="button">Next</button>
    </>,
  );
  const popup = await open();
  await userEvent.click(popup.getByRole('button', { name: 'To: open calendar' }));
  expect(screen.getByRole('table', { name: 'November 2026' })).toBeTruthy();
  act(() => screen.getByRole('button', { name: 'Next' }).focus());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Clear takes the range away', async () => {
  const onChange = vi.fn();
  render(<Screen initial={{ type: 'mapped', display: 'Today', timeRange: 'Today' }} onChange={onChange} />);
  const popup = await open();
  await userEvent.click(popup.getByRole('button', { name: 'Clear' }));
  expect(onChange).toHaveBeenCalledWith(undefined);
  expect(theButton().textContent).toBe('Please select time range');
});

test('ranges that begin now have no quick ranges, and one without an end', async () => {
  const onChange = vi.fn();
  render(<Screen future onChange={onChange} />);
  const popup = await open();
  expect(popup.queryByRole('listbox', { name: 'Other quick ranges' })).toBeNull();
  await userEvent.click(popup.getByRole('option', { name: 'Indefinitely' }));
  expect(onChange).toHaveBeenCalledWith({ type: 'relative', display: 'Indefinitely', range: 'indefinitely' });
  expect(theButton().title).toMatch(/^Time range: 2026-11-21 13:00 - no end$/);
});

test('a range of a broken link says so', () => {
  render(<Screen initial={{ type: 'mapped', display: 'Someday', timeRange: 'Someday' }} />);
  expect(theButton().textContent).toBe('Invalid mapped time range');
});

test('a closed list of ranges offers neither dates nor quick ranges', async () => {
  const onChange = vi.fn();
  const ranges = [
    { type: 'relative', display: '1 hour', range: 'now-1h' },
    { type: 'relative', display: '3 months', range: 'now-3mo' },
  ] as const;
  render(<Screen initial={ranges[0]} ranges={ranges} onChange={onChange} />);
  await userEvent.click(theButton());
  const list = await screen.findByRole('listbox', { name: 'Time ranges' });
  expect(
    within(list)
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual(['1 hour', '3 months']);
  expect(document.activeElement).toBe(within(list).getByRole('option', { selected: true }));
  expect(screen.queryByRole('form')).toBeNull();
  await userEvent.click(within(list).getByRole('option', { name: '3 months' }));
  expect(onChange).toHaveBeenCalledWith(ranges[1]);
  expect(theButton().title).toBe('Time range: 2026-08-21 13:00 - 2026-11-21 13:00');
});
