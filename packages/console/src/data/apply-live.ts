import type { CheckPatch, LiveEventName, LiveEvents, RecentResult, ServerStatus } from '@quarterdeck/contract';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './keys.ts';
import { appendRecent } from './recent.ts';
import { patchSummary, removeChecks, type Summary } from './summary.ts';

export interface ApplyLiveDependencies {
  client: QueryClient;
  /** Calls back before the next frame. */
  nextFrame: (run: () => void) => void;
  /** Calls back later, for reads that follow a burst of events. */
  later: (ms: number, run: () => void) => void;
}

const REFETCH_MS = 300;
const DETAIL_MS = 5000;

/** Makes the function that brings live events into the query cache: patches once per frame, other reads once per burst. */
export function createLiveApplier({ client, nextFrame, later }: ApplyLiveDependencies) {
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
    const held = client.getQueryData<Summary>(queryKeys.summary);
    if (held) {
      const { summary, unknown } = patchSummary(held, batch);
      if (summary !== held) client.setQueryData(queryKeys.summary, summary);
      if (unknown) refetch();
    }
    for (const { id, recent } of batch) {
      if (recent) {
        client.setQueryData<RecentResult[]>(queryKeys.recent(id), (old) => old && appendRecent(old, recent));
      }
      refreshDetail(id);
    }
  };

  return <N extends LiveEventName>(name: N, data: LiveEvents[N]): void => {
    if (name === 'checks.updated' && 'checks' in data) {
      if (patches.length === 0) nextFrame(flush);
      patches.push(...data.checks);
    } else if (name === 'checks.removed' && 'ids' in data) {
      client.setQueryData<Summary>(queryKeys.summary, (held) => held && removeChecks(held, data.ids));
    } else if (name === 'documents.changed' && 'errors' in data) {
      client.setQueryData<ServerStatus>(queryKeys.status, (held) => held && { ...held, documentErrors: data.errors });
      void client.invalidateQueries({ queryKey: queryKeys.status });
    } else {
      refetch();
      if (name === 'canaries.changed') void client.invalidateQueries({ queryKey: queryKeys.status });
    }
  };
}
