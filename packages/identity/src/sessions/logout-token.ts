import { isUuid } from '@quarterdeck/contract';
import { keyedDigest, sameDigest } from '../crypto/secrets.ts';

/** The token that ends a session: made of its id, the same for its life, of use to nobody else. */
export function logoutToken(hashKey: Buffer, sessionId: string): string {
  return `${sessionId}.${keyedDigest(hashKey, `logout ${sessionId}`).toString('base64url')}`;
}

/** The session that a token ends, or null when it was not made here. */
export function readLogoutToken(hashKey: Buffer, token: string): string | null {
  const [sessionId = ''] = token.split('.');
  if (!isUuid(sessionId)) return null;
  return sameDigest(Buffer.from(logoutToken(hashKey, sessionId)), Buffer.from(token)) ? sessionId : null;
}
