import { Link } from '@quarterdeck/ui';
import { useEffect, useState } from 'react';
import { AuthPage } from '../components/AuthPage.tsx';
import { FlowForm } from '../components/FlowForm.tsx';
import { formNodes, groupsOf } from '../model/form-nodes.ts';
import { useFlowPage } from '../queries/use-flow-page.ts';
import { backTo } from './LoginPage.tsx';

/**
 * A new account (spec 000 §2 "/registration"). The terminal's address carries the set-up code behind the hash sign: it is
 * taken out of the address and of the history at once.
 */
export function RegistrationPage() {
  const [setupCode] = useState(readSetupCode);
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  }, []);
  const state = useFlowPage('registration', setupCode === null ? {} : { headers: { 'x-setup-code': setupCode } });
  const { flow, pending, submit, returnTo } = state;
  return (
    <AuthPage
      title="Create account"
      heading="Create account"
      state={state}
      links={<Link href={backTo('/login', returnTo)}>Sign in</Link>}
    >
      {flow !== null &&
        groupsOf(flow).map(({ group, nodes }, index) => (
          <FlowForm
            key={group}
            flow={flow}
            nodes={formNodes(flow, nodes)}
            label={group === 'oidc' ? 'Other accounts' : 'Create account'}
            pending={pending}
            focusFirst={index === 0}
            onSubmit={(values) => void submit(values)}
          />
        ))}
    </AuthPage>
  );
}

/** Only read while the page is drawn: React may throw a first drawing away, and with it what was taken. */
function readSetupCode(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('setup');
}
