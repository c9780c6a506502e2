import { IconButton, Kbd, LinkButton, LiveDot } from '@quarterdeck/ui';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Bell, RefreshCw, Search } from 'lucide-react';
import { useBootstrap, useLiveState } from '../data/context.ts';
import { lazyPart } from './lazy-part.tsx';
import { usePagePaths } from './pages-context.ts';
import { PreferencesButton } from './preferences/PreferencesButton.tsx';
import { refreshScreen } from './refresh.ts';
import { MOD_NAME } from './shortcut-keys.ts';
import { UserMenu } from './UserMenu.tsx';

export interface TopActionsProps {
  onShortcuts: () => void;
  onPalette: () => void;
}

const OrganizationSwitcher = lazyPart(
  async () => (await import('../features/hosted/components/OrganizationSwitcher.tsx')).OrganizationSwitcher,
);
const LIVE_STATES = { live: 'live', connecting: 'stale', offline: 'offline' } as const;

/** The end of the top bar: whether data is live, find, refresh, notifications once they have a page, preferences, the person. */
export function TopActions({ onShortcuts, onPalette }: TopActionsProps) {
  const client = useQueryClient();
  const fetching = useIsFetching() > 0;
  const live = useLiveState();
  const paths = usePagePaths();
  const isHosted = useBootstrap().data?.mode === 'hosted';
  return (
    <>
      <LiveDot state={LIVE_STATES[live.state]} at={live.at} />
      <button type="button" className="qd-find" onClick={onPalette} title="Find anything">
        <Search size={14} aria-hidden="true" />
        <span className="qd-find-text">Find anything</span>
        <span className="qd-find-keys" aria-hidden="true">
          <Kbd>{MOD_NAME}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <IconButton
        label="Refresh"
        icon={fetching ? <span className="qd-spin" aria-hidden="true" /> : <RefreshCw size={15} aria-hidden="true" />}
        onClick={() => void refreshScreen(client)}
      />
      {paths.has('/notifications') && (
        <LinkButton
          variant="ghost"
          className="qd-icon-btn"
          href="/notifications"
          aria-label="Notifications"
          title="Notifications"
        >
          <Bell size={15} aria-hidden="true" />
        </LinkButton>
      )}
      <PreferencesButton />
      {isHosted && <OrganizationSwitcher />}
      <UserMenu onShortcuts={onShortcuts} />
    </>
  );
}
