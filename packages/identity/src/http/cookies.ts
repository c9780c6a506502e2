import type { IdentityRequest } from './types.ts';

export interface CookieOptions {
  /** Seconds; 0 ends the cookie. */
  maxAge: number;
  secure: boolean;
}

/** The value of a cookie of the request, or undefined. The first of that name counts. */
export function readCookie(request: Pick<IdentityRequest, 'headers'>, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** A `Set-Cookie` value for this origin alone (RFC 6265 §4.1), never readable by scripts. */
export function writeCookie(name: string, value: string, { maxAge, secure }: CookieOptions): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
