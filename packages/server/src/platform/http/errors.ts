import {
  AppError,
  type ErrorCode,
  errorText,
  type FlowErrorBody,
  type FlowErrorId,
  type ProblemBody,
  toProblem,
} from '@quarterdeck/contract';

/** Refuses a member of a request by its name; `reason` says what was expected of it. */
export function refuseField(field: string, reason: string): AppError {
  return new AppError('REQUEST_INVALID', { message: `${field}: ${reason}`, details: { field } });
}

/** What the database answers when nobody would be left who administers (migration `0032-accounts`). */
export const LAST_ADMINISTRATOR = 'PT409';

const DATABASE_DOWN = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03', '53300']);

/** Turns what a handler or the HTTP server threw into the product's error. What is not known stays `INTERNAL`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = facts(error);
  if (statusCode !== null && statusCode >= 400 && statusCode < 500) {
    return new AppError('REQUEST_INVALID', { status: statusCode, message: errorText(error), cause: error });
  }
  if (code === LAST_ADMINISTRATOR) return new AppError('LAST_ADMIN', { cause: error });
  if (isDatabaseDown(error, code)) return new AppError('DATABASE_UNAVAILABLE', { cause: error });
  return new AppError('INTERNAL', { cause: error });
}

function facts(error: unknown): { code: string; statusCode: number | null } {
  if (typeof error !== 'object' || error === null) return { code: '', statusCode: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const statusCode = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : null;
  return { code, statusCode };
}

function isDatabaseDown(error: unknown, code: string): boolean {
  return (
    DATABASE_DOWN.has(code) ||
    /^08/.test(code) ||
    /connection terminated|timeout exceeded when trying/i.test(errorText(error))
  );
}

/** What a session lacks, as the identity service tells it, and the query of the login flow that gives it. */
const OWED: Partial<Record<ErrorCode, { id: FlowErrorId; query: string }>> = {
  SECOND_FACTOR_REQUIRED: { id: 'session_aal2_required', query: 'aal=aal2' },
  SESSION_REFRESH_REQUIRED: { id: 'session_refresh_required', query: 'refresh=true' },
};

/**
 * The body of an error answer. What a session lacks is told like the identity service tells it, with the address that
 * gives it (contract identity §2.6, §9.1). `origin`: where people reach this server.
 */
export function errorBody(error: AppError, origin: string): ProblemBody | (Omit<ProblemBody, 'error'> & FlowErrorBody) {
  const problem = toProblem(error);
  const owed = OWED[error.code];
  if (owed === undefined) return problem;
  const address = new URL(`/api/.ory/self-service/login/browser?${owed.query}`, origin).href;
  return {
    ...problem,
    error: {
      id: owed.id,
      code: error.status,
      status: 'Forbidden',
      message: error.message,
      details: { redirect_browser_to: address },
    },
    redirect_browser_to: address,
  };
}
