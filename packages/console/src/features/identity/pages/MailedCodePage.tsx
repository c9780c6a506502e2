import { Link } from '@quarterdeck/ui';
import { AuthPage } from '../components/AuthPage.tsx';
import { FlowForm } from '../components/FlowForm.tsx';
import { useFlowPage } from '../queries/use-flow-page.ts';
import { backTo } from './LoginPage.tsx';

/** An account is won back by a code that is mailed (spec 000 §2 "/recovery"). */
export function RecoveryPage() {
  return <MailedCodePage kind="recovery" heading="Recover account" />;
}

/** An address is proven by a code that is mailed (spec 000 §2 "/verification"). */
export function VerificationPage() {
  return <MailedCodePage kind="verification" heading="Verify your account" />;
}

function MailedCodePage({ kind, heading }: { kind: 'recovery' | 'verification'; heading: string }) {
  const state = useFlowPage(kind);
  const { flow, pending, submit, returnTo } = state;
  return (
    <AuthPage
      title={heading}
      heading={heading}
      state={state}
      links={<Link href={backTo('/login', returnTo)}>Sign in</Link>}
    >
      {flow !== null && (
        <FlowForm
          flow={flow}
          nodes={flow.ui.nodes}
          label={heading}
          pending={pending}
          focusFirst
          onSubmit={(values) => void submit(values)}
        />
      )}
    </AuthPage>
  );
}
