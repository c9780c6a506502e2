import type { InviteAnswer, InviteRequest, PersonRolesRow, PersonRow, PersonUpdate } from '@quarterdeck/contract';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useConsole } from '../../../data/context.ts';
import type { Db } from '../../../data/db.ts';
import { type User, usersOf } from '../model/users.ts';

/** Ids in one request: an address has room for so many. */
const CHUNK = 100;

const KEY = ['db', 'identities', 'users'];

/** Everybody with an account, with their roles (contract calls §4.3); never from the cache. */
export function usersQuery(db: Db) {
  return queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<User[]> => {
      const identities = await db('identities').rows({ signal });
      const chunks = Array.from({ length: Math.ceil(identities.length / CHUNK) }, (_, n) =>
        identities.slice(n * CHUNK, (n + 1) * CHUNK).map(({ id }) => id),
      );
      const roles: Promise<PersonRolesRow[]>[] = [];
      const people: Promise<Pick<PersonRow, 'id' | 'avatar' | 'last_login'>[]>[] = [];
      for (const ids of chunks) {
        roles.push(db('people_roles').in('id', ids).rows({ signal }));
        people.push(db('people').select('id', 'avatar', 'last_login').in('id', ids).rows({ signal }));
      }
      const [allRoles, allPeople] = await Promise.all([Promise.all(roles), Promise.all(people)]);
      return usersOf(identities, allRoles.flat(), allPeople.flat());
    },
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true, tables: ['identities', 'people'] },
  });
}

/** Reads the list again. */
function readAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: KEY });
}

/** What administrators do with people; each reads the list again (contract calls §4.3). */
export function useUserActs() {
  const { http } = useConsole();
  const client = useQueryClient();
  const after = async <T>(act: Promise<T>): Promise<T> => {
    try {
      return await act;
    } finally {
      void readAgain(client);
    }
  };
  return {
    invite: (request: InviteRequest) => after(http.post<InviteAnswer>('/api/auth/invite_user', request)),
    update: (change: PersonUpdate) =>
      after(http.post<{ email: string; name?: { first?: string; last?: string } }>('/api/people/update', change)),
    remove: (id: string) => after(http.delete<void>(`/api/people/${encodeURIComponent(id)}`)),
  };
}
