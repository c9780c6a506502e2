import type { ServerStatus } from '@quarterdeck/contract';

/**
 * Where a 401 leads (contract calls §3.2): to the login page, in hosted mode to the state checker, each with the way
 * back; nowhere in standalone mode, which has no sign-in, nor while the mode is not known.
 */
export function signInAddress(mode: ServerStatus['mode'] | undefined, here: string): string | null {
  if (mode === undefined || mode === 'standalone') return null;
  const page = mode === 'hosted' ? '/auth-state-checker' : '/login';
  return here.startsWith(page) ? null : `${page}?return_to=${encodeURIComponent(here)}`;
}
