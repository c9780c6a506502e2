import { Link } from '@quarterdeck/ui';
import { useState } from 'react';
import { useConsole } from '../../../data/context.ts';
import { safeTarget } from '../../identity/model/safe-target.ts';
import { HubForm } from '../components/HubForm.tsx';
import { HubPage } from '../components/HubPage.tsx';
import { readParameter, withReturnTo } from '../model/addresses.ts';
import { hubActs } from '../queries/hub.ts';

/** A new account of hosted mode: it begins with the link in the mail, and says the same where the address is taken. */
export function RegistrationPage() {
  const { http } = useConsole();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const returnTo = readParameter('return_to');
  return (
    <HubPage
      title="Create account"
      heading="Create account"
      links={<Link href={withReturnTo('/login', returnTo)}>Sign in</Link>}
    >
      {sentTo === null ? (
        <HubForm
          label="Create account"
          submit="Create account"
          focusFirst
          fields={[
            { name: 'name', label: 'Name', autoComplete: 'name' },
            { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
            {
              name: 'password',
              label: 'Password',
              type: 'password',
              autoComplete: 'new-password',
              hint: '12 characters or more.',
            },
          ]}
          onSubmit={async ({ name = '', email = '', password = '' }) => {
            await hubActs(http).signUp(
              name.trim(),
              email.trim(),
              password,
              safeTarget(returnTo, location.origin, { allowSignIn: true }),
            );
            setSentTo(email.trim());
          }}
        />
      ) : (
        <p className="qd-flow-message" role="status">
          We sent a mail to {sentTo}. Open the link in it to finish your account.
        </p>
      )}
    </HubPage>
  );
}
