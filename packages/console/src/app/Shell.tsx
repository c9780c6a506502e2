import type { ServerStatus } from '@quarterdeck/contract';
import { Frame, IconButton, LiveDot, Sidebar, TopBar } from '@quarterdeck/ui';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { HeartPulse, RefreshCw } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useConsole, useLiveState, useServerStatus } from '../data/context.ts';
import { useMedia } from '../data/media.ts';
import { useStored } from '../data/stored.ts';
import type { Summary } from '../data/summary.ts';
import { summaryQuery } from '../data/summary-query.ts';
import { countHealth } from '../features/health/model/health.ts';
import { type Command, useCommands } from './commands.tsx';
import { PreferencesMenu } from './PreferencesMenu.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { StatusBanners } from './StatusBanners.tsx';
import { PRODUCT, usePageTitle } from './titles.ts';

export interface ShellProps {
  /** The sidebar entry that is current. */
  page: 'health';
  title: string;
  /** Without the sidebar. */
  bare?: boolean;
  children: ReactNode;
}

const LIVE_STATES = { live: 'live', connecting: 'stale', offline: 'offline' } as const;

/** The frame around every page: sidebar, top bar, banners. Entries stand only for pages that exist. */
export function Shell({ page, title, bare, children }: ShellProps) {
  const [sheet, setSheet] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const status = useServerStatus();
  usePageTitle(title);
  useShellCommands(setSheet);
  return (
    <>
      <Frame
        sidebar={bare ? null : <MainNavigation page={page} open={drawer} onOpen={setDrawer} status={status.data} />}
        topBar={
          <TopBar
            title={title}
            {...(bare ? {} : { onMenu: () => setDrawer(true) })}
            actions={<TopActions onShortcuts={() => setSheet(true)} />}
          />
        }
        banner={status.data && <StatusBanners status={status.data} />}
      >
        {children}
      </Frame>
      <ShortcutSheet open={sheet} onClose={() => setSheet(false)} />
    </>
  );
}

function useShellCommands(setSheet: (open: boolean) => void): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const commands = useMemo<Command[]>(
    () => [
      { id: 'go-health', title: 'Go to Health', shortcut: 'g h', perform: () => void navigate({ to: '/health' }) },
      { id: 'shortcuts', title: 'Show all shortcuts', shortcut: '?', perform: () => setSheet(true) },
      { id: 'refresh', title: 'Refresh', shortcut: 'R', perform: () => void client.refetchQueries({ type: 'active' }) },
    ],
    [client, navigate, setSheet],
  );
  useCommands(commands);
}

function TopActions({ onShortcuts }: { onShortcuts: () => void }) {
  const client = useQueryClient();
  const fetching = useIsFetching() > 0;
  const live = useLiveState();
  return (
    <>
      <LiveDot state={LIVE_STATES[live.state]} at={live.at} />
      <IconButton
        label="Refresh"
        icon={<RefreshCw size={15} aria-hidden="true" />}
        pending={fetching}
        onClick={() => void client.refetchQueries({ type: 'active' })}
      />
      <PreferencesMenu onShortcuts={onShortcuts} />
    </>
  );
}

interface NavigationProps {
  page: ShellProps['page'];
  open: boolean;
  onOpen: (open: boolean) => void;
  status: ServerStatus | undefined;
}

function MainNavigation({ page, open, onOpen, status }: NavigationProps) {
  const [collapsed, setCollapsed] = useCollapsed();
  const unhealthy = useUnhealthyCount();
  return (
    <Sidebar
      brand={PRODUCT}
      collapsed={collapsed}
      onCollapsedChange={setCollapsed}
      open={open}
      onOpenChange={onOpen}
      sections={[
        {
          id: 'main',
          items: [
            {
              id: 'health',
              label: 'Health',
              href: '/health',
              icon: <HeartPulse size={16} aria-hidden="true" />,
              current: page === 'health',
              ...(unhealthy > 0
                ? { count: unhealthy, countTone: 'bad' as const, countLabel: `${unhealthy} unhealthy` }
                : {}),
            },
          ],
        },
      ]}
      footer={status && <SelfWatch status={status} />}
    />
  );
}

/** From this width the sidebar has room; below it starts as a bar of icons (spec 000 §9). */
const ROOMY = '(min-width: 1024px)';

/** Whether the sidebar is a bar of icons: remembered where there is room, for the visit where there is little. */
function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const roomy = useMedia(ROOMY);
  const [stored, store] = useStored('sidebarCollapsed', isTrue, String);
  const [little, setLittle] = useState(true);
  return roomy ? [stored, store] : [little, setLittle];
}

function isTrue(stored: string | null): boolean {
  return stored === 'true';
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
