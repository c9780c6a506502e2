import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Icon } from '../status/Icon.tsx';
import { prepareDom } from '../testing/dom.ts';
import { Avatar, AvatarGroup, initialsOf } from './Avatar.tsx';
import { CountBar, shortCount } from './CountBar.tsx';
import { DateStyleProvider } from './date-style.ts';
import { SeriesChart } from './SeriesChart.tsx';
import { Bars, Donut, Gauge } from './Shares.tsx';
import { alignSeries, type ChartSeries, seriesLook, valueRange } from './series.ts';

// A canvas is not there in this document; what is drawn on it is looked at in a browser.
vi.mock('./SeriesPlot.tsx', () => ({
  SeriesPlot: ({ index }: { index?: number }) => <i data-testid="plot">{index}</i>,
}));

beforeEach(() => prepareDom());
afterEach(cleanup);

const at = Date.UTC(2026, 10, 21, 4, 0);
const series: ChartSeries[] = [
  {
    id: 'a',
    label: 'Used',
    points: [
      [at, 1],
      [at + 60_000, 2.5],
      [at + 120_000, null],
    ],
  },
  { id: 'b', label: 'Free', points: [[at + 60_000, 4]] },
];

test('a chart of series is walked by keyboard, in the zone of the person, and has a table', async () => {
  render(
    <DateStyleProvider value={{ format: 'short', zone: 'Asia/Tokyo' }}>
      <SeriesChart
        label="Memory"
        series={series}
        format={(value) => `${value} GB`}
        thresholds={[{ value: 8, label: 'Limit', tone: 'bad' }]}
      />
    </DateStyleProvider>,
  );
  const points = await screen.findByRole('slider', { name: 'Points of Memory' });
  expect(points.getAttribute('aria-valuetext')).toBe('2026-11-21 13:02:00 GMT+9, Used -, Free -');
  fireEvent.keyDown(points, { key: 'Home' });
  fireEvent.keyDown(points, { key: 'ArrowRight' });
  expect(points.getAttribute('aria-valuetext')).toBe('2026-11-21 13:01:00 GMT+9, Used 2.5 GB, Free 4 GB');
  expect(screen.getByTestId('plot').textContent).toBe('1');
  fireEvent.keyDown(points, { key: 'PageUp' });
  expect(points.getAttribute('aria-valuenow')).toBe('3');
  fireEvent.keyDown(points, { key: 'Escape' });
  expect(screen.getByTestId('plot').textContent).toBe('');
  const table = screen.getByRole('table', { name: 'Memory' });
  expect(within(table).getAllByRole('row').length).toBe(4);
  expect(within(table).getByText('2.5 GB')).toBeTruthy();
  expect(screen.getByText('Limit 8 GB')).toBeTruthy();
});

test('a chart without points says so; one that loads has its shape', () => {
  const { rerender } = render(<SeriesChart label="Memory" series={[]} />);
  expect(screen.getByText('No data available')).toBeTruthy();
  rerender(<SeriesChart label="Memory" series={[]} loading />);
  expect(screen.getByRole('status', { name: 'Loading Memory' })).toBeTruthy();
});

test('aligned series have each time once, in order, and lose no value', () => {
  const points = fc.uniqueArray(fc.tuple(fc.nat(50), fc.option(fc.integer())), { selector: ([time]) => time });
  fc.assert(
    fc.property(fc.array(points, { maxLength: 4 }), (lists) => {
      const { times, values } = alignSeries(lists.map((list, i) => ({ id: String(i), label: '', points: list })));
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      for (const [i, list] of lists.entries()) {
        for (const [time, value] of list) expect(values[i]?.[times.indexOf(time)]).toBe(value);
        expect(values[i]?.filter((value) => value !== undefined).length).toBe(list.length);
      }
    }),
  );
});

test('the value axis holds every value and threshold, and zero', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer())), fc.array(fc.integer()), (values, limits) => {
      const [low, high] = valueRange(values, limits);
      expect(low).toBeLessThanOrEqual(0);
      expect(high).toBeGreaterThan(low);
      for (const value of [...values, ...limits]) {
        if (value === null) continue;
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThanOrEqual(high);
      }
    }),
  );
});

test('lines differ by dash as well as by colour', () => {
  const looks = [0, 1, 2, 3].map((i) => seriesLook(i, 'ok').dash.join());
  expect(new Set(looks).size).toBe(4);
});

test('parts of a whole say every number', () => {
  render(
    <>
      <Donut
        label="Checks"
        centre="8"
        shares={[
          { label: 'healthy', value: 6, tone: 'ok' },
          { label: 'failing', value: 2 },
          { label: 'none', value: 0 },
        ]}
      />
      <Bars
        label="Cost by team"
        shares={[
          { label: 'pay', value: 12 },
          { label: 'find', value: 3 },
        ]}
        format={(value) => `$${value}`}
      />
    </>,
  );
  expect(screen.getByRole('img', { name: 'Checks: healthy 6, failing 2, none 0' })).toBeTruthy();
  expect(screen.getByText('75 %')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['pay$12', 'find$3']);
});

test.each([
  [50, 'ok'],
  [80, 'warn'],
  [95, 'bad'],
  [0, 'none'],
])('a gauge at %d is %s', (value, tone) => {
  const { container } = render(<Gauge label="CPU" value={value} />);
  expect(screen.getByRole('meter', { name: 'CPU' }).getAttribute('aria-valuetext')).toBe(`${value} %`);
  expect(container.querySelector(`.qd-tone-${tone}`)).toBeTruthy();
});

test('counts above 999 are in thousands, the exact ones on hover', () => {
  render(<CountBar label="Components" healthy={12_345} unhealthy={2} />);
  const bar = screen.getByRole('img', { name: 'Components: 12,345 healthy, 2 unhealthy' });
  expect(bar.textContent).toBe('12k+2');
  expect([shortCount(999), shortCount(1000)]).toEqual(['999', '1k+']);
});

test('people have a picture or initials; a group shows five and counts the rest', () => {
  const people = ['Ada Lovelace', 'grace@navy.mil', 'Linus', 'D', 'E', 'Frances Allen', 'G'].map((name) => ({ name }));
  render(
    <>
      <AvatarGroup label="Responders" people={people} />
      <Avatar name="With picture" image="/me.png" />
    </>,
  );
  const group = screen.getByRole('group', { name: 'Responders' });
  expect(
    within(group)
      .getAllByRole('img')
      .map((one) => one.textContent),
  ).toEqual(['AL', 'GM', 'L', 'D', 'E', '+2']);
  expect(screen.getByTitle('Frances Allen, G')).toBeTruthy();
  expect((screen.getByRole('img', { name: 'With picture' }) as HTMLImageElement).tagName).toBe('IMG');
  expect(initialsOf('  ')).toBe('?');
});

test('an icon is the mark of a product, a drawing, or letters', () => {
  const { container } = render(
    <>
      <Icon name="PostgreSQL" label="database" />
      <Icon name="unheard" fallback="redis" />
      <Icon name="http" />
      <Icon name="unheard" label="unheard" />
    </>,
  );
  const uses = [...container.querySelectorAll('use')].map((one) => one.getAttribute('href')?.split('#')[1]);
  expect(uses).toEqual(['postgresql', 'redis']);
  expect(container.querySelectorAll('path').length).toBe(1);
  expect(screen.getByRole('img', { name: 'unheard' }).textContent).toBe('UN');
});
