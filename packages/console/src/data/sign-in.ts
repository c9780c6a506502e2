import type { Bootstrap } from '@quarterdeck/contract';

const SIGN_IN_PAGES = [
  '/login',
  '/registration',
  '/recovery',
  '/verification',
  '/error',
  '/auth-state-checker',
  '/organizations/orgs-switched',
  '/organizations/invitation',
];

/** Whether a path is a page of the sign-in: nobody is known there yet, and nobody is sent back to it. */
export function isSignInPage(path: string): boolean {
  return SIGN_IN_PAGES.some((page) => path === page || path.startsWith(`${page}/`));
}

/**
 * Where a 401 leads (contract calls §3.2): to the login page, in hosted mode to the state checker, each with the way
 * back. The standalone mode has no sign-in, and answers none; while the mode is not known nothing leads anywhere, and who
 * asks is asked after it. `here`: path and query.
 */
export function signInAddress(mode: Bootstrap['mode'] | undefined, here: string): string | null {
  if (mode === undefined || mode === 'standalone' || isSignInPage(here.split('?')[0] ?? here)) return null;
  const page = mode === 'hosted' ? '/auth-state-checker' : '/login';
  return `${page}?return_to=${encodeURIComponent(here)}`;
}

/** Where somebody goes whose second step is owed: to the same page, which asks for that step alone. */
export function secondStepAddress(here: string): string | null {
  if (isSignInPage(here.split('?')[0] ?? here)) return null;
  return `/login?aal=aal2&return_to=${encodeURIComponent(here)}`;
}
