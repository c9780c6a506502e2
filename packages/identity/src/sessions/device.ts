import type { IdentityContext } from '../context.ts';
import { keyedDigest, newSecret, sameDigest } from '../crypto/secrets.ts';
import { readCookie, writeCookie } from '../http/cookies.ts';
import type { IdentityRequest } from '../http/types.ts';

const COOKIE = 'quarterdeck_device';
const YEAR_S = 365 * 24 * 3600;

/**
 * The name of a browser that signed in to an identity before, or null. It counts its own failures, so that nobody else
 * can lock its owner out (contract identity §6.7).
 */
export function knownDevice(
  { cipher }: Pick<IdentityContext, 'cipher'>,
  request: Pick<IdentityRequest, 'headers'>,
  address: string,
): string | null {
  const [device = '', proof = ''] = (readCookie(request, COOKIE) ?? '').split('.');
  if (device === '') return null;
  const expected = keyedDigest(cipher.hashKey, `device ${device} ${address}`);
  return sameDigest(expected, Buffer.from(proof, 'base64url')) ? device : null;
}

/** The cookie for a browser that has signed in to an address. */
export function deviceCookie(
  { cipher, settings }: Pick<IdentityContext, 'cipher' | 'settings'>,
  address: string,
): string {
  const device = newSecret();
  const proof = keyedDigest(cipher.hashKey, `device ${device} ${address}`).toString('base64url');
  return writeCookie(COOKIE, `${device}.${proof}`, {
    maxAge: YEAR_S,
    secure: settings.consoleUrl.protocol === 'https:',
  });
}
