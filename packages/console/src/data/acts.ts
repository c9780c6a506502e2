import type { RelationName } from '@quarterdeck/contract';
import { toast } from '@quarterdeck/ui';
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useConsole } from './context.ts';
import { type Db, relationKey } from './db.ts';
import { holdsRows, withoutRows } from './follow-tables.ts';
import { failureText } from './http.ts';

/** What is to be deleted: the row's id, and its name for the words around the act. */
export interface Doomed {
  id: string;
  name: string;
}

export interface SoftDeleteOptions {
  /** The table that has the row. */
  table: RelationName;
  /** Relations whose lists show the row; default: the table. */
  lists?: readonly RelationName[];
  /** What one row is called: "Canary". */
  noun: string;
  onDeleted?: (row: Doomed) => void;
}

type Held = readonly (readonly [QueryKey, unknown])[];

/** Takes a row out of every held list of the relations; answers what they held, so that it can be put back. */
function takeOut(client: QueryClient, relations: readonly RelationName[], id: string): Held {
  const held: [QueryKey, unknown][] = [];
  for (const relation of relations) {
    for (const query of client.getQueryCache().findAll({ queryKey: relationKey(relation), predicate: holdsRows })) {
      held.push([query.queryKey, query.state.data]);
      client.setQueryData<{ rows: object[]; total: number | undefined }>(query.queryKey, (page) =>
        withoutRows(page, new Set([id])),
      );
    }
  }
  return held;
}

async function setDeleted(db: Db, table: RelationName, id: string, deletedAt: 'now()' | null): Promise<void> {
  const rows = await db(table).where('id', `eq.${id}`).patch({ deleted_at: deletedAt });
  if (rows.length === 0) throw new Error('It is not there any more');
}

/**
 * Deletes a row softly (`deleted_at`, spec 000 §4): it leaves the lists at once, comes back when the server refuses, and
 * the toast `{noun} deleted successfully` offers to undo it.
 */
export function useSoftDelete({ table, lists = [table], noun, onDeleted }: SoftDeleteOptions) {
  const { db } = useConsole();
  const client = useQueryClient();
  const readAgain = () =>
    Promise.all(lists.map((relation) => client.invalidateQueries({ queryKey: relationKey(relation) })));
  const undo = async (row: Doomed): Promise<void> => {
    try {
      await setDeleted(db, table, row.id, null);
      toast.success(`${row.name} is back`);
    } catch (error) {
      toast.error(`${row.name} could not be brought back: ${failureText(error)}`);
    }
    await readAgain();
  };
  return useMutation({
    mutationFn: (row: Doomed) => setDeleted(db, table, row.id, 'now()'),
    onMutate: async (row) => {
      await Promise.all(lists.map((relation) => client.cancelQueries({ queryKey: relationKey(relation) })));
      return takeOut(client, lists, row.id);
    },
    onError: (_error, _row, held) => {
      for (const [key, data] of held ?? []) client.setQueryData(key, data);
    },
    onSuccess: (_result, row) => {
      const action = { label: 'Undo', onClick: () => void undo(row) };
      toast.success(`${noun} deleted successfully`, { action });
      onDeleted?.(row);
    },
    onSettled: readAgain,
  });
}
