import { Link } from '@quarterdeck/ui';
import { useState } from 'react';
import { useConsole } from '../../../data/context.ts';
import { HubForm } from '../components/HubForm.tsx';
import { HubPage } from '../components/HubPage.tsx';
import { readParameter } from '../model/addresses.ts';
import { hubActs } from '../queries/hub.ts';

/** A new password for who forgot it: asked for here, chosen here by who opens the link of the mail. */
export function RecoveryPage() {
  const [token] = useState(takeToken);
  return (
    <HubPage title="Recover account" heading="Recover account" links={<Link href="/login">Sign in</Link>}>
      {token === undefined ? <AskForLink /> : <ChoosePassword token={token} />}
    </HubPage>
  );
}

/** The token goes out of the address and of the history at once. */
function takeToken(): string | undefined {
  const token = readParameter('token');
  if (token !== undefined) history.replaceState(history.state, '', location.pathname);
  return token;
}

function AskForLink() {
  const { http } = useConsole();
  const [isAsked, setAsked] = useState(false);
  if (isAsked) {
    return (
      <p className="qd-flow-message" role="status">
        If somebody has this address, a mail with a link is on its way to it.
      </p>
    );
  }
  return (
    <HubForm
      label="Recover account"
      submit="Send a link"
      focusFirst
      fields={[{ name: 'email', label: 'Email', type: 'email', autoComplete: 'username' }]}
      onSubmit={async ({ email = '' }) => {
        await hubActs(http).askForReset(email.trim());
        setAsked(true);
      }}
    />
  );
}

function ChoosePassword({ token }: { token: string }) {
  const { http } = useConsole();
  return (
    <HubForm
      label="Choose a password"
      submit="Save password"
      focusFirst
      fields={[
        {
          name: 'password',
          label: 'New password',
          type: 'password',
          autoComplete: 'new-password',
          hint: '12 characters or more.',
        },
      ]}
      onSubmit={async ({ password = '' }) => {
        await hubActs(http).reset(token, password);
        location.assign('/login');
      }}
    />
  );
}
