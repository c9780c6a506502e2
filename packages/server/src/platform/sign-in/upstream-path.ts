/** The calls of the public API (contract identity §1.2); all else, the admin API above all, is not there. */
const PUBLIC = /^\/(self-service|sessions|schemas|\.well-known)(\/|$)/;
/** What only one of the two sides could read as a part of a path. */
const AMBIGUOUS = /%2e|%2f|%5c|\/\//i;

/** The address of a call at the upstream, or null when it is none of its public ones. `path` begins with a slash. */
export function upstreamUrl(base: string, path: string, query: string): URL | null {
  if (!PUBLIC.test(path) || AMBIGUOUS.test(path)) return null;
  const root = new URL(base);
  const pathname = `${root.pathname.replace(/\/+$/, '')}${path}`;
  const url = URL.parse(`${root.origin}${pathname}${query}`);
  // Whatever is read differently than it is written leads elsewhere.
  return url?.pathname === pathname && url.origin === root.origin ? url : null;
}
