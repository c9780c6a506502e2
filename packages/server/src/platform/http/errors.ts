import { AppError, errorText } from '@quarterdeck/contract';

/** Refuses a member of a request by its name; `reason` says what was expected of it. */
export function refuseField(field: string, reason: string): AppError {
  return new AppError('REQUEST_INVALID', { message: `${field}: ${reason}`, details: { field } });
}

const DATABASE_DOWN = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03', '53300']);

/** Turns what a handler or the HTTP server threw into the product's error. What is not known stays `INTERNAL`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = facts(error);
  if (statusCode !== null && statusCode >= 400 && statusCode < 500) {
    return new AppError('REQUEST_INVALID', { status: statusCode, message: errorText(error), cause: error });
  }
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
