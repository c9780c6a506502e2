import type { Outbox } from '@quarterdeck/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Http } from '../../../data/http.ts';

const REFRESH_MS = 5000;

/** The newest mails; read again and again, for whoever waits for one. */
export function outboxQuery(http: Http) {
  return queryOptions({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => http.get<Outbox>('/api/outbox', { signal }),
    refetchInterval: REFRESH_MS,
  });
}
