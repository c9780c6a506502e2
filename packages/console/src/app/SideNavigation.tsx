import type { ServerStatus } from '@quarterdeck/contract';
import { type NavGroup, type NavItem, Sidebar } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useConsole } from '../data/context.ts';
import { useMedia } from '../data/media.ts';
import { useStored } from '../data/stored.ts';
import type { Summary } from '../data/summary.ts';
import { summaryQuery } from '../data/summary-query.ts';
import { countHealth } from '../features/health/model/health.ts';
import type { NavigationEntry } from './navigation.ts';
import { usePageAt } from './pages-context.ts';
import { PRODUCT } from './titles.ts';
import { useShownEntries } from './use-shown-entries.tsx';

export interface SideNavigationProps {
  /** The drawer of phones. */
  open: boolean;
  onOpen: (open: boolean) => void;
  status: ServerStatus | undefined;
}

/** The sidebar: the entries of the pages that are there and that the person may read. */
export function SideNavigation({ open, onOpen, status }: SideNavigationProps) {
  const [collapsed, setCollapsed] = useCollapsed();
  const { main, settings } = useShownEntries();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const unhealthy = useUnhealthyCount();
  const pageAt = usePageAt();
  useOutsideCollapse(collapsed, setCollapsed);
  const itemOf = ({ label, href, icon: Icon }: NavigationEntry): NavItem => ({
    id: href,
    label,
    href,
    icon: <Icon size={16} aria-hidden="true" />,
    current: path === href || path.startsWith(`${href}/`),
    onIntent: () => pageAt(href)?.preload(),
    ...(href === '/health' && unhealthy > 0
      ? { count: unhealthy, countTone: 'bad' as const, countLabel: `${unhealthy} unhealthy` }
      : {}),
  });
  const group: NavGroup = {
    id: 'settings',
    label: 'Settings',
    icon: <Settings size={16} aria-hidden="true" />,
    items: settings.map(itemOf),
    open: path.startsWith('/settings/'),
  };
  return (
    <Sidebar
      brand={PRODUCT}
      collapsed={collapsed}
      onCollapsedChange={setCollapsed}
      open={open}
      onOpenChange={onOpen}
      sections={[{ id: 'main', items: [...main.map(itemOf), ...(settings.length > 0 ? [group] : [])] }]}
      footer={status && <SelfWatch status={status} />}
    />
  );
}

/** From this width the sidebar has room; below it starts as a bar of icons (spec 000 §9). */
const ROOMY = '(min-width: 1024px)';
/** Below this width the sidebar is a drawer, which has room for names. */
const DRAWER = '(max-width: 767px)';

/** Whether the sidebar is a bar of icons: remembered where there is room, for the visit where there is little. */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const roomy = useMedia(ROOMY);
  const drawer = useMedia(DRAWER);
  const [stored, store] = useStored('sidebarCollapsed', isTrue, String);
  const [little, setLittle] = useState(true);
  if (drawer) return [false, setLittle];
  return roomy ? [stored, store] : [little, setLittle];
}

function isTrue(stored: string | null): boolean {
  return stored === 'true';
}

/** Where there is little room, a click outside of the wide bar makes it narrow again (spec 000 §2). */
function useOutsideCollapse(collapsed: boolean, setCollapsed: (collapsed: boolean) => void): void {
  const roomy = useMedia(ROOMY);
  useEffect(() => {
    if (roomy || collapsed) return;
    const pressed = (event: PointerEvent): void => {
      if (event.target instanceof Element && !event.target.closest('nav[aria-label="Main"]')) setCollapsed(true);
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, [roomy, collapsed, setCollapsed]);
}

function useUnhealthyCount(): number {
  const select = useCallback((summary: Summary) => countHealth(summary.checks).unhealthy, []);
  const { http } = useConsole();
  return useQuery<Summary, Error, number>({ ...summaryQuery(http), enabled: false, select }).data ?? 0;
}

/** How the product watches itself: whether its checks start on time. */
function SelfWatch({ status }: { status: ServerStatus }) {
  const { checks, latenessP99Ms, missed } = status.scheduler;
  return (
    <>
      <div>
        {checks.toLocaleString('en')} checks,{' '}
        {missed === 0 ? 'all on time' : `${missed.toLocaleString('en')} starts missed`}
      </div>
      <div>start lateness p99 {(latenessP99Ms / 1000).toFixed(2)} s</div>
      <div>
        {status.runnerName} · {status.version}
      </div>
    </>
  );
}
