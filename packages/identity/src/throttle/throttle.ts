import { isIPv6 } from 'node:net';
import type { Clock } from '@quarterdeck/kit';
import type { Queryable } from '../database.ts';
import { FlowError } from '../flows/errors.ts';
import { forgetAttempts, noteAttempt, pauseBucket, pausedUntil } from './throttle-store.ts';

/** How many attempts a window takes, and for how long it is closed after them; seconds. */
export interface Limit {
  attempts: number;
  windowS: number;
  pauseS: number;
}

/** The limits of the contract (identity §6.7). */
export const limits = {
  signInByAddress: { attempts: 10, windowS: 600, pauseS: 900 },
  signInBySource: { attempts: 50, windowS: 600, pauseS: 600 },
  secondFactorShort: { attempts: 5, windowS: 300, pauseS: 0 },
  secondFactorLong: { attempts: 10, windowS: 3600, pauseS: 3600 },
  mailByAddress: { attempts: 3, windowS: 3600, pauseS: 0 },
  mailBySource: { attempts: 20, windowS: 3600, pauseS: 0 },
  flowsBySource: { attempts: 60, windowS: 60, pauseS: 60 },
  registrationBySource: { attempts: 10, windowS: 3600, pauseS: 3600 },
  invitesByPerson: { attempts: 50, windowS: 86_400, pauseS: 0 },
} as const satisfies Record<string, Limit>;

/** Counts attempts in buckets that all nodes share. */
export interface Throttle {
  /** Throws 429 with `Retry-After` while any of the buckets is closed. */
  admit(buckets: readonly string[]): Promise<void>;
  /** Notes an attempt. `full`: it was the last that the window takes, and the bucket is closed; `over`: one too many. */
  note(bucket: string, limit: Limit): Promise<'open' | 'full' | 'over'>;
  /** Notes an attempt whose kind is only so often allowed. Throws 429 beyond. */
  spend(bucket: string, limit: Limit): Promise<void>;
  /** Forgets the attempts of buckets. */
  forget(buckets: readonly string[]): Promise<void>;
}

/** Makes the throttle. */
export function createThrottle(db: Queryable, clock: Clock): Throttle {
  const admit = async (buckets: readonly string[]) => {
    const now = clock.now();
    const until = await pausedUntil(db, buckets, now);
    if (until !== null) throw tooMany(Math.ceil((until - now) / 1000));
  };
  return {
    admit,
    async note(bucket, limit) {
      const now = clock.now();
      const count = await noteAttempt(db, bucket, now, limit.windowS);
      if (count < limit.attempts) return 'open';
      if (limit.pauseS > 0) await pauseBucket(db, bucket, now + limit.pauseS * 1000);
      return count > limit.attempts ? 'over' : 'full';
    },
    async spend(bucket, limit) {
      await admit([bucket]);
      const now = clock.now();
      if ((await noteAttempt(db, bucket, now, limit.windowS)) <= limit.attempts) return;
      await pauseBucket(db, bucket, now + limit.pauseS * 1000);
      throw tooMany(limit.pauseS);
    },
    forget: (buckets) => forgetAttempts(db, buckets),
  };
}

/** What counts as one source: an address, or the network of an IPv6 address, whose rest its owner chooses freely. */
export function sourceBucket(source: string): string {
  if (!isIPv6(source)) return `source:${source}`;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(source);
  if (mapped?.[1]) return `source:${mapped[1]}`;
  const [head = '', tail] = source.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':');
    groups.push(...new Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `source:${network.join(':')}::/64`;
}

function tooMany(seconds: number): FlowError {
  return new FlowError(429, 'Too many attempts; please wait', {
    headers: { 'retry-after': String(Math.max(1, seconds)) },
  });
}
