import { AppError } from '@quarterdeck/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller, Identify } from '../http/types.ts';
import { type ByTokenOptions, identifyByToken } from './by-token.ts';
import type { OwnCalls } from './own-calls.ts';
import { isToken, tokenOf } from './token-text.ts';

/** How callers are known, where they sign in. */
export interface IdentifyOptions extends ByTokenOptions {
  own: OwnCalls;
  /** How people are known: by the cookie of a session, or by what the hub signed. */
  people: Identify;
  /** Whether people, too, come with a bearer of their own. */
  peopleHaveBearers: boolean;
}

/**
 * Who calls. An `Authorization` header alone decides where there is one: with it cookies are ignored, and what is wrong
 * with it is never made good by them (contract identity §6.5, §9.2). Throws `UNAUTHENTICATED`.
 */
export function createIdentify(options: IdentifyOptions): Identify {
  const { own, people, peopleHaveBearers } = options;
  return (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return people(request);
    const itself = own.identify(request);
    if (itself !== null) return itself;
    const token = tokenOf(authorization);
    if (token !== null && isToken(token)) return identifyByToken(options, token);
    if (peopleHaveBearers) return people(request);
    throw new AppError('UNAUTHENTICATED', { message: 'The token is not valid' });
  };
}

/** Whether it is the same person with the same rights of the sign-in, and no view as another began or ended. */
function isSame(now: Caller | null, before: Caller): boolean {
  if (now === null || now.id !== before.id || now.viewing?.by.id !== before.viewing?.by.id) return false;
  return now.roles.join() === before.roles.join();
}

/**
 * Whether whoever opened a stream is known by the same credential still. What cannot be told at the moment, as while the
 * database is away, changes nothing.
 */
export async function isStillKnown(identify: Identify | undefined, request: FastifyRequest): Promise<boolean> {
  if (identify === undefined) return true;
  try {
    return isSame(await identify(request), request.caller);
  } catch (error) {
    return !(error instanceof AppError && error.status < 500);
  }
}
