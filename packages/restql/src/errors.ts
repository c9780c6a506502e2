import type { RestAnswer } from './types.ts';

/**
 * What the dialect itself refuses, by PostgREST's codes, so that its clients know what happened. `status` is that of
 * PostgREST 12. The texts are ours.
 */
export const restErrors = {
  PGRST100: { status: 400, message: 'The query string cannot be read' },
  PGRST101: { status: 405, message: 'A function is not called by this method' },
  PGRST102: { status: 400, message: 'The body cannot be read' },
  PGRST103: { status: 416, message: 'The requested range is outside the result' },
  PGRST105: {
    status: 405,
    message: 'The filters must be equalities on all columns of the primary key and on no other',
  },
  PGRST106: { status: 406, message: 'The schema is not served' },
  PGRST107: { status: 415, message: 'None of the asked media types is served' },
  PGRST108: { status: 400, message: 'The filter, order or limit is about a resource that is not embedded' },
  PGRST109: { status: 400, message: 'A limit of a change needs an order' },
  PGRST114: { status: 400, message: 'PUT takes neither limit nor offset' },
  PGRST115: { status: 400, message: 'The body and the address name different rows' },
  PGRST116: { status: 406, message: 'The result is not one row' },
  PGRST117: { status: 405, message: 'The method is not known here' },
  PGRST118: { status: 400, message: 'Rows cannot be ordered by a resource of which each has many' },
  PGRST119: { status: 400, message: 'A resource of which each row has many cannot be spread' },
  PGRST120: { status: 400, message: 'An embedded resource takes only is.null and not.is.null' },
  PGRST122: { status: 400, message: 'A preference is not known, and handling=strict was asked for' },
  PGRST123: { status: 400, message: 'Aggregates are not allowed here' },
  PGRST124: { status: 400, message: 'More rows would be changed than max-affected allows' },
  PGRST200: { status: 400, message: 'There is no relationship between the two resources' },
  PGRST201: { status: 300, message: 'More than one relationship is meant' },
  PGRST202: { status: 404, message: 'There is no function of this name with these arguments' },
  PGRST203: { status: 300, message: 'More than one function is meant' },
  PGRST204: { status: 400, message: 'There is no column of this name' },
} as const satisfies Record<string, { status: number; message: string }>;

/** A refusal of the dialect itself; other codes of a {@link RestError} are those of PostgreSQL (SQLSTATE). */
export type RestErrorCode = keyof typeof restErrors;

/** What a {@link RestError} tells besides its code. `headers` go into the answer. */
export interface RestErrorOptions {
  status?: number;
  message?: string;
  /** Text for a person, or a list of candidates; null when there is nothing to add. */
  details?: unknown;
  hint?: string | null;
  headers?: Record<string, string>;
  cause?: unknown;
}

/**
 * Every refusal of a request. The answer's body is `{code, details, hint, message}`, as clients of PostgREST read it.
 * Texts may repeat what the caller sent, never what is stored.
 */
export class RestError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor(code: RestErrorCode | (string & {}), options: RestErrorOptions = {}) {
    const known = isRestErrorCode(code) ? restErrors[code] : { status: 400, message: 'The request was refused' };
    super(options.message ?? known.message, { cause: options.cause });
    this.name = 'RestError';
    this.code = code;
    this.status = options.status ?? known.status;
    this.details = options.details ?? null;
    this.hint = options.hint ?? null;
    this.headers = options.headers ?? {};
  }
}

function isRestErrorCode(code: string): code is RestErrorCode {
  return Object.hasOwn(restErrors, code);
}

/** The answer to a refused request. HEAD is answered with the same headers and without the body. */
export function errorAnswer(error: RestError): RestAnswer {
  const { code, details, hint, message } = error;
  return {
    status: error.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...error.headers },
    body: JSON.stringify({ code, details, hint, message }),
  };
}

/** An error as PostgreSQL reports it through the driver. */
interface DatabaseError extends Error {
  code: string;
  detail?: string | undefined;
  hint?: string | undefined;
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
  );
}

/**
 * By the longest start of the code that is listed; everything else is 400. As PostgREST has it, but for 55000: a view
 * that cannot be written takes no such method, which is the caller's mistake.
 */
const statusOfState: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '42501': 403,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '53': 503,
  '54': 413,
  '55': 500,
  '55000': 405,
  '57P01': 503,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
};

/** HTTP status of a SQLSTATE, after PostgREST's table; a function may raise `PT4xx` to choose one itself. */
export function statusOfSqlState(state: string): number {
  const chosen = /^PT([1-5]\d\d)$/.exec(state)?.[1];
  return chosen ? Number(chosen) : (statusOfState[state] ?? statusOfState[state.slice(0, 2)] ?? 400);
}

/**
 * Reads what was thrown while a statement ran. An error of PostgreSQL keeps its code, text, detail and hint; null for
 * anything else (a lost connection, a mistake of ours), which is not about the request and is thrown on.
 */
export function fromDatabaseError(error: unknown): RestError | null {
  if (error instanceof RestError) return error;
  if (!isDatabaseError(error)) return null;
  const { code, detail, hint, message } = error;
  const lost = code.startsWith('08') || code === '57P01';
  return lost
    ? null
    : new RestError(code, {
        status: statusOfSqlState(code),
        message,
        details: detail ?? null,
        hint: hint ?? null,
        cause: error,
      });
}
