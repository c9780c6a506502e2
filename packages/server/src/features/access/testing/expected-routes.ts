/**
 * Who may call each route, written out apart from the routes themselves: what a route does, in the words of the
 * specification (§6). A route that is missing here fails the matrix test: add it with the right that it must ask for.
 */
export const publicRoutes = [
  'GET /about',
  'GET /api/_health',
  'GET /health',
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'OPTIONS /api/config/*',
  'OPTIONS /api/db/*',
  'POST /webhook/:name',
];

/** Everyone who is signed in. What they answer, and each relation behind them, is judged on its own. */
export const signedInRoutes = [
  'DELETE /api/config/*',
  'DELETE /api/db/*',
  'GET /api/canaries_with_status',
  'GET /api/canary_names',
  'GET /api/check_component_relationships',
  'GET /api/check_config_relationships',
  'GET /api/check_size_summary',
  'GET /api/check_status_summary',
  'GET /api/check_status_summary_aged',
  'GET /api/check_status_summary_hour',
  'GET /api/check_statuses',
  'GET /api/check_statuses_1d',
  'GET /api/check_statuses_1h',
  'GET /api/check_statuses_1mo',
  'GET /api/check_statuses_5m',
  'GET /api/check_summary',
  'GET /api/check_summary_by_component',
  'GET /api/check_summary_for_config',
  'GET /api/checks',
  'GET /api/checks_by_component',
  'GET /api/checks_by_config',
  'GET /api/checks_status_artifacts',
  'GET /api/config/*',
  'GET /api/db',
  'GET /api/db/*',
  'GET /api/live',
  'GET /api/status',
  'GET /auth/whoami',
  'GET /rbac/permissions',
  'PATCH /preferences',
  'PATCH /api/config/*',
  'PATCH /api/db/*',
  'POST /api/config/*',
  'POST /api/db/*',
  'PUT /api/config/*',
  'PUT /api/db/*',
];

/** By route, what it does with which resource of the specification. */
export const guardedRoutes: Readonly<Record<string, string>> = {
  'GET /api': 'read canaries',
  'GET /api/details': 'read canaries',
  'GET /api/graph': 'read canaries',
  'GET /api/recent': 'read canaries',
  'GET /api/summary': 'read canaries',
  'POST /api/summary': 'read canaries',
  'POST /api/apply': 'write canaries',
  'POST /api/push': 'write canaries',
  'POST /run/check/:id': 'run canaries',
  'GET /api/properties': 'read properties',
  'GET /api/self': 'read database',
  'POST /resources/search': 'read database',
  'GET /rbac/dump': 'read rbac',
  'GET /rbac/:id/roles': 'read rbac',
  'POST /rbac/:id/update_role': 'write rbac',
};
