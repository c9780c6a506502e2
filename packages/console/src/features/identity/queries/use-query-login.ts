import type { Flow } from '@quarterdeck/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useBootstrap } from '../../../data/context.ts';
import { initialValues, sharedNodes } from '../model/form-nodes.ts';

interface Credentials {
  identifier: string;
  password: string;
}

/** Takes name and password out of the address and its place in the history, before anything is asked of a server. */
export function takeCredentials(page: Pick<Window, 'location' | 'history'>): Credentials | null {
  const url = new URL(page.location.href);
  const [identifier, password] = ['username', 'password'].map((name) => url.searchParams.get(name) ?? '');
  if (!url.searchParams.has('username') && !url.searchParams.has('password')) return null;
  for (const name of ['username', 'password']) url.searchParams.delete(name);
  page.history.replaceState(page.history.state, '', `${url.pathname}${url.search}`);
  return identifier && password ? { identifier, password } : null;
}

/** What the address gave when the page was loaded, until it is used: a drawing that is begun anew finds it again. */
let given = takeCredentials(window);

/**
 * Signs in by the name and the password that the address gave, once, where the server runs in demo mode (spec 000 §2
 * "/login"); never to confirm who somebody is. Elsewhere they are only taken out of the address.
 */
export function useQueryLogin(flow: Flow | null, submit: (values: Record<string, unknown>) => Promise<void>): void {
  const features = useBootstrap().data?.features;
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router learns once what was taken from the address
  useEffect(() => {
    const strip = ({ username: _name, password: _password, ...rest }: Record<string, unknown>) => rest;
    if (given !== null) void navigate({ to: '/login', search: strip, replace: true });
  }, []);
  useEffect(() => {
    if (given === null || features === undefined || flow === null) return;
    const values = { ...initialValues(sharedNodes(flow)), ...given, method: 'password' };
    given = null;
    if (features.query_login && !flow.refresh && flow.requested_aal !== 'aal2') void submit(values);
  }, [flow, features, submit]);
}
