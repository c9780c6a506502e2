import type { Flow, NodeGroup } from '@quarterdeck/contract';
import { Link, TextButton } from '@quarterdeck/ui';
import { AuthPage } from '../components/AuthPage.tsx';
import { FlowForm } from '../components/FlowForm.tsx';
import { formNodes, groupsOf } from '../model/form-nodes.ts';
import { signOut } from '../queries/flow-api.ts';
import { useFlowPage } from '../queries/use-flow-page.ts';
import { useQueryLogin } from '../queries/use-query-login.ts';

/** What each way to sign in is called, for those who hear the page. */
const GROUP_NAMES: Partial<Record<NodeGroup, string>> = {
  password: 'Sign in with password',
  totp: 'Authenticator app',
  lookup_secret: 'Backup code',
  webauthn: 'Security key',
  passkey: 'Passkey',
  oidc: 'Other accounts',
  code: 'Code by mail',
};

function headingOf(flow: Flow | null): string {
  if (flow?.refresh) return 'Confirm Action';
  if (flow?.requested_aal === 'aal2') return 'Two-Factor Authentication';
  return 'Sign In to your account';
}

/** Sign-in by every way that the flow offers, its second step, and its confirmation (spec 000 §2 "/login"). */
export function LoginPage() {
  const state = useFlowPage('login', { asks: ['refresh', 'aal'] });
  const { flow, pending, submit, reread, search, returnTo } = state;
  useQueryLogin(flow, submit);
  const isSecond = flow?.requested_aal === 'aal2';
  return (
    <AuthPage
      title="Sign in"
      heading={headingOf(flow)}
      state={state}
      links={
        isSecond || flow?.refresh ? (
          <TextButton onClick={() => void signOut(returnTo ?? '/')}>Sign in as someone else</TextButton>
        ) : (
          <Link href={backTo('/recovery', search.return_to)}>Reset password</Link>
        )
      }
    >
      {flow !== null &&
        groupsOf(flow).map(({ group, nodes }, index) => (
          <FlowForm
            key={group}
            flow={flow}
            nodes={formNodes(flow, nodes)}
            label={GROUP_NAMES[group] ?? 'Sign in'}
            pending={pending}
            reread={reread}
            focusFirst={index === 0}
            onSubmit={(values) => void submit(values)}
          />
        ))}
    </AuthPage>
  );
}

/** Another page of the sign-in that leads back to the same place. */
export function backTo(page: string, returnTo: string | undefined): string {
  return returnTo === undefined ? page : `${page}?return_to=${encodeURIComponent(returnTo)}`;
}
