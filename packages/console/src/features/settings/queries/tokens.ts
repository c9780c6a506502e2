import {
  type ApiToken,
  type CreatedToken,
  type CreateToken,
  type DeniedPermission,
  deniablePermissions,
  type Permission,
} from '@quarterdeck/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useConsole } from '../../../data/context.ts';
import type { Http } from '../../../data/http.ts';
import { inOrder } from '../model/tokens.ts';

const KEY = ['tokens'];

/** Tokens of the person, or all for who administers (contract calls §15); never from the cache. */
export function tokensQuery(http: Http) {
  return queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await http.get<{ payload: ApiToken[] }>('/api/auth/tokens', { signal })).payload,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
}

/** What the person may do, as a token can be denied it (contract calls §15). */
export function deniableQuery(http: Http) {
  return queryOptions({
    queryKey: ['permissions of mine'],
    queryFn: async ({ signal }): Promise<DeniedPermission[]> => {
      const { payload } = await http.get<{ payload: Permission[] }>('/api/rbac/permissions', { signal });
      return inOrder(deniablePermissions(payload));
    },
    staleTime: 0,
    meta: { quiet: true },
  });
}

/** Makes and deletes tokens; each reads the list again. */
export function useTokenActs() {
  const { http } = useConsole();
  const client = useQueryClient();
  const after = async <T>(act: Promise<T>): Promise<T> => {
    try {
      return await act;
    } finally {
      void client.invalidateQueries({ queryKey: KEY });
    }
  };
  return {
    create: async (request: CreateToken) =>
      (await after(http.post<CreatedToken>('/api/auth/create_token', request))).payload.token,
    remove: (id: string) => after(http.delete<unknown>(`/api/auth/token/${encodeURIComponent(id)}`)),
  };
}
