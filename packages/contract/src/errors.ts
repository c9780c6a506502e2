/**
 * The error catalogue. A code names its area and its reason; the reference page `docs/reference/errors.md` is made
 * from this table. `status` is the HTTP status an answer carries unless the thrower says otherwise.
 */
export const errorCatalogue = {
  CONFIG_INVALID: { status: 500, title: 'A setting of the process has a wrong value' },
  DOCUMENT_SYNTAX: { status: 400, title: 'The document is not valid YAML or JSON' },
  DOCUMENT_KIND: { status: 400, title: 'The document is of a kind that is not known here' },
  DOCUMENT_FIELD: { status: 400, title: 'A field of the document has a wrong value' },
  DOCUMENT_EMPTY: { status: 400, title: 'The document defines no check and no webhook' },
  SCHEDULE_INVALID: { status: 400, title: 'The schedule cannot be read' },
  EXPRESSION_SYNTAX: { status: 400, title: 'The expression cannot be read' },
  EXPRESSION_FAILED: { status: 400, title: 'The expression failed while it ran' },
  EXPRESSION_LIMIT: { status: 400, title: 'The expression took too long or too much memory' },
  TEMPLATE_SYNTAX: { status: 400, title: 'The template cannot be read' },
  TEMPLATE_FAILED: { status: 400, title: 'The template failed while it ran' },
  CONNECTION_NOT_FOUND: { status: 404, title: 'The connection does not exist' },
  VALUE_NOT_FOUND: { status: 404, title: 'The secret, config map or other value source does not exist' },
  EGRESS_DENIED: { status: 403, title: 'The address may not be reached from here' },
  EXEC_DENIED: { status: 403, title: 'Scripts may run only from the configuration folder' },
  CHECK_NOT_FOUND: { status: 404, title: 'The check does not exist' },
  CONFIG_NOT_FOUND: { status: 404, title: 'The configuration item does not exist' },
  CANARY_NOT_FOUND: { status: 404, title: 'The canary does not exist' },
  WEBHOOK_NOT_FOUND: { status: 404, title: 'No canary has a webhook of that name' },
  WEBHOOK_AMBIGUOUS: { status: 400, title: 'More than one canary has a webhook of that name' },
  WEBHOOK_TOKEN: { status: 401, title: 'The webhook token is wrong' },
  REQUEST_INVALID: { status: 400, title: 'The request has a wrong value' },
  SELECTOR_SYNTAX: { status: 400, title: 'The search text or selector cannot be read' },
  SELECTOR_FIELD: { status: 400, title: 'The search text or selector names a field that is not known' },
  SELECTOR_VALUE: { status: 400, title: 'A value in the search text or selector is wrong for its field' },
  SEARCH_LIMIT: { status: 400, title: 'The search took too long; narrow it down' },
  REQUEST_RANGE: { status: 416, title: 'The requested range is outside the result' },
  ROUTE_NOT_FOUND: { status: 404, title: 'There is nothing at this address' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The address does not answer this method' },
  UNAUTHENTICATED: { status: 401, title: 'You are not signed in' },
  SECOND_FACTOR_REQUIRED: { status: 403, title: 'The second step of the sign-in is owed' },
  SESSION_REFRESH_REQUIRED: { status: 403, title: 'Confirm who you are first: the sign-in was a while ago' },
  AUDIT_EXPORT_TOO_LARGE: { status: 400, title: 'More than 100,000 rows would be exported; choose a shorter time' },
  SIGN_IN_UNAVAILABLE: { status: 503, title: 'Who you are cannot be checked at the moment' },
  NO_ORGANIZATION: { status: 409, title: 'No organisation is chosen' },
  NOT_A_MEMBER: { status: 403, title: 'You are no member of this organisation' },
  ORGANIZATION_NOT_FOUND: { status: 404, title: 'The organisation does not exist' },
  ORGANIZATION_SWITCHED: { status: 409, title: 'Another organisation was chosen since the page was opened' },
  ORGANIZATION_DIRECT: { status: 409, title: 'The console calls the backend of this organisation itself' },
  TENANT_NOT_READY: { status: 503, title: 'The backend of this organisation is not ready' },
  TENANT_UNREACHABLE: { status: 502, title: 'The backend of this organisation cannot be reached' },
  ACCESS_DENIED: { status: 403, title: 'You may not do this' },
  SUBJECT_NOT_FOUND: { status: 404, title: 'There is no such person, team, playbook or other subject' },
  MEDIA_TYPE_REFUSED: { status: 415, title: 'The body of a change that a cookie vouches for is JSON' },
  TOKEN_NOT_FOUND: { status: 404, title: 'The token does not exist' },
  TOKEN_NAME_TAKEN: { status: 409, title: 'You have a token of this name' },
  VIEWING_READ_ONLY: { status: 403, title: 'You view as another: nothing can be changed until you leave the view' },
  VIEW_UNAVAILABLE: { status: 409, title: 'Only who is signed in with a session can view as another' },
  PERSON_NOT_FOUND: { status: 404, title: 'The person does not exist' },
  PERSON_EXISTS: { status: 409, title: 'Somebody has this e-mail address already' },
  ACCOUNTS_ELSEWHERE: { status: 400, title: 'People do not sign in with accounts of this server' },
  INVITE_LIMIT: { status: 429, title: 'Too many invitations for one day' },
  LAST_ADMIN: { status: 409, title: 'The last administrator who can sign in keeps the role and the account' },
  CLUSTER_ABSENT: { status: 404, title: 'The server runs in no Kubernetes cluster' },
  CLUSTER_UNREACHABLE: { status: 502, title: 'The Kubernetes cluster cannot be reached' },
  CLUSTER_UPGRADE_REFUSED: {
    status: 501,
    title: 'Connections that change their protocol (exec, attach, port-forward) are not passed on',
  },
  DATABASE_UNAVAILABLE: { status: 503, title: 'The database cannot be reached' },
  DATABASE_START: { status: 500, title: 'The embedded database did not start' },
  MIGRATION_FAILED: { status: 500, title: 'A migration of the database failed' },
  SHUTTING_DOWN: { status: 503, title: 'The server is stopping' },
  INTERNAL: { status: 500, title: 'Something went wrong' },
} as const satisfies Record<string, { status: number; title: string }>;

/** A code of the error catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;

/** What may accompany an {@link AppError}: `details` are shown to the caller and must never hold a secret. */
export interface AppErrorOptions {
  message?: string;
  status?: number;
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** The one error type of the product. Tests assert `code`, never the text. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].title, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = options.status ?? errorCatalogue[code].status;
    this.details = options.details ?? {};
  }
}

/** Body of every error answer: RFC 9457 plus the `error` and `message` members that the console reads. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  error: string;
  message: string;
  details?: Record<string, unknown>;
}

/** Shapes an error as an RFC 9457 problem body. Unknown errors become `INTERNAL` without their text. */
export function toProblem(error: unknown): ProblemBody {
  const known = error instanceof AppError ? error : new AppError('INTERNAL', { cause: error });
  return {
    type: `urn:quarterdeck:error:${known.code}`,
    title: errorCatalogue[known.code].title,
    status: known.status,
    code: known.code,
    detail: known.message,
    error: known.message,
    message: known.message,
    ...(Object.keys(known.details).length > 0 ? { details: known.details } : {}),
  };
}

/** The text of anything thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
