import type { PersonRow } from '@quarterdeck/contract';
import { toast } from '@quarterdeck/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useConsole } from '../../../data/context.ts';
import { type Db, relationKey } from '../../../data/db.ts';
import { failureText } from '../../../data/http.ts';

/** Who belongs to a team; `person_id` is the whole person (contract calls §9). */
export function membersQuery(db: Db, teamId: string) {
  return db('team_members')
    .selectAs<{ team_id: string; person_id: PersonRow | null }>('*,person_id(*)')
    .where('team_id', `eq.${teamId}`)
    .options({ alsoOf: ['people'] });
}

/** Everybody who can be a member: people, not the service identities of agents and tokens. */
export function peopleQuery(db: Db) {
  return db('people').is('deleted_at', 'null').is('type', 'null').order('name').options();
}

/** What is said of a person here. */
export type Member = Pick<PersonRow, 'id' | 'name' | 'avatar' | 'email'>;

/** Takes people into a team and out of it; each is said, and who was removed can be brought back. */
export function useMemberActs(team: { id: string; name: string }) {
  const { db } = useConsole();
  const client = useQueryClient();
  const readAgain = () =>
    Promise.all(
      (['team_members', 'teams_with_status'] as const).map((relation) =>
        client.invalidateQueries({ queryKey: relationKey(relation) }),
      ),
    );
  const insert = (people: readonly Member[]) =>
    db('team_members').insert(people.map(({ id }) => ({ team_id: team.id, person_id: id })));
  const add = useMutation({
    meta: { quiet: true },
    mutationFn: insert,
    onSuccess: (_rows, people) =>
      toast.success(`${people.map(({ name }) => name).join(', ')} added to the team successfully`),
    onSettled: readAgain,
  });
  const restore = async (person: Member): Promise<void> => {
    try {
      await insert([person]);
      toast.success(`${person.name} is back`);
    } catch (error) {
      toast.error(`${person.name} could not be brought back: ${failureText(error)}`);
    }
    await readAgain();
  };
  const remove = useMutation({
    mutationFn: async ({ id }: Member) => {
      // Of this team alone: a person may be in others.
      const rows = await db('team_members').eq('team_id', team.id).eq('person_id', id).delete();
      if (rows.length === 0) throw new Error('It is not there any more');
    },
    onSuccess: (_rows, person) =>
      toast.success(`${person.name} removed from team successfully`, {
        action: { label: 'Undo', onClick: () => void restore(person) },
      }),
    onSettled: readAgain,
  });
  return { add, remove };
}
