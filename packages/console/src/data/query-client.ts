import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureText, isTransportError } from './http.ts';

const STALE_MS = 300_000;
const RETRIES = 3;

/** Tells the person of a failure; `id` is the same for failures that need telling once. */
export type TellFailure = (id: string, text: string) => void;

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/**
 * Makes the query cache (contract calls §3.1): fresh for 5 minutes; only time-outs and network failures are tried again,
 * at most 3 times. `tell` hears of failures of queries and acts (spec 000 §7, §8), unless they show their own
 * (`meta.quiet`).
 */
export function createQueryClient(tell: TellFailure): QueryClient {
  const failed = (error: unknown, meta: Record<string, unknown> | undefined): void => {
    if (meta?.quiet === true || isAbort(error)) return;
    const text = failureText(error);
    tell(isTransportError(error) ? error.code : text, text);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => failed(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => failed(error, mutation.meta),
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
