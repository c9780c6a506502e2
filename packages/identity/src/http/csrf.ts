import { createHash, randomBytes } from 'node:crypto';
import { digest, newSecret, sameDigest } from '../crypto/secrets.ts';
import { readCookie, writeCookie } from './cookies.ts';
import type { IdentityRequest } from './types.ts';

const SECRET_BYTES = 32;
const YEAR_S = 365 * 24 * 3600;

/** The double-submit protection of flows (contract identity §1.1): a cookie, and a masked form of it in every form. */
export interface Csrf {
  /** Name of the cookie: it names the origin, so that two services on one host do not share it. */
  cookieName: string;
  /** The browser's secret, if it has one. */
  secretOf(request: Pick<IdentityRequest, 'headers'>): string | undefined;
  /** A new secret, for a browser without one or whose identity changes. */
  renew(): { secret: string; cookie: string };
  /** The value for a form; another one each time. */
  token(secret: string): string;
  /** Whether a value was made from the secret. */
  matches(secret: string, token: string): boolean;
  /** What a flow keeps of the secret. */
  hash(secret: string): Buffer;
}

/** Makes the protection for one public base address. */
export function createCsrf(baseUrl: string, secure: boolean): Csrf {
  const cookieName = `csrf_token_${createHash('sha256').update(baseUrl).digest('hex')}`;
  return {
    cookieName,
    secretOf(request) {
      const value = readCookie(request, cookieName);
      return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
    },
    renew() {
      const secret = newSecret();
      return { secret, cookie: writeCookie(cookieName, secret, { maxAge: YEAR_S, secure }) };
    },
    token(secret) {
      const mask = randomBytes(SECRET_BYTES);
      return Buffer.concat([mask, xor(mask, Buffer.from(secret, 'base64url'))]).toString('base64url');
    },
    matches(secret, token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== 2 * SECRET_BYTES) return false;
      const unmasked = xor(bytes.subarray(0, SECRET_BYTES), bytes.subarray(SECRET_BYTES));
      return sameDigest(unmasked, Buffer.from(secret, 'base64url'));
    },
    hash: digest,
  };
}

function xor(a: Uint8Array, b: Uint8Array): Buffer {
  return Buffer.from(a.map((byte, i) => byte ^ (b[i] ?? 0)));
}
