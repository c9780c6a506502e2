import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type LinkProps, LinkProvider } from '../link.tsx';
import { readTheme, setTheme, THEME_BOOT } from '../theme.ts';
import { Frame, FrameSkeleton, LiveDot, Sidebar, TopBar } from './Frame.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

const sections = [
  {
    id: 'main',
    items: [{ id: 'h', label: 'Health', href: '/health', current: true, count: 12, countLabel: 'unhealthy' }],
  },
];

test('a frame has one of each landmark, a heading and a way past the navigation', () => {
  render(
    <Frame sidebar={<Sidebar brand="Quarterdeck" sections={sections} />} topBar={<TopBar title="Health" />}>
      content
    </Frame>,
  );
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  expect(screen.getByRole('main').textContent).toBe('content');
  expect(screen.getByRole('heading', { level: 1, name: 'Health' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
  const link = screen.getByRole('link', { name: /Health/ });
  expect(link.getAttribute('aria-current')).toBe('page');
  expect(link.textContent).toContain('12 (unhealthy)');
});

const Custom = ({ href, children }: LinkProps) => <a href={`/app${href}`}>{children}</a>;

test('links are followed by the router the app gives', () => {
  render(
    <LinkProvider link={Custom}>
      <Sidebar brand="Quarterdeck" sections={sections} />
    </LinkProvider>,
  );
  expect(screen.getByRole('link', { name: /Health/ }).getAttribute('href')).toBe('/app/health');
});

test('the drawer takes focus and closes by Escape, the veil and a followed link', () => {
  const onOpenChange = vi.fn();
  render(<Sidebar brand="Quarterdeck" sections={sections} open onOpenChange={onOpenChange} />);
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /Health/ }));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: 'Close navigation' }));
  fireEvent.click(screen.getByRole('link', { name: /Health/ }));
  expect(onOpenChange.mock.calls).toEqual([[false], [false], [false]]);
});

test('the navigation collapses by its button', () => {
  const onCollapsedChange = vi.fn();
  render(<Sidebar brand="Quarterdeck" sections={sections} collapsed onCollapsedChange={onCollapsedChange} />);
  fireEvent.click(screen.getByRole('button', { name: 'Expand navigation' }));
  expect(onCollapsedChange).toHaveBeenCalledWith(false);
  expect(screen.getByRole('link', { name: /Health/ })).toBeTruthy();
});

test('live state is a word', () => {
  render(<LiveDot state="stale" />);
  expect(screen.getByText('Stale')).toBeTruthy();
});

test('a theme is applied, remembered, and applied before the first paint of the next visit', () => {
  expect(readTheme()).toBe('system');
  setTheme('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(readTheme()).toBe('dark');
  delete document.documentElement.dataset.theme;
  new Function(THEME_BOOT)();
  expect(document.documentElement.dataset.theme).toBe('dark');
  const refuse = {
    getItem: () => {
      throw new Error('no storage');
    },
  };
  expect(readTheme(refuse)).toBe('system');
});

const grouped = [
  {
    id: 'main',
    items: [
      {
        id: 's',
        label: 'Settings',
        items: [
          { id: 'f', label: 'Feature Flags', href: '/settings/feature-flags' },
          { id: 'j', label: 'Jobs History', href: '/settings/jobs', current: true },
        ],
      },
    ],
  },
];

test('a group is an accordion that stands open where its current entry is, and closes', () => {
  render(<Sidebar brand="Quarterdeck" sections={grouped} />);
  const button = screen.getByRole('button', { name: 'Settings' });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('link', { name: 'Jobs History' }).getAttribute('aria-current')).toBe('page');
  fireEvent.click(button);
  expect(screen.queryByRole('link', { name: 'Jobs History' })).toBeNull();
});

test('a group of the narrow bar is a menu beside it, moved through by arrows and left by Escape', () => {
  const onOpenChange = vi.fn();
  render(<Sidebar brand="Quarterdeck" sections={grouped} collapsed onOpenChange={onOpenChange} />);
  const button = screen.getByRole('button', { name: 'Settings' });
  fireEvent.keyDown(button, { key: 'ArrowRight' });
  const menu = screen.getByRole('menu', { name: 'Settings' });
  const [flags, jobs] = screen.getAllByRole('menuitem');
  expect(document.activeElement).toBe(flags);
  fireEvent.keyDown(menu, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(jobs);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('menu')).toBeNull();
  fireEvent.click(button);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Feature Flags' }));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('pointing at an entry tells that it may be followed', () => {
  const onIntent = vi.fn();
  render(
    <Sidebar
      brand="Quarterdeck"
      sections={[{ id: 'm', items: [{ id: 'h', label: 'Health', href: '/health', onIntent }] }]}
    />,
  );
  fireEvent.pointerEnter(screen.getByRole('link', { name: 'Health' }));
  expect(onIntent).toHaveBeenCalled();
});

test('the way to a page ends in its heading', () => {
  const crumbs = [{ label: 'Health Check', href: '/settings/canaries' }, { label: 'ledger' }];
  render(<TopBar title="ledger" crumbs={crumbs} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('ledger');
  const way = screen.getByRole('navigation', { name: 'Breadcrumb' });
  expect(way.textContent).toBe('Health Check');
  expect(screen.getByRole('link', { name: 'Health Check' }).getAttribute('href')).toBe('/settings/canaries');
});

test('the frame to come says that it loads, and has no navigation yet', () => {
  render(<FrameSkeleton />);
  expect(screen.getByRole('status', { name: 'Loading the console' })).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
});
