import type { CheckId, RecentResult } from '@quarterdeck/contract';
import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useConsole } from '../../../data/context.ts';
import { queryKeys } from '../../../data/keys.ts';
import type { RecentLoader } from '../../../data/recent.ts';
import { whenStaying } from './staying.ts';

type Results = readonly RecentResult[];

function recentQuery(id: CheckId, loadRecent: RecentLoader) {
  return {
    queryKey: queryKeys.recent(id),
    queryFn: () => loadRecent(id),
    structuralSharing: false,
    meta: { quiet: true },
  };
}

/** Observes the results of a check once its row has stayed; answers the way to stop. */
function observeStaying(client: QueryClient, id: CheckId, loadRecent: RecentLoader, changed: () => void): () => void {
  let unsubscribe: (() => void) | undefined;
  const leave = whenStaying(() => {
    unsubscribe = new QueryObserver(client, recentQuery(id, loadRecent)).subscribe(changed);
    changed();
  });
  return () => {
    leave();
    unsubscribe?.();
  };
}

/**
 * The last results of one check, for its strip: those that are held at once, others when the row has stayed in view for a
 * moment, and then kept by live events. A row that only flies past while the list is scrolled asks for nothing: a query
 * each, with its observers and timers, is what made frames late.
 */
export function useRecent(id: CheckId): Results | undefined {
  const { loadRecent } = useConsole();
  const client = useQueryClient();
  const subscribe = useCallback(
    (changed: () => void) => observeStaying(client, id, loadRecent, changed),
    [client, id, loadRecent],
  );
  return useSyncExternalStore(subscribe, () => client.getQueryData<Results>(queryKeys.recent(id)));
}
