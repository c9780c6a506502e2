import { QueryCache, QueryClient } from '@tanstack/react-query';
import { failureText, isTransportError } from './http.ts';

const STALE_MS = 300_000;
const RETRIES = 3;

/**
 * Makes the query cache (contract calls §3.1): fresh for 5 minutes; only time-outs and network failures are tried again,
 * at most 3 times. `onTransportError` hears of those that remain, unless the query shows its own failures (`meta.quiet`).
 */
export function createQueryClient(onTransportError: (code: string, text: string) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (isTransportError(error) && query.meta?.quiet !== true) onTransportError(error.code, failureText(error));
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        networkMode: 'always',
        retry: (count, error) => count < RETRIES && isTransportError(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
      },
      mutations: { networkMode: 'always' },
    },
  });
}
