import { Button, FrameSkeleton } from '@quarterdeck/ui';
import { useEffect, useState } from 'react';
import { NobodyPage } from '../../../app/StatePages.tsx';
import { usePageTitle } from '../../../app/titles.ts';
import { useConsole } from '../../../data/context.ts';
import { HttpError } from '../../../data/http.ts';
import { signOutOfHub } from '../queries/hub.ts';
import { HubPage } from './HubPage.tsx';
import { OrganizationList } from './OrganizationList.tsx';
import { OrganizationSwitcher } from './OrganizationSwitcher.tsx';
import '../hosted.css';

export interface HostedGateProps {
  /** Why it is not known who is there. */
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/** What stands in place of the console until there is an organisation with a backend (spec 000 §4 "Hosted mode"). */
export function HostedGate({ error, retrying, onRetry }: HostedGateProps) {
  const { code, status } = error instanceof HttpError ? error : { code: '', status: 0 };
  // On the way to the sign-in.
  if (status === 401) return <FrameSkeleton collapsed={false} bare={false} />;
  if (code === 'NO_ORGANIZATION' || code === 'NOT_A_MEMBER') return <OrganizationPicker />;
  if (code === 'TENANT_NOT_READY' || status >= 500 || status === 404) return <Provisioning onRetry={onRetry} />;
  return <NobodyPage error={error} retrying={retrying} onRetry={onRetry} />;
}

/** Chooses where to work. */
function OrganizationPicker() {
  return (
    <HubPage title="Organisations" heading="Choose an organisation" links={<SignOut />}>
      <OrganizationList />
    </HubPage>
  );
}

function SignOut() {
  const { http } = useConsole();
  return (
    <Button variant="ghost" onClick={() => void signOutOfHub(http, '/')}>
      Sign out
    </Button>
  );
}

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;
const GROWTH = 1.5;

/** Waits for the backend, and looks for it again and again; the person may go to another organisation meanwhile. */
function Provisioning({ onRetry }: Pick<HostedGateProps, 'onRetry'>) {
  usePageTitle('Provisioning');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const waitMs = Math.min(FIRST_WAIT_MS * GROWTH ** tries, LONGEST_WAIT_MS);
    const timer = setTimeout(() => {
      onRetry();
      setTries((before) => before + 1);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [tries, onRetry]);
  return (
    <div className="qd-hosted-wait">
      <div aria-hidden="true" inert>
        <FrameSkeleton collapsed={false} bare={false} />
      </div>
      <main className="qd-hosted-wait-card">
        <OrganizationSwitcher />
        <p role="status">Please wait, instance provisioning in-progress ...</p>
        <SignOut />
      </main>
    </div>
  );
}
