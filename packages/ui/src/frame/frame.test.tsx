import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type LinkProps, LinkProvider } from '../link.tsx';
import { readTheme, setTheme, THEME_BOOT } from '../theme.ts';
import { Frame, LiveDot, Sidebar, TopBar } from './Frame.tsx';

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
