import { Age, Button, ChoiceMenu, toast } from '@quarterdeck/ui';
import { useState } from 'react';
import { useConsole } from '../../../data/context.ts';
import { failureText } from '../../../data/http.ts';
import { hubActs } from '../queries/hub.ts';
import { type OrganizationProfile, openInvitations, ROLE_OPTIONS } from '../queries/profile.ts';
import { HubForm } from './HubForm.tsx';

export interface InvitationListProps {
  profile: OrganizationProfile;
  /** Only owners make owners. */
  isOwner: boolean;
  onChanged: () => Promise<unknown>;
}

/** Invites by mail, and shows who has not answered yet. */
export function InvitationList({ profile, isOwner, onChanged }: InvitationListProps) {
  const { http, now } = useConsole();
  const [role, setRole] = useState<string>('member');
  const [sent, setSent] = useState(0);
  const open = openInvitations(profile, now());
  const takeBack = async (id: string): Promise<void> => {
    await hubActs(http)
      .cancelInvitation(id)
      .catch((error: unknown) => toast.error(failureText(error)));
    await onChanged();
  };
  return (
    <>
      {open.length === 0 ? (
        <p className="qd-hosted-note">Nobody is invited at the moment.</p>
      ) : (
        <ul className="qd-hosted-people" aria-label="Invitations">
          {open.map(({ id, email, role: offered, expiresAt }) => (
            <li key={id}>
              <span className="qd-hosted-person">
                <b>{email}</b>
                <span className="qd-hosted-note">
                  {offered ?? 'member'}, until <Age at={expiresAt} />
                </span>
              </span>
              <Button variant="ghost" onClick={() => void takeBack(id)}>
                Take back<span className="qd-sr"> the invitation of {email}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <HubForm
        key={sent}
        label="Invite"
        submit="Invite"
        fields={[{ name: 'email', label: 'Email', type: 'email' }]}
        onSubmit={async ({ email = '' }) => {
          await hubActs(http).invite(profile.id, email.trim(), role);
          toast.success(`A mail is on its way to ${email.trim()}`);
          setSent((count) => count + 1);
          await onChanged();
        }}
        extra={() => (
          <ChoiceMenu
            label="As"
            value={role}
            options={ROLE_OPTIONS.filter(({ value }) => isOwner || value !== 'owner')}
            onChange={setRole}
          />
        )}
      />
    </>
  );
}
