import type { PropertyRow, ServerStatus, WhoAmI } from '@quarterdeck/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useSyncExternalStore } from 'react';
import type { ConsoleStorage } from './console-storage.ts';
import type { Db } from './db.ts';
import type { Http } from './http.ts';
import { queryKeys } from './keys.ts';
import type { LiveClient, LiveState } from './live.ts';
import type { RecentLoader } from './recent.ts';

/** What every screen may use. */
export interface ConsoleServices {
  http: Http;
  /** Requests to the REST dialect. */
  db: Db;
  live: LiveClient;
  loadRecent: RecentLoader;
  storage: ConsoleStorage;
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

/** Who is asking; in standalone mode one implicit local user. What the server keeps of their preferences is taken over. */
export function whoAmIQuery({ http, storage }: Pick<ConsoleServices, 'http' | 'storage'>) {
  return queryOptions({
    queryKey: queryKeys.whoami,
    queryFn: async ({ signal }) => {
      const who = await http.get<WhoAmI>('/api/auth/whoami', { signal });
      storage.adopt(who.payload.preferences);
      return who;
    },
    meta: { quiet: true, tables: ['people', 'permissions', 'permission_groups'] },
  });
}

/** Reads {@link whoAmIQuery}. */
export function useWhoAmI() {
  return useQuery(whoAmIQuery(useConsole()));
}

/** The properties, feature flags among them: GET /api/properties (contract calls §5). */
export function propertiesQuery(http: Http) {
  return queryOptions({
    queryKey: queryKeys.properties,
    queryFn: ({ signal }) => http.get<PropertyRow[]>('/api/properties', { signal }),
    meta: { quiet: true, tables: ['properties'] },
  });
}

/** Reads {@link propertiesQuery}. */
export function useProperties() {
  return useQuery(propertiesQuery(useConsole().http));
}
