import type { Db } from '../../../data/db.ts';

/** No live event tells of the queue, which changes all the time: it is asked for again this often. */
const REFETCH_MS = 5000;

/** What waits in the event queue and what failed, by the name of the event; never from the cache (contract calls §13). */
export function eventQueueQuery(db: Db) {
  const options = db('event_queue_summary').order('last_failure', 'desc').options({ staleTime: 0 });
  return { ...options, gcTime: 0, refetchInterval: REFETCH_MS };
}
