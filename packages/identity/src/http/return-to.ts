const MAX_LENGTH = 2048;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/;

/** Pages of the sign-in itself: nobody is sent back to them. */
const AUTH_PAGES = ['/login', '/registration', '/recovery', '/verification', '/error', '/auth-state-checker'];

/**
 * Where to go back to, as an absolute address, or null when the text is no place of an allowed origin (contract identity
 * §6.6). What browsers and servers could read differently is refused, not repaired.
 */
export function parseReturnTo(text: string, consoleUrl: URL, allowed: readonly URL[] = []): URL | null {
  if (text.length > MAX_LENGTH || FORBIDDEN.test(text) || FORBIDDEN.test(decoded(text))) return null;
  if (text.startsWith('//')) return null;
  const url = URL.parse(text, consoleUrl.href);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  // "https:host" is a path to some parsers and a host to others.
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^https?:\/\/[^/]/i.test(text)) return null;
  if (url.username !== '' || url.password !== '') return null;
  // "/.//host" becomes the path "//host", which as an address of its own is another host.
  if (url.pathname.startsWith('//')) return null;
  const fits = [consoleUrl, ...allowed].some(
    (one) => one.origin === url.origin && isWithin(url.pathname, one.pathname),
  );
  if (!fits || AUTH_PAGES.some((page) => isWithin(url.pathname, page))) return null;
  return url;
}

/** The path and query of an address of the console's own origin: what the address bar needs. */
export function relativeTo(url: URL, consoleUrl: URL): string {
  return url.origin === consoleUrl.origin ? `${url.pathname}${url.search}${url.hash}` : url.href;
}

function isWithin(path: string, base: string): boolean {
  const folder = base.endsWith('/') ? base : `${base}/`;
  return path === base || path.startsWith(folder);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\\';
  }
}
