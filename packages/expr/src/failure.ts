import { AppError, type ErrorCode, errorText } from '@quarterdeck/contract';

/** Makes the error of an operation that cannot be done with its operands. Templates report it as TEMPLATE_FAILED. */
export function failure(message: string, details?: Record<string, unknown>): AppError {
  return new AppError('EXPRESSION_FAILED', { message, details });
}

/** Makes the error of an evaluation that used up its time, its steps or its room. */
export function limitReached(what: string): AppError {
  return new AppError('EXPRESSION_LIMIT', { message: `the evaluation reached its limit of ${what}` });
}

/**
 * Turns anything thrown into an {@link AppError}. An AppError stays as it is, an exhausted stack becomes
 * EXPRESSION_LIMIT, and all else gets the given code.
 */
export function toAppError(error: unknown, code: ErrorCode, details?: Record<string, unknown>): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof RangeError && /call stack|string length|array length|BigInt size|too big/i.test(error.message)) {
    return new AppError('EXPRESSION_LIMIT', { message: error.message, details, cause: error });
  }
  return new AppError(code, { message: errorText(error), details, cause: error });
}

/** Whether an error is about the operands, so that `||`, `&&`, `all` and `exists` may absorb it. */
export function isAbsorbable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'EXPRESSION_FAILED';
}
