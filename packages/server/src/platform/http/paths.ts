/**
 * The one path under which a request is routed (contract http-calls §1.1): repeated slashes are one, and the prefixes
 * `/canary` and `/api/canary` of the health server fall away. `/canary/api/summary`, `/api/canary/api/summary` and
 * `/api/canary/summary` all are `/api/summary`; `/api/canary/about` is `/api/about`. The query stays as it is.
 */
export function canonicalUrl(url: string): string {
  const queryAt = url.indexOf('?');
  const path = (queryAt === -1 ? url : url.slice(0, queryAt)).replace(/\/{2,}/g, '/');
  const query = queryAt === -1 ? '' : url.slice(queryAt);
  const rest = /^(?:\/api)?\/canary(\/.*)?$/.exec(path);
  if (rest === null) return path + query;
  const below = (rest[1] ?? '/').replace(/^\/api(?=\/|$)/, '');
  return `/api${below}${query}`;
}

/** The paths at which a route of the health server is registered: `/about` is also `/api/about`. */
export function routePaths(url: string): string[] {
  return /^\/(api|cp)(\/|$)/.test(url) ? [url] : [url, `/api${url}`];
}

/** Whether an unknown path belongs to the API or to the assets, so that the console's page is no answer to it. */
export function isApiPath(url: string): boolean {
  return /^\/(api|assets|canary|cp|kratos)(\/|\?|$)/.test(url);
}
