import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../http/types.ts';

/** What the product calls of itself, to watch itself. */
const OWN_PATHS: ReadonlySet<string> = new Set(['/api/self']);

const ITSELF: Caller = { id: '', name: 'Quarterdeck', email: '', roles: ['viewer'] };

/** How this process knows its own calls, where callers sign in. */
export interface OwnCalls {
  /** The `Authorization` header of such a call. It lives in memory alone, and opens nothing else. */
  readonly authorization: string;
  /** The product itself, for its own calls; null for anybody else's. */
  identify(request: Pick<FastifyRequest, 'url' | 'headers'>): Caller | null;
}

/** Makes a secret of this process. */
export function createOwnCalls(): OwnCalls {
  const authorization = `Bearer ${randomBytes(32).toString('base64url')}`;
  const own = Buffer.from(authorization);
  return {
    authorization,
    identify({ url, headers }) {
      const given = Buffer.from(headers.authorization ?? '');
      const isOwn = given.length === own.length && timingSafeEqual(given, own);
      return isOwn && OWN_PATHS.has(url) ? ITSELF : null;
    },
  };
}
