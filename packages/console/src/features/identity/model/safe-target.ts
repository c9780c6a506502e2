import { isSignInPage } from '../../../data/sign-in.ts';

const MAX_LENGTH = 2048;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/;

/**
 * Where to go: an address of this origin as it is, else `/` (contract identity §6.6). Every address that the server or the
 * address bar names goes through here. `allowSignIn`: what the server itself names may be a page of the sign-in.
 */
export function safeTarget(
  text: string | undefined,
  origin: string,
  { allowSignIn = false }: { allowSignIn?: boolean } = {},
): string {
  if (text === undefined || text === '' || text.length > MAX_LENGTH || FORBIDDEN.test(text)) return '/';
  if (text.startsWith('//') || (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^https?:\/\/[^/]/i.test(text))) return '/';
  const url = URL.parse(text, origin);
  if (url === null || url.origin !== origin || url.username !== '' || url.password !== '') return '/';
  // "/.//host" becomes the path "//host", which as an address of its own is another host.
  if (url.pathname.startsWith('//')) return '/';
  if (!allowSignIn && isSignInPage(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/**
 * Where somebody goes who pressed the button of a provider: another origin by intent, so that only what is no place of the
 * web, or hides whose it is, is refused. Only the answer to that press goes through here.
 */
export function providerTarget(text: string | undefined, origin: string): string {
  const url = text === undefined || FORBIDDEN.test(text) ? null : URL.parse(text, origin);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return '/';
  return url.username === '' && url.password === '' ? url.href : '/';
}
