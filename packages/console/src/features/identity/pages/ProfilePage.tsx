import type { NodeGroup } from '@quarterdeck/contract';
import { ErrorView, Link, Skeleton } from '@quarterdeck/ui';
import { useEffect, useState } from 'react';
import { usePageTitle } from '../../../app/titles.ts';
import { FlowForm } from '../components/FlowForm.tsx';
import { isKeyGroup, KeySection } from '../components/KeySection.tsx';
import { Messages } from '../components/Messages.tsx';
import { groupsOf, sharedNodes } from '../model/form-nodes.ts';
import { safeTarget } from '../model/safe-target.ts';
import { useFlowPage } from '../queries/use-flow-page.ts';
import '../identity.css';

/** How long the outcome of an act is shown (spec 000 §9). */
const MESSAGE_MS = 10_000;

/** The sections of the page in their order (spec 000 §2 "/profile-settings"), each with what it is made of. */
const SECTIONS: readonly { title: string; note?: string; groups: readonly NodeGroup[] }[] = [
  { title: 'Profile Settings', groups: ['profile'] },
  { title: 'Change Password', groups: ['password'] },
  { title: 'Manage Social Sign In', groups: ['oidc'] },
  {
    title: 'Manage 2FA Backup Recovery Codes',
    note: 'Recovery codes can be used when you have lost access to your 2FA device.',
    groups: ['lookup_secret'],
  },
  {
    title: 'Manage 2FA TOTP Authenticator App',
    note: 'Scan the code with an authenticator app, or give it the secret, then write the code that it shows.',
    groups: ['totp'],
  },
  { title: 'Manage Hardware Tokens and Biometrics', groups: ['webauthn', 'passkey'] },
];

/** What people change of their own account. A section stands only when the flow has something for it. */
export function ProfilePage() {
  usePageTitle('Profile Settings');
  const [shownAt, setShownAt] = useState<number | null>(null);
  const [fresh, setFresh] = useState(true);
  const state = useFlowPage('settings', {
    onFlow: (flow) => {
      setFresh(true);
      setShownAt(Date.now());
      const [next] = flow.continue_with ?? [];
      if (next?.action === 'show_verification_ui') {
        location.assign(safeTarget(next.flow.url, location.origin, { allowSignIn: true }));
      }
    },
  });
  const { flow, problem, pending, submit, reread, retry, returnTo } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new outcome is shown for its own time
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [shownAt]);
  return (
    <main className="qd-profile">
      <Link href={safeTarget(flow?.return_to ?? returnTo, location.origin)}>Go back</Link>
      <h1>Your profile</h1>
      {flow === null && problem === null && <Skeleton shape="text" count={6} label="Loading your profile" />}
      {flow === null && problem !== null && <ErrorView title="There is no form" message={problem} onRetry={retry} />}
      {flow !== null && (
        <>
          {fresh && <Messages messages={flow.ui.messages ?? []} />}
          {problem !== null && (
            <div className="qd-flow-messages" role="alert">
              <p className="qd-flow-message qd-flow-error">{problem}</p>
            </div>
          )}
          {SECTIONS.map(({ title, note, groups }) => {
            const found = groupsOf(flow).filter(({ group }) => groups.includes(group));
            if (found.length === 0) return null;
            return (
              <section key={title} aria-label={title}>
                <h2>{title}</h2>
                {note !== undefined && <p className="qd-field-hint">{note}</p>}
                {found.map(({ group, nodes }) =>
                  isKeyGroup(group) ? (
                    <KeySection
                      key={group}
                      flow={flow}
                      group={group}
                      nodes={nodes}
                      pending={pending}
                      reread={reread}
                      onSubmit={(values) => void submit(values)}
                    />
                  ) : (
                    <FlowForm
                      key={group}
                      flow={flow}
                      nodes={[...sharedNodes(flow), ...nodes]}
                      label={title}
                      pending={pending}
                      onSubmit={(values) => void submit(values)}
                    />
                  ),
                )}
              </section>
            );
          })}
        </>
      )}
    </main>
  );
}
