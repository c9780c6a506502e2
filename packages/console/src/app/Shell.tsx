import { Frame, FrameSkeleton, TopBar } from '@quarterdeck/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useAccess } from '../data/access.ts';
import { useBootstrap, useServerStatus, useWhoAmI } from '../data/context.ts';
import { useShortcuts } from './commands.tsx';
import { lazyPart } from './lazy-part.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import type { Page } from './page.tsx';
import { createHeadStore, ExtrasPlace, HeadProvider, useOpenHead } from './page-head.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { SideNavigation, useCollapsed } from './SideNavigation.tsx';
import { NobodyPage } from './StatePages.tsx';
import { StatusBanners } from './StatusBanners.tsx';
import { TopActions } from './TopActions.tsx';
import { PRODUCT, usePageTitle } from './titles.ts';
import { useShellCommands } from './use-shell-commands.tsx';
import { ViewingBanner } from './ViewingBanner.tsx';

const CommandPalette = lazyPart(async () => (await import('./palette/CommandPalette.tsx')).CommandPalette);
const HostedGate = lazyPart(
  async () => (await import('../features/hosted/components/HostedGate.tsx')).HostedGate,
  <FrameSkeleton collapsed={false} bare={false} />,
);
/** When the script of the palette is fetched: the first screen has settled by then. */
const PALETTE_AFTER_MS = 2000;

export interface ShellProps {
  /** The page that is open; undefined at an address that leads on. */
  page: Page | undefined;
  children: ReactNode;
}

/** The frame around every page: sidebar, top bar, banners. A skeleton stands until it is known who is there. */
export function Shell({ page, children }: ShellProps) {
  const who = useWhoAmI();
  const access = useAccess();
  const [collapsed] = useCollapsed();
  const [store] = useState(createHeadStore);
  const isHosted = useBootstrap().data?.mode === 'hosted';
  if (!who.data && who.isError) {
    const Place = isHosted ? HostedGate : NobodyPage;
    return <Place error={who.error} retrying={who.isFetching} onRetry={who.refetch} />;
  }
  if (!access) return <FrameSkeleton collapsed={collapsed} bare={page?.bare ?? false} />;
  return (
    <HeadProvider store={store}>
      <OpenShell page={page}>{children}</OpenShell>
    </HeadProvider>
  );
}

function OpenShell({ page, children }: ShellProps) {
  const [sheet, setSheet] = useState(false);
  const [palette, setPalette] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const status = useServerStatus();
  const head = useOpenHead();
  const title = head?.title ?? page?.title ?? '';
  const bare = page?.bare ?? false;
  usePageTitle(title);
  useEffect(() => {
    const timer = setTimeout(() => void CommandPalette.preload().catch(() => undefined), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useShortcuts();
  useShellCommands({ showShortcuts: () => setSheet(true), showPalette: () => setPalette(true) });
  return (
    <>
      <Frame
        sidebar={bare ? null : <SideNavigation open={drawer} onOpen={setDrawer} status={status.data} />}
        topBar={
          <TopBar
            title={title === '' ? PRODUCT : title}
            {...(head?.crumbs ? { crumbs: head.crumbs } : {})}
            {...(bare ? {} : { onMenu: () => setDrawer(true) })}
            actions={<TopActions onShortcuts={() => setSheet(true)} onPalette={() => setPalette(true)} />}
          >
            <ExtrasPlace />
          </TopBar>
        }
        banner={
          <>
            <ViewingBanner />
            <OfflineBanner />
            {status.data && <StatusBanners status={status.data} />}
          </>
        }
      >
        {children}
      </Frame>
      <ShortcutSheet open={sheet} onClose={() => setSheet(false)} />
      {palette && <CommandPalette onClose={() => setPalette(false)} />}
    </>
  );
}
