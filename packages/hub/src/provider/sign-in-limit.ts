import type { Throttle } from '@quarterdeck/identity';
import { limits } from '@quarterdeck/identity';
import { APIError } from 'better-auth/api';

/** Bounds the guesses of one account's password, over all sources and nodes (contract identity §6.7). */
export interface SignInLimit {
  /** Throws 429, the same for a right password and for an address that nobody has. */
  before(email: unknown): Promise<void>;
  /** Whether the account is paused from now on, by this outcome. */
  after(email: unknown, outcome: unknown): Promise<boolean>;
}

/** Makes the limit. */
export function createSignInLimit(throttle: Pick<Throttle, 'admit' | 'note' | 'forget'>): SignInLimit {
  return {
    async before(email) {
      try {
        await throttle.admit([bucketOf(email)]);
      } catch (error) {
        if (!(error instanceof Error && 'status' in error && error.status === 429)) throw error;
        throw new APIError(
          'TOO_MANY_REQUESTS',
          { code: 'TOO_MANY_ATTEMPTS', message: 'Too many attempts; please wait' },
          { 'retry-after': String(limits.signInByAddress.pauseS) },
        );
      }
    },
    async after(email, outcome) {
      const bucket = bucketOf(email);
      if (!(outcome instanceof APIError)) await throttle.forget([bucket]);
      else if (outcome.statusCode === 401) return (await throttle.note(bucket, limits.signInByAddress)) === 'full';
      return false;
    },
  };
}

function bucketOf(email: unknown): string {
  return `address:${String(email).trim().toLowerCase()}`;
}
