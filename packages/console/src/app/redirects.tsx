import { Navigate, useLocation } from '@tanstack/react-router';

/** Addresses that lead on (spec 000 §2, contract calls §1.1): what begins with the first goes on with the second. */
const redirects: readonly (readonly [from: string, to: string])[] = [
  ['/configs', '/catalog'],
  ['/config', '/catalog'],
  ['/settings/notifications', '/notifications'],
  ['/notifications/silence', '/notifications/silences/add'],
];

/** The address that a path leads to; undefined for one that stays. Only whole parts of a path are compared. */
export function redirectOf(path: string): string | undefined {
  for (const [from, to] of redirects) {
    if (path === from || path.startsWith(`${from}/`)) return `${to}${path.slice(from.length)}`;
  }
  return undefined;
}

/** Leads on, with the state in the address. */
export function RedirectPage() {
  const { pathname, searchStr } = useLocation();
  const target = redirectOf(pathname);
  return target === undefined ? null : <Navigate to={`${target}${searchStr}`} replace />;
}
