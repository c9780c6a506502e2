import type { PersonRow } from '@quarterdeck/contract';
import { Button, Dialog, MultiCombobox } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { useConsole } from '../../../../data/context.ts';
import { failureText } from '../../../../data/http.ts';
import { LoadError } from '../../../../shared/LoadError.tsx';
import { peopleQuery, useMemberActs } from '../../queries/teams.ts';

export interface AddMembersProps {
  team: { id: string; name: string };
  /** Who belongs to it already. */
  members: ReadonlySet<string>;
  onClose: () => void;
}

/** Picks whoever is not in a team yet (contract screens §11.4, "Members tab"). */
export function AddMembers({ team, members, onClose }: AddMembersProps) {
  const { db } = useConsole();
  const people = useQuery(peopleQuery(db));
  const [chosen, setChosen] = useState<string[]>([]);
  const [failure, setFailure] = useState<string>();
  const { add } = useMemberActs(team);
  const id = useId();
  const offered = useMemo(
    () => (people.data?.rows ?? []).filter((person) => isHuman(person) && !members.has(person.id)),
    [people.data, members],
  );
  const options = offered.map(({ id: value, name, email }) => ({
    value,
    label: name,
    ...(email ? { hint: email } : {}),
  }));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    if (chosen.length === 0) {
      setFailure('Choose somebody first');
      return;
    }
    try {
      await add.mutateAsync(offered.filter((person) => chosen.includes(person.id)));
      onClose();
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add users to the team"
      size="small"
      footer={
        <>
          <span className="qd-grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={add.isPending}>
            Add
          </Button>
        </>
      }
    >
      <form id={id} className="qd-flag-form" noValidate onSubmit={(event) => void save(event)}>
        <LoadError title="The people could not be loaded" query={people} />
        <div className="qd-field">
          <label htmlFor={`${id}-people`}>Users</label>
          <MultiCombobox
            id={`${id}-people`}
            values={chosen}
            options={options}
            onChange={(next) => {
              setChosen(next);
              setFailure(undefined);
            }}
            invalid={failure !== undefined && chosen.length === 0}
          />
        </div>
        <p className="qd-field-error" role="alert">
          {failure}
        </p>
      </form>
    </Dialog>
  );
}

/** Tokens and agents are people as well, and so is the product itself; none of them joins a team. */
function isHuman({ type, name, email }: PersonRow): boolean {
  return !type && !(name === 'System' && email === null);
}
