import { routePaths } from '../../packages/server/src/platform/http/paths.ts';
import type { RouteAccess, RouteDefinition } from '../../packages/server/src/platform/index.ts';
import { code, page, table } from './markdown.ts';
import { routeKey, routeNotes } from './route-notes.ts';

function accessText(access: RouteAccess): string {
  if (access === 'public') return 'everyone';
  if (access === 'login') return 'everyone who is signed in';
  // No resource of the specification is about assistants or the cluster: rules name the object.
  return `${access.action} ${access.object === 'mcp' || access.resource === null ? access.object : access.resource}`;
}

function note(route: RouteDefinition): string {
  const paths = routePaths(route.url).filter((path) => path !== route.url);
  const also = paths.length > 0 ? ` Also at ${paths.map(code).join(', ')}.` : '';
  const limit = route.bodyLimit === undefined ? '' : ` Body up to ${route.bodyLimit / 1024 / 1024} MiB.`;
  return `${routeNotes[routeKey(route)] ?? ''}${also}${limit}`;
}

/** The page of all routes. */
export function httpApiPage(routes: readonly RouteDefinition[]): string {
  const rows = routes
    .toSorted((a, b) => (a.url === b.url ? a.method.localeCompare(b.method) : a.url < b.url ? -1 : 1))
    .map((route) => [route.method, code(route.url), accessText(route.access), note(route)]);
  return page('HTTP API', 'the routes that the server declares', [
    'In standalone mode every caller is the one local administrator, who may do everything; the column "who may call" names',
    'the right that the route asks for. Every route answers `OPTIONS`, and every `GET` but the event stream answers `HEAD`;',
    'other methods are `METHOD_NOT_ALLOWED`. Errors are problem bodies: see [errors.md](errors.md).',
    '',
    'The prefixes `/canary` and `/api/canary` fall away: `/api/canary/api/summary`, `/api/canary/summary` and',
    '`/canary/api/summary` are `/api/summary`. Bodies are at most 1 MiB unless the route says more.',
    '',
    ...table(['method', 'path', 'who may call', 'what it does'], rows),
    '',
    'Relations and functions are judged one by one, for whoever is signed in: see [permissions.md](permissions.md). A refusal',
    'there is the text `unauthorized. Access Denied` with the headers `X-Rbac-Subject`, `X-Rbac-Object` and `X-Rbac-Action`.',
  ]);
}
