import { AppError } from '@quarterdeck/contract';
import type { Clock, Log } from '@quarterdeck/kit';
import { toAppError } from '../http/errors.ts';
import type { DatabaseContact } from './types.ts';

/** An answer that takes longer than this is none: a cut connection does not say that it is cut. */
const LIMIT_MS = 5000;

/** Whether an error says that the database could not be reached, so that trying again later may help. */
export function isAway(error: unknown): boolean {
  return toAppError(error).code === 'DATABASE_UNAVAILABLE';
}

/** Knows whether the database can be reached, from how the statements of this node end. */
export function createDatabaseContact(clock: Clock, log: Log, limitMs = LIMIT_MS): DatabaseContact {
  let away: { sinceMs: number; sinceMonotonic: number; reason: string } | null = null;

  const lost = (cause: unknown): AppError => {
    const known = toAppError(cause);
    const reason = known.cause instanceof Error && known.cause.message !== '' ? known.cause.message : known.message;
    if (away === null) log.error({ reason }, 'the database cannot be reached');
    away ??= { sinceMs: clock.now(), sinceMonotonic: clock.monotonic(), reason };
    return known;
  };

  const back = () => {
    if (away === null) return;
    log.info({ awayMs: Math.round(clock.monotonic() - away.sinceMonotonic) }, 'the database can be reached again');
    away = null;
  };

  const attempt = async <T>(work: () => Promise<T>, ownLimitMs = limitMs): Promise<T> => {
    const silence = Promise.withResolvers<never>();
    // Made when it is needed: an error is dear, and nearly every attempt does without.
    const timer = setTimeout(() => silence.reject(tooLong(ownLimitMs)), ownLimitMs);
    try {
      const result = await Promise.race([work(), silence.promise]);
      back();
      return result;
    } catch (error) {
      throw isAway(error) ? lost(error) : error;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    attempt,
    use: (work, ownLimitMs) =>
      away === null
        ? attempt(work, ownLimitMs)
        : Promise.reject(new AppError('DATABASE_UNAVAILABLE', { message: `${DOWN}: ${away.reason}` })),
    awaySinceMs: () => away?.sinceMs ?? null,
    reason: () => away?.reason ?? null,
  };
}

function tooLong(limitMs: number): AppError {
  return new AppError('DATABASE_UNAVAILABLE', { message: `The database did not answer within ${limitMs} ms` });
}

const DOWN = 'The database cannot be reached';
