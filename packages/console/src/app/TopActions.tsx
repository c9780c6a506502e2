import { IconButton, Kbd, LiveDot } from '@quarterdeck/ui';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Search } from 'lucide-react';
import { useLiveState } from '../data/context.ts';
import { PreferencesMenu } from './PreferencesMenu.tsx';
import type { PageHead } from './page-head.tsx';
import { MOD_NAME } from './shortcut-keys.ts';
import { UserMenu } from './UserMenu.tsx';

export interface TopActionsProps {
  head: PageHead | undefined;
  onShortcuts: () => void;
  onPalette: () => void;
}

const LIVE_STATES = { live: 'live', connecting: 'stale', offline: 'offline' } as const;

/** The end of the top bar: whether data is live, find, refresh, preferences, the person. */
export function TopActions({ head, onShortcuts, onPalette }: TopActionsProps) {
  const client = useQueryClient();
  const fetching = useIsFetching() > 0;
  const live = useLiveState();
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
        icon={<RefreshCw size={15} aria-hidden="true" />}
        pending={head?.refreshing ?? fetching}
        onClick={head?.onRefresh ?? (() => void client.refetchQueries({ type: 'active' }))}
      />
      <PreferencesMenu onShortcuts={onShortcuts} />
      <UserMenu onShortcuts={onShortcuts} />
    </>
  );
}
