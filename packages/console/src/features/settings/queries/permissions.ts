import type { PermissionRow } from '@quarterdeck/contract';
import { toast } from '@quarterdeck/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useConsole } from '../../../data/context.ts';
import { type Db, relationKey } from '../../../data/db.ts';
import { sortOf } from '../model/address.ts';
import {
  type ListedPermission,
  PERMISSION_FILTERS,
  PERMISSION_LIMIT,
  type PermissionsSearch,
} from '../model/permissions.ts';
import { useActingPerson } from './acting.ts';

const SELECT = '*,created_by(id,name,avatar,email)';
const ALSO_OF = ['people', 'teams', 'permission_groups'];

/** Newest first. */
export const USUAL_PERMISSION_SORT = { id: 'created_at', desc: true };

/** Rules, one page of {@link PERMISSION_LIMIT} (contract calls §15), found by what they are called. */
export function permissionListQuery(db: Db, search: PermissionsSearch) {
  const { id, desc } = sortOf(search, USUAL_PERMISSION_SORT);
  let query = db('permissions_summary').selectAs<ListedPermission>(SELECT).where('deleted_at', 'is.null');
  for (const column of PERMISSION_FILTERS) {
    const value = search[column];
    if (value !== undefined) query = query.where(column, `eq.${value}`);
  }
  if (search.effect !== undefined) query = query.where('deny', `is.${search.effect === 'deny'}`);
  const text = search.query?.trim().replace(/[*,()"\\]/g, ' ');
  if (text) {
    const parts = ['description', 'name', 'object', 'action', 'subject'].map((column) => `${column}.ilike.*${text}*`);
    query = query.where('or', `(${parts.join(',')})`);
  }
  return query
    .where('order', `${id}.${desc ? 'desc.nullslast' : 'asc'},id.asc`)
    .page(search.pageIndex ?? 0, PERMISSION_LIMIT)
    .count()
    .options({ alsoOf: ALSO_OF });
}

/** One rule, never from the cache; without rows there is none. */
export function permissionQuery(db: Db, id: string) {
  const query = db('permissions_summary').selectAs<ListedPermission>(SELECT).where('id', `eq.${id}`);
  return { ...query.options({ staleTime: 0 }), gcTime: 0 };
}

/** What is to be done with a rule. */
export type PermissionAct =
  | { act: 'add'; columns: Partial<PermissionRow> }
  | { act: 'update'; id: string; columns: Partial<PermissionRow> }
  | { act: 'delete'; id: string };

/** Toasts fixed by spec 001 §8. */
const DONE = { add: 'Permission added', update: 'Permission updated', delete: 'Permission deleted' } as const;

/** Adds, changes and deletes rules; afterwards the lists are read again. Rejects with what the server refused. */
export function usePermissionAct() {
  const { db } = useConsole();
  const client = useQueryClient();
  const person = useActingPerson();
  return useMutation({
    // The dialog itself shows what was refused.
    meta: { quiet: true },
    mutationFn: async (what: PermissionAct) => {
      const stored = (id: string) => db('permissions').where('id', `eq.${id}`);
      const by = (column: 'created_by' | 'updated_by') => (person === undefined ? {} : { [column]: person });
      const rows =
        what.act === 'add'
          ? await db('permissions').insert({ ...what.columns, source: 'UI', ...by('created_by') })
          : what.act === 'update'
            ? await stored(what.id).patch({ ...what.columns, ...by('updated_by') })
            : await stored(what.id).delete();
      if (rows.length === 0) throw new Error('It is not there any more, or you may not change it');
    },
    onSuccess: (_done, { act }) => toast.success(DONE[act]),
    onSettled: () =>
      Promise.all(
        (['permissions', 'permissions_summary'] as const).map((relation) =>
          client.invalidateQueries({ queryKey: relationKey(relation) }),
        ),
      ),
  });
}
