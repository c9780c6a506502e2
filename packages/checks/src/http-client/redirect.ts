import type { HttpAuth } from './types.ts';
import { HttpClientError } from './types.ts';
import { parseHttpUrl } from './url.ts';

/** One request of a chain of redirects. */
export interface Hop {
  url: URL;
  method: string;
  headers: [name: string, value: string][];
  body: string | Uint8Array | undefined;
  auth: HttpAuth | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const SECRET_HEADERS = new Set([
  'authorization',
  'cookie',
  'cookie2',
  'proxy-authorization',
  'www-authenticate',
  'host',
]);
const BODY_HEADERS = new Set(['content-type', 'content-encoding', 'content-language', 'content-location']);

/**
 * The request that an answer redirects to, null when it redirects nowhere (another status, no Location, or
 * `maxRedirects` is 0). Another origin sees neither credentials nor cookies. 301, 302 and 303 become GET (RFC 9110
 * §15.4). Throws {@link HttpClientError} `TOO_MANY_REDIRECTS` or `URL_INVALID`.
 */
export function nextHop(
  hop: Hop,
  answer: { status: number; location: string | undefined },
  followed: number,
  maxRedirects: number,
): Hop | null {
  if (!REDIRECTS.has(answer.status) || !answer.location || maxRedirects === 0) return null;
  if (followed >= maxRedirects) {
    throw new HttpClientError('TOO_MANY_REDIRECTS', `stopped after ${maxRedirects} redirects`);
  }
  if (!URL.canParse(answer.location, hop.url.href))
    throw new HttpClientError('URL_INVALID', 'invalid redirect location');
  const { url, credentials } = parseHttpUrl(new URL(answer.location, hop.url).href);
  const sameOrigin = url.origin === hop.url.origin;
  const dropBody = answer.status <= 303 && hop.method !== 'GET' && hop.method !== 'HEAD';
  const headers = hop.headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return (sameOrigin || !SECRET_HEADERS.has(lower)) && !(dropBody && BODY_HEADERS.has(lower));
  });
  return {
    url,
    method: dropBody ? 'GET' : hop.method,
    headers,
    body: dropBody ? undefined : hop.body,
    auth: credentials ? { kind: 'basic', ...credentials } : sameOrigin ? hop.auth : undefined,
  };
}
