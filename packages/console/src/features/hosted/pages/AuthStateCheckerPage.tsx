import type { HostedSession } from '@quarterdeck/contract';
import { FrameSkeleton } from '@quarterdeck/ui';
import { useEffect } from 'react';
import { useConsole } from '../../../data/context.ts';
import type { Http } from '../../../data/http.ts';
import { safeTarget } from '../../identity/model/safe-target.ts';
import { readParameter } from '../model/addresses.ts';

/**
 * Where a 401 leads in hosted mode: to the sign-in where nobody is signed in; back where one more call goes well, which asks
 * for a new token; else to the error page (contract identity §7).
 */
export function AuthStateCheckerPage() {
  const { http } = useConsole();
  useEffect(() => {
    let isOpen = true;
    void whereTo(http, readParameter('return_to')).then((address) => {
      if (isOpen) location.replace(address);
    });
    return () => {
      isOpen = false;
    };
  }, [http]);
  return <FrameSkeleton collapsed={false} bare={false} />;
}

/** The address that a 401 ends at. Where the control plane does not answer, it is asked again at the place itself. */
export async function whereTo(http: Pick<Http, 'get'>, returnTo: string | undefined): Promise<string> {
  const target = safeTarget(returnTo, location.origin);
  const session = await http.get<HostedSession | null>('/cp/session').catch(() => undefined);
  if (session === null) return `/login?return_to=${encodeURIComponent(target)}`;
  if (session === undefined) return target;
  const status = await http.get('/api/auth/whoami').then(
    () => 200,
    (error: unknown) => (error instanceof Error && 'status' in error ? error.status : 0),
  );
  return status === 401 ? '/error?error_code=BAD_SESSION' : target;
}
