import type { Bootstrap, PropertyRow, ServerStatus, WhoAmI } from '@quarterdeck/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useSyncExternalStore } from 'react';
import type { ConsoleStorage } from './console-storage.ts';
import type { Db } from './db.ts';
import type { Http } from './http.ts';
import { isDenied } from './http-error.ts';
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

/** How people are known here; it stays as it is while the page is open. */
export function bootstrapQuery({ http }: Pick<ConsoleServices, 'http'>) {
  return queryOptions({
    queryKey: queryKeys.bootstrap,
    queryFn: ({ signal }) => http.get<Bootstrap>('/api/bootstrap', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}

/** Reads {@link bootstrapQuery}. */
export function useBootstrap() {
  return useQuery(bootstrapQuery(useConsole()));
}

/** Who asks where nobody signs in (contract identity §0): nothing is asked of the server for it. */
const LOCAL_ADMIN: WhoAmI = {
  message: 'success',
  payload: {
    user: { id: '00000000-0000-0000-0000-000000000001', name: 'Local admin', email: 'admin@local' },
    roles: ['admin'],
    permissions: [],
  },
};

/** Who is asking; in standalone mode one implicit local user. What the server keeps of their preferences is taken over. */
export function whoAmIQuery({ http, storage }: Pick<ConsoleServices, 'http' | 'storage'>) {
  return queryOptions({
    queryKey: queryKeys.whoami,
    queryFn: async ({ signal, client }) => {
      const { mode } = await client.ensureQueryData(bootstrapQuery({ http }));
      if (mode === 'standalone') return LOCAL_ADMIN;
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

/**
 * The properties, feature flags among them: GET /api/properties (contract calls §5). For someone who may not read them there
 * are none.
 */
export function propertiesQuery(http: Http) {
  return queryOptions({
    queryKey: queryKeys.properties,
    queryFn: ({ signal }) =>
      http.get<PropertyRow[]>('/api/properties', { signal }).catch((error: unknown): PropertyRow[] => {
        if (isDenied(error)) return [];
        throw error;
      }),
    meta: { quiet: true, tables: ['properties'] },
  });
}

/** Reads {@link propertiesQuery}. */
export function useProperties() {
  // Each part of the page that asks would begin anew after a failure, and take the page away while it does.
  return useQuery({ ...propertiesQuery(useConsole().http), retryOnMount: false });
}
