import type { HostedOrganization } from '@quarterdeck/contract';
import { Button, ErrorView, Skeleton } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../../../data/context.ts';
import { failureText } from '../../../data/http.ts';
import { shortNameOf } from '../model/refusals.ts';
import { hubActs, organizationsQuery } from '../queries/hub.ts';
import { HubForm } from './HubForm.tsx';

/** Where an organisation that was chosen leads (spec 000 §2). */
export function openSwitched(): void {
  location.assign('/organizations/orgs-switched');
}

/** The organisations of the person, each a button that goes on in it, and the way to make one. */
export function OrganizationList() {
  const { http } = useConsole();
  const list = useQuery(organizationsQuery(http));
  const [making, setMaking] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (list.isPending) return <Skeleton shape="text" count={3} label="Loading your organisations" />;
  if (list.isError) {
    const message = failureText(list.error);
    return (
      <ErrorView title="Your organisations could not be read" message={message} onRetry={() => void list.refetch()} />
    );
  }
  const choose = async ({ id }: HostedOrganization): Promise<void> => {
    setChosen(id);
    setProblem(null);
    try {
      await hubActs(http).setActive(id);
      openSwitched();
    } catch (error) {
      setChosen(null);
      setProblem(failureText(error));
    }
  };
  const isNew = making || list.data.length === 0;
  return (
    <>
      {list.data.length === 0 && (
        <p className="qd-hosted-note">You belong to no organisation yet. Make the first one.</p>
      )}
      {list.data.length > 0 && (
        <ul className="qd-hosted-list" aria-label="Organisations">
          {list.data.map((organization) => (
            <li key={organization.id}>
              <Button pending={chosen === organization.id} onClick={() => void choose(organization)}>
                <span className="qd-hosted-name">{organization.name}</span>
                <span className="qd-hosted-note">{organization.role}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {problem !== null && (
        <p className="qd-flow-message qd-flow-error" role="alert">
          {problem}
        </p>
      )}
      {isNew ? <CreateOrganization /> : <Button onClick={() => setMaking(true)}>Create organisation</Button>}
    </>
  );
}

/** Makes an organisation; the session works in it from then on. */
export function CreateOrganization() {
  const { http } = useConsole();
  return (
    <HubForm
      label="Create organisation"
      submit="Create organisation"
      focusFirst
      fields={[
        { name: 'name', label: 'Name', autoComplete: 'organization' },
        {
          name: 'slug',
          label: 'Short name',
          hint: 'Lower case letters, digits and dashes.',
          from: ({ name = '' }) => shortNameOf(name),
        },
      ]}
      onSubmit={async ({ name = '', slug = '' }) => {
        await hubActs(http).create(name.trim(), shortNameOf(slug));
        openSwitched();
      }}
    />
  );
}
