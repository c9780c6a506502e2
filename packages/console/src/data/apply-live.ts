import type {
  CheckPatch,
  LiveEventName,
  LiveEvents,
  RecentResult,
  RowsChanged,
  ServerStatus,
} from '@quarterdeck/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { createTableFollower } from './follow-tables.ts';
import { queryKeys } from './keys.ts';
import { appendRecent } from './recent.ts';
import { patchSummary, removeChecks, type Summary } from './summary.ts';

export interface ApplyLiveDependencies {
  client: QueryClient;
  /** Calls back before the next frame. */
  nextFrame: (run: () => void) => void;
  /** Calls back later, for reads that follow a burst of events. */
  later: (ms: number, run: () => void) => void;
  /** Milliseconds of a clock that never goes back. */
  monotonic: () => number;
}

/** Changes what is held, if anything is. An event is no read: a read that failed before it stays told, and its age too. */
function amend<T>(client: QueryClient, queryKey: QueryKey, change: (held: T) => T): void {
  const query = client.getQueryCache().find<T>({ queryKey });
  const held = query?.state.data;
  if (query === undefined || held === undefined) return;
  const data = change(held);
  if (data !== held) query.setState({ data });
}

const REFETCH_MS = 300;
const DETAIL_MS = 5000;

/** Makes the function that brings live events into the query cache: patches once per frame, other reads once per burst. */
export function createLiveApplier({ client, nextFrame, later, monotonic }: ApplyLiveDependencies) {
  const follow = createTableFollower({ client, later, now: monotonic });
  let patches: CheckPatch[] = [];
  let refetching = false;
  const detailsWaiting = new Set<string>();

  const refetch = (): void => {
    if (refetching) return;
    refetching = true;
    later(REFETCH_MS, () => {
      refetching = false;
      void client.invalidateQueries({ queryKey: ['health'] });
    });
  };

  const refreshDetail = (id: string): void => {
    const key = queryKeys.check(id);
    if (detailsWaiting.has(id) || client.getQueryCache().findAll({ queryKey: key, type: 'active' }).length === 0)
      return;
    detailsWaiting.add(id);
    later(DETAIL_MS, () => {
      detailsWaiting.delete(id);
      void client.invalidateQueries({ queryKey: key });
    });
  };

  const flush = (): void => {
    const batch = patches;
    patches = [];
    amend<Summary>(client, queryKeys.summary, (held) => {
      const { summary, unknown } = patchSummary(held, batch);
      if (unknown) refetch();
      return summary;
    });
    for (const { id, recent } of batch) {
      if (recent) amend<RecentResult[]>(client, queryKeys.recent(id), (held) => appendRecent(held, recent));
      refreshDetail(id);
    }
  };

  return <N extends LiveEventName>(name: N, data: LiveEvents[N]): void => {
    if (name === 'checks.updated' && 'checks' in data) {
      if (patches.length === 0) nextFrame(flush);
      patches.push(...data.checks);
    } else if (name === 'rows.changed' && isRowsChanged(data)) {
      follow(data);
    } else if (name === 'checks.removed' && 'ids' in data) {
      const ids = data.ids ?? [];
      amend<Summary>(client, queryKeys.summary, (held) => removeChecks(held, ids));
    } else if (name === 'documents.changed' && 'errors' in data) {
      amend<ServerStatus>(client, queryKeys.status, (held) => ({ ...held, documentErrors: data.errors }));
      void client.invalidateQueries({ queryKey: queryKeys.status });
    } else if (name === 'resync') {
      void client.invalidateQueries();
    } else {
      refetch();
      void client.invalidateQueries({ queryKey: queryKeys.status });
    }
  };
}

function isRowsChanged(data: LiveEvents[LiveEventName]): data is RowsChanged {
  return 'table' in data;
}
