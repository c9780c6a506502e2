import { Button, Link } from '@quarterdeck/ui';
import { useState } from 'react';
import { useConsole } from '../../../data/context.ts';
import { safeTarget } from '../../identity/model/safe-target.ts';
import { HubForm } from '../components/HubForm.tsx';
import { HubPage } from '../components/HubPage.tsx';
import { readParameter, withReturnTo } from '../model/addresses.ts';
import { hubActs } from '../queries/hub.ts';

/** Sign-in of hosted mode (spec 000 §2 "/login"). It ends where the person wanted to go. */
export function LoginPage() {
  const { http } = useConsole();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const returnTo = readParameter('return_to');
  const target = safeTarget(returnTo, location.origin);
  const acts = hubActs(http);
  return (
    <HubPage
      title="Sign in"
      heading="Sign In to your account"
      links={
        <>
          <Link href={withReturnTo('/registration', returnTo)}>Create account</Link>
          <Link href="/recovery">Reset password</Link>
        </>
      }
    >
      <HubForm
        label="Sign in"
        submit="Sign in"
        focusFirst
        fields={[
          { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
          { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
        ]}
        onSubmit={async ({ email = '', password = '' }) => {
          await acts.signIn(email.trim(), password);
          location.assign(target);
        }}
        extra={(code, { email = '' }) =>
          code === 'EMAIL_NOT_VERIFIED' && (
            <Button
              onClick={() => void acts.sendVerification(email.trim(), target).then(() => setSentTo(email.trim()))}
            >
              Send the mail again
            </Button>
          )
        }
      />
      {sentTo !== null && (
        <p className="qd-flow-message" role="status">
          A mail is on its way to {sentTo}.
        </p>
      )}
    </HubPage>
  );
}
