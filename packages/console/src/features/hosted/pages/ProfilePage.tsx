import { ErrorView, Link, Skeleton, toast } from '@quarterdeck/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageTitle } from '../../../app/titles.ts';
import { useConsole } from '../../../data/context.ts';
import { failureText } from '../../../data/http.ts';
import { safeTarget } from '../../identity/model/safe-target.ts';
import { HubForm } from '../components/HubForm.tsx';
import { readParameter } from '../model/addresses.ts';
import { hubActs, sessionQuery } from '../queries/hub.ts';
import '../../identity/identity.css';

/** What people change of their own account in hosted mode (spec 000 §2 "/profile-settings"). */
export function ProfilePage() {
  usePageTitle('Profile Settings');
  const { http } = useConsole();
  const client = useQueryClient();
  const session = useQuery(sessionQuery(http));
  const [changes, setChanges] = useState(0);
  const acts = hubActs(http);
  if (session.data === null) location.assign(`/login?return_to=${encodeURIComponent('/profile-settings')}`);
  return (
    <main className="qd-profile">
      <Link href={safeTarget(readParameter('return_to'), location.origin)}>Go back</Link>
      <h1>Your profile</h1>
      {session.isError && (
        <ErrorView
          title="Your account could not be read"
          message={failureText(session.error)}
          onRetry={() => void session.refetch()}
        />
      )}
      {!session.data && !session.isError && <Skeleton shape="text" count={6} label="Loading your profile" />}
      {session.data && (
        <>
          <section aria-label="Profile Settings">
            <h2>Profile Settings</h2>
            <p className="qd-field-hint">You sign in as {session.data.user.email}.</p>
            <HubForm
              label="Profile Settings"
              submit="Save"
              fields={[{ name: 'name', label: 'Name', autoComplete: 'name', initial: session.data.user.name }]}
              onSubmit={async ({ name = '' }) => {
                await acts.rename(name.trim());
                await client.invalidateQueries({ queryKey: sessionQuery(http).queryKey });
                toast.success('Profile updated successfully');
              }}
            />
          </section>
          <section aria-label="Change Password">
            <h2>Change Password</h2>
            <HubForm
              key={changes}
              label="Change Password"
              submit="Save"
              fields={[
                { name: 'current', label: 'Present password', type: 'password', autoComplete: 'current-password' },
                {
                  name: 'password',
                  label: 'New password',
                  type: 'password',
                  autoComplete: 'new-password',
                  hint: '12 characters or more. All other sessions end.',
                },
              ]}
              onSubmit={async ({ current = '', password = '' }) => {
                await acts.changePassword(current, password);
                setChanges((count) => count + 1);
                toast.success('Password updated successfully');
              }}
            />
          </section>
        </>
      )}
    </main>
  );
}
