import type { ServerStatus, WhoAmI } from '@quarterdeck/contract';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useSyncExternalStore } from 'react';
import type { Http } from './http.ts';
import { queryKeys } from './keys.ts';
import type { LiveClient, LiveState } from './live.ts';
import type { RecentLoader } from './recent.ts';

/** What every screen may use. */
export interface ConsoleServices {
  http: Http;
  live: LiveClient;
  loadRecent: RecentLoader;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
}

export const ConsoleContext = createContext<ConsoleServices | undefined>(undefined);

/** The services of the console. Fails, naming the provider, outside of it (spec 000 §8). */
export function useConsole(): ConsoleServices {
  const services = use(ConsoleContext);
  if (!services) throw new Error('The console context provider is missing');
  return services;
}

/** Whether live events come, and since when. */
export function useLiveState(): LiveState {
  const { live } = useConsole();
  return useSyncExternalStore(live.subscribe, live.read);
}

/** What the frame needs to know of the server. */
export function useServerStatus() {
  const { http } = useConsole();
  return useQuery({
    queryKey: queryKeys.status,
    queryFn: ({ signal }) => http.get<ServerStatus>('/api/status', { signal }),
    staleTime: 5_000,
    refetchInterval: 10_000,
    meta: { quiet: true },
  });
}

/** Who is asking; in standalone mode one implicit local user. */
export function useWhoAmI() {
  const { http } = useConsole();
  return useQuery({
    queryKey: queryKeys.whoami,
    queryFn: ({ signal }) => http.get<WhoAmI>('/api/auth/whoami', { signal }),
    meta: { quiet: true },
  });
}
