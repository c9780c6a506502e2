import { Button, LinkButton, Skeleton } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../../../data/context.ts';
import { failureText, HttpError } from '../../../data/http.ts';
import { HubPage } from '../components/HubPage.tsx';
import { openSwitched } from '../components/OrganizationList.tsx';
import { readParameter, withReturnTo } from '../model/addresses.ts';
import { refusalText } from '../model/refusals.ts';
import { hubActs, sessionQuery, signOutOfHub } from '../queries/hub.ts';

/** Accepts an invitation, by whoever is signed in with the address that was invited. */
export function InvitationPage() {
  const { http } = useConsole();
  const session = useQuery(sessionQuery(http));
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const id = readParameter('id') ?? '';
  const here = `/organizations/invitation?id=${encodeURIComponent(id)}`;
  const accept = async (): Promise<void> => {
    setPending(true);
    setProblem(null);
    try {
      const { invitation } = await hubActs(http).accept(id);
      await hubActs(http).setActive(invitation.organizationId);
      openSwitched();
    } catch (error) {
      setProblem((error instanceof HttpError ? refusalText(error.code) : undefined) ?? failureText(error));
      setPending(false);
    }
  };
  return (
    <HubPage title="Invitation" heading="You are invited to an organisation">
      {session.isPending && <Skeleton shape="text" count={2} label="Loading who you are" />}
      {session.data === null && (
        <>
          <p className="qd-hosted-note">Sign in with the address that was invited, or create an account with it.</p>
          <LinkButton variant="primary" href={withReturnTo('/login', here)}>
            Sign in
          </LinkButton>
          <LinkButton href={withReturnTo('/registration', here)}>Create account</LinkButton>
        </>
      )}
      {session.data && (
        <>
          <p className="qd-hosted-note">You are signed in as {session.data.user.email}.</p>
          <Button variant="primary" pending={pending} onClick={() => void accept()}>
            Accept invitation
          </Button>
          <Button variant="ghost" onClick={() => void signOutOfHub(http, here)}>
            Sign in as someone else
          </Button>
        </>
      )}
      {session.isError && <p className="qd-flow-message qd-flow-error">{failureText(session.error)}</p>}
      {problem !== null && (
        <p className="qd-flow-message qd-flow-error" role="alert">
          {problem}
        </p>
      )}
    </HubPage>
  );
}
