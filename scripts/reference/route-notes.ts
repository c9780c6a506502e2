import { relationAccess } from '../../packages/contract/src/index.ts';

const REST: Readonly<Record<string, string>> = {
  GET: 'Rows of a relation, or the answer of a function (`rpc/<name>`), in the query dialect of PostgREST.',
  POST: 'Inserts rows, or calls a function.',
  PATCH: 'Changes the rows that the filters name.',
  PUT: 'Sets one row by its key.',
  DELETE: 'Deletes the rows that the filters name.',
  OPTIONS: 'The methods that the path answers.',
};

/** Routes of the REST dialect are the same for each base. */
const restNotes = ['/api/db/*', '/api/config/*'].flatMap((url) =>
  Object.entries(REST).map(([method, note]): [string, string] => [`${method} ${url}`, note]),
);

/** Calls of the cluster are the same for each method. */
const clusterNotes = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): [string, string] => [
  `${method} /kubeproxy/*`,
  'Passes a call on to the cluster, for who calls with an API token and may read or update `kubernetes-proxy`. See [the cluster](../guides/cluster.md).',
]);

/** Relations of checks are also read without a base. */
const checkNotes = Object.entries(relationAccess)
  .filter(([name, { object }]) => object === 'canaries' && name !== 'canaries')
  .map(([name]): [string, string] => [`GET /api/${name}`, `The same as \`/api/db/${name}\`.`]);

/** The calls of the sign-in, by the contract's path and by that of tools that know an identity service there. */
const signInNotes = ['/api/.ory', '/kratos'].flatMap((base): [string, string][] => {
  const callback = `${base}/self-service/methods/oidc/callback/:provider`;
  const flows =
    'Sign-in, registration, recovery, verification, settings, sessions and sign-out: see [accounts](../guides/accounts.md).';
  const back =
    'Where a provider of accounts sends a browser back to: see [social sign-in](../guides/social-sign-in.md).';
  return [
    ...['GET', 'POST', 'DELETE'].map((method): [string, string] => [`${method} ${base}/*`, flows]),
    ...['GET', 'POST'].map((method): [string, string] => [`${method} ${callback}`, back]),
  ];
});

/**
 * What each route is for, by method and path: the one thing that a declaration does not tell. A test holds the two
 * together: a route without a note and a note without a route both fail.
 */
export const routeNotes: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...restNotes, ...checkNotes, ...clusterNotes, ...signInNotes]),
  'GET /api/bootstrap':
    'How people are known here, before anybody is: mode, version, what is open to everyone. No secret.',
  'POST /auth/invite_user':
    'Invites somebody (`firstName`, `lastName`, `email`, `role`): answers the link and the code, and mails them (`mailed` is false where they are to be handed over). Needs a sign-in of the last 15 minutes.',
  'POST /people/update':
    'Changes a person: name, address, roles, whether the account is active. Needs a sign-in of the last 15 minutes.',
  'DELETE /people/:id':
    'Removes a person with account, sessions and tokens; what refers to them stays. Needs a sign-in of the last 15 minutes.',
  'GET /audit':
    'A page of the [audit trail](../guides/audit.md), the newest first, filtered by person, act, outcome and time.',
  'GET /audit/actions': 'The acts that the audit trail knows, for its filter.',
  'GET /audit/export': 'The audit trail as CSV or NDJSON, streamed.',
  'GET /outbox': 'Mails that were sent, or that wait because no mail server is set; with their texts only then.',
  'GET /api/db': 'The description of the relations that the caller may reach (OpenAPI 2).',
  'GET /healthz': 'The process is alive.',
  'GET /readyz': 'Whether the node can work: database, migrations, documents. 503 while it cannot.',
  'GET /health': 'The console page for a browser, else the text `OK`.',
  'GET /api/_health': 'The process is alive, in the form that the console asks for.',
  'GET /metrics': 'Metrics in the Prometheus text format: see [metrics.md](metrics.md).',
  'POST /auth/create_token':
    'Makes an [API token](../guides/api-tokens.md) of the caller (`name`, `expiry`: `never` or a duration, `deny_permissions`) and shows it this once. Needs a sign-in of the last 15 minutes; not for tokens.',
  'GET /auth/tokens':
    'The API tokens of the caller, of all people to who administers: when they end and were last used, what was denied. Never their values.',
  'DELETE /auth/token/:id':
    'Ends an API token at once, on every node: one of the caller, any to who administers. A token ends itself alone.',
  'GET /auth/whoami': 'Who is calling, with roles, permissions and preferences.',
  'PATCH /preferences': 'Keeps choices of the caller by name; null takes one out.',
  'GET /rbac/permissions': 'The policies of the caller, those of its roles among them.',
  'GET /rbac/why':
    'Why somebody may do something or may not: `object`, `resource`, `action`; about `subject` of `subject_type`, else the caller; with one item (`kind`, `item`). The rules that decide come first. About others: who may change roles.',
  'POST /auth/view-as':
    'The session sees the product as a person or role (`type`, `id`): what both may read, no writes, for half an hour.',
  'DELETE /auth/view-as': 'Leaves that view.',
  'GET /rbac/dump': 'All policies.',
  'GET /rbac/:id/roles': 'The roles that a person was given.',
  'POST /rbac/:id/update_role':
    'Replaces the roles of a person by those of the body (`roles`). The last administrator keeps the role.',
  'GET /api/properties': 'The properties (flags) that the database holds.',
  'GET /api/live': 'A stream of server-sent events: see [events.md](events.md).',
  'GET /api/summary': 'All checks with their newest state and their figures.',
  'POST /api/summary': 'The same, filtered by the body: `labels`, `deleteFrom`, `sortBy`.',
  'GET /api/recent': 'The last results of the checks named in `ids`, at most 200.',
  'GET /api': 'One check (`check`) in the form of the summary.',
  'GET /api/graph': 'Results of one check (`check`) over a time range, in buckets, with latency and uptime.',
  'GET /about': 'The version and the time of the server.',
  'GET /api/details': 'The stored detail of the result of check `key` at `time`.',
  'POST /run/check/:id': 'Runs one check now.',
  'POST /webhook/:name':
    'Calls the webhook of that name. Its token is in `?token=` or the header `Webhook-Token`; without a token of its own a webhook takes every call.',
  'POST /api/push': 'Takes a result of a check that ran elsewhere.',
  'POST /api/apply': 'Applies the documents of the body (YAML or JSON).',
  'GET /api/schemas/:file':
    'Help for writing documents: `canary.spec.schema.json` is the JSON schema of the `spec` of a canary, `canary.forms.json` the forms of check types.',
  'GET /kubeconfig':
    'A new token of the caller, as the settings by which `kubectl` reaches the cluster. See [the cluster](../guides/cluster.md).',
  'POST /mcp':
    'The endpoint for assistants: MCP over Streamable HTTP, one answer of JSON for each call, without sessions. See [assistants](../guides/assistants.md).',
  'POST /resources/search':
    'Finds checks, components, configuration items and changes by selectors. See [search](../guides/search.md).',
  'GET /api/self': 'How the product itself is: database, disk, clock.',
  'GET /api/status': 'What the frame of the console shows: version, mode, problems of documents, the scheduler.',
};

/** The key of a route in {@link routeNotes}. */
export function routeKey({ method, url }: { method: string; url: string }): string {
  return `${method} ${url}`;
}
