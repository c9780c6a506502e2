import { ErrorView, LinkButton, Skeleton, toast } from '@quarterdeck/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePageHead } from '../../../app/page-head.tsx';
import { NotFoundPage } from '../../../app/StatePages.tsx';
import { useBootstrap, useConsole } from '../../../data/context.ts';
import { failureText } from '../../../data/http.ts';
import { HubForm } from '../components/HubForm.tsx';
import { InvitationList } from '../components/InvitationList.tsx';
import { MemberList } from '../components/MemberList.tsx';
import { hubActs, organizationsQuery, sessionQuery } from '../queries/hub.ts';
import { profileQuery } from '../queries/profile.ts';
import '../../identity/identity.css';
import '../hosted.css';

/** The profile of the organisation, in hosted mode; elsewhere there is none. */
export function OrganizationPage() {
  return useBootstrap().data?.mode === 'hosted' ? <HostedOrganization /> : <NotFoundPage />;
}

/** The organisation that the page works in: its name, its people, and who is invited. Only owners and admins change it. */
function HostedOrganization() {
  const { http } = useConsole();
  const client = useQueryClient();
  const profile = useQuery(profileQuery(http));
  const organizations = useQuery(organizationsQuery(http));
  const session = useQuery(sessionQuery(http));
  usePageHead(useMemo(() => ({ title: 'Organisation' }), []));
  if (profile.isError) {
    return (
      <ErrorView
        title="The organisation could not be read"
        message={failureText(profile.error)}
        onRetry={() => void profile.refetch()}
      />
    );
  }
  if (!profile.data) return <Skeleton shape="text" count={8} label="Loading the organisation" />;
  const { id, name, slug } = profile.data;
  const role = organizations.data?.find((one) => one.id === id)?.role;
  const mayChange = role === 'owner' || role === 'admin';
  const reread = () => client.invalidateQueries({ queryKey: ['hosted'] });
  return (
    <div className="qd-profile">
      <section aria-label="Name">
        <h2>{name}</h2>
        <p className="qd-field-hint">Short name {slug}.</p>
        {mayChange && (
          <HubForm
            key={name}
            label="Name"
            submit="Save"
            fields={[{ name: 'name', label: 'Name', initial: name }]}
            onSubmit={async ({ name: wanted = '' }) => {
              await hubActs(http).renameOrganization(id, wanted.trim());
              await reread();
              toast.success('Organisation updated successfully');
            }}
          />
        )}
      </section>
      <section aria-label="Members">
        <h2>Members</h2>
        <MemberList
          profile={profile.data}
          self={session.data?.user.id}
          mayChange={mayChange}
          isOwner={role === 'owner'}
          onChanged={reread}
        />
      </section>
      {mayChange && (
        <section aria-label="Invitations">
          <h2>Invitations</h2>
          <InvitationList profile={profile.data} isOwner={role === 'owner'} onChanged={reread} />
        </section>
      )}
      {mayChange && (
        <section aria-label="Audit">
          <h2>Audit</h2>
          <p className="qd-field-hint">
            Who came, was invited, changed or removed, and what the operator changed about the backend.
          </p>
          <div>
            <LinkButton href="/settings/organization-profile/audit">Open the audit trail</LinkButton>
          </div>
        </section>
      )}
    </div>
  );
}
