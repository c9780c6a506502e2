import { toast } from '@quarterdeck/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useConsole } from '../../../data/context.ts';
import { type Db, relationKey } from '../../../data/db.ts';
import { failureText } from '../../../data/http.ts';
import { queryKeys } from '../../../data/keys.ts';
import type { StoredFlag } from '../model/flags.ts';
import { useActingPerson } from './acting.ts';

const SELECT = '*,created_by(id,name,avatar,email)';

/** The properties that the database holds, with who made them (contract calls §5). */
export function storedFlagsQuery(db: Db) {
  return db('properties').selectAs<StoredFlag>(SELECT).options({ staleTime: 0 });
}

/** What is to be done with a flag. `before` is the name that it has until now. */
export type FlagAct =
  | { act: 'add'; name: string; value: string }
  | { act: 'update'; before: string; name: string; value: string }
  | { act: 'remove'; name: string; value: string };

const DONE = {
  add: 'Feature flag added successfully',
  update: 'Feature flag updated successfully',
  remove: 'Feature flag removed successfully',
} as const;

/**
 * Adds, changes and removes flags; afterwards they are read again, here at once and elsewhere by the live event. A
 * removed one can be brought back from its toast.
 */
export function useFlagActs() {
  const { db } = useConsole();
  const client = useQueryClient();
  const person = useActingPerson();
  const by = person ? { created_by: person } : {};
  const readAgain = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.properties }),
      client.invalidateQueries({ queryKey: relationKey('properties') }),
    ]);
  const { mutateAsync, isPending } = useMutation({
    // The form itself shows what was refused.
    meta: { quiet: true },
    mutationFn: async (flag: FlagAct) => {
      const { name, value } = flag;
      const stored = (held: string) => db('properties').where('name', `eq.${held}`);
      const rows =
        flag.act === 'add'
          ? await db('properties').insert({ name, value, ...by })
          : flag.act === 'update'
            ? await stored(flag.before).patch({ name, value, ...by })
            : await stored(name).delete();
      if (rows.length === 0) throw new Error('It is not there any more');
    },
    onSettled: readAgain,
  });
  const restore = (flag: FlagAct) =>
    void mutateAsync({ act: 'add', name: flag.name, value: flag.value }).then(
      () => toast.success(`${flag.name} is back`),
      (error: unknown) => toast.error(failureText(error)),
    );
  const act = async (flag: FlagAct): Promise<void> => {
    await mutateAsync(flag);
    if (flag.act !== 'remove') toast.success(DONE[flag.act]);
    else toast.success(DONE.remove, { action: { label: 'Undo', onClick: () => restore(flag) } });
  };
  return { act, isPending };
}
