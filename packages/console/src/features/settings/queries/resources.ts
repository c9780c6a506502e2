import type { CheckForm, Json } from '@quarterdeck/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConsole } from '../../../data/context.ts';
import { type Db, relationKey } from '../../../data/db.ts';
import type { Http } from '../../../data/http.ts';
import { sortOf } from '../model/address.ts';
import {
  RESOURCE_LIMIT,
  type ResourceListSearch,
  type ResourceRow,
  type ResourceValue,
  type SettingsResource,
} from '../model/resource.ts';
import { useActingPerson } from './acting.ts';

const AVATAR = 'created_by(id,name,avatar,email)';
const MEMBERS = ',members:team_members(person:person_id(id,name,avatar,email,deleted_at))';

/** Newest first, as the contract orders it. */
export const USUAL_SORT = { id: 'created_at', desc: true };

/** The list of a kind of resource (contract calls §14), found by name, one page of {@link RESOURCE_LIMIT} rows. */
export function resourceListQuery(db: Db, resource: SettingsResource, search: ResourceListSearch) {
  const { id, desc } = sortOf(search, USUAL_SORT);
  const text = search.query?.trim();
  let query = db(resource.list)
    .selectAs<ResourceRow>(`*,${AVATAR}${resource.hasMembers ? MEMBERS : ''}`)
    .where('deleted_at', 'is.null');
  if (text) query = query.where('name', `ilike.*${text}*`);
  const ordered = query.where('order', `${id}.${desc ? 'desc.nullslast' : 'asc'}`);
  return ordered
    .page(search.pageIndex ?? 0, RESOURCE_LIMIT)
    .count()
    .options({ alsoOf: [resource.table, ...(resource.hasMembers ? ['team_members', 'people'] : [])] });
}

/** One stored resource, never from the cache (contract calls §14); without rows there is none. */
export function resourceQuery(db: Db, resource: SettingsResource, id: string) {
  const query = db(resource.table).selectAs<ResourceValue>('*').where('id', `eq.${id}`);
  return { ...query.options({ staleTime: 0 }), gcTime: 0 };
}

/** The JSON schema of a spec, for help in the editor; a failure only leaves the help out. */
export function useSpecSchema({ schemaFile = '' }: SettingsResource): Json | undefined {
  const { http } = useConsole();
  return useQuery({ ...schemaQuery<Json>(http, schemaFile), enabled: schemaFile !== '' }).data;
}

/** The forms of the kinds of a resource, where it has kinds. */
export function useForms({ formsFile = '' }: SettingsResource) {
  const { http } = useConsole();
  return useQuery({ ...schemaQuery<CheckForm[]>(http, formsFile), enabled: formsFile !== '' });
}

function schemaQuery<T>(http: Http, file: string) {
  return queryOptions({
    queryKey: ['schemas', file],
    queryFn: ({ signal }) => http.get<T>(`/api/schemas/${file}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
}

/** Columns that the database keeps by itself. */
const KEPT = ['created_at', 'updated_at', 'deleted_at', 'created_by', 'is_pushed'];

/**
 * Saves a form: a new resource is inserted with who made it, a stored one is written with what the form changed. Rejects
 * with what the server refused.
 */
export function useSaveResource(resource: SettingsResource) {
  const { db } = useConsole();
  const client = useQueryClient();
  const person = useActingPerson();
  return useMutation({
    // The form itself shows what was refused.
    meta: { quiet: true },
    mutationFn: async ({ id, value }: { id?: string; value: ResourceValue }): Promise<ResourceValue> => {
      const columns = Object.fromEntries(Object.entries(value).filter(([column]) => !KEPT.includes(column)));
      const rows =
        id === undefined
          ? await db(resource.table).insert({ ...columns, ...(person ? { created_by: person } : {}) })
          : await db(resource.table).where('id', `eq.${id}`).patch(columns);
      const [row] = rows;
      if (!row) throw new Error('It is not there any more');
      return row as ResourceValue; // the columns of a stored row are JSON
    },
    onSettled: () =>
      Promise.all(
        [resource.table, resource.list].map((relation) =>
          client.invalidateQueries({ queryKey: relationKey(relation) }),
        ),
      ),
  });
}
