import { AppError } from '@quarterdeck/contract';

const MAX_LENGTH = 2048;

/**
 * The address of a backend as an operator writes it, without a slash at its end; its path is kept. HTTPS, or HTTP on this
 * machine's loopback; no user, query or fragment (contract identity §8.4). Throws `REQUEST_INVALID`.
 */
export function parseBackendUrl(text: string): string {
  const url = text.length > MAX_LENGTH || /[\s\\]/.test(text) ? null : URL.parse(text);
  if (url === null) throw refused('expected an address such as https://ops.example.com/api');
  if (url.username !== '' || url.password !== '') throw refused('no user belongs into it');
  if (url.search !== '' || url.hash !== '') throw refused('no query or fragment belongs into it');
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !(url.protocol === 'http:' && isLoopbackName(url.hostname))) {
    throw refused('expected https://, but on loopback');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * Where a call of the console goes: `/api` of the console is the address of the backend. `path` begins with a slash, with
 * its query.
 */
export function backendAddress(backendUrl: string, path: string): URL {
  return new URL(`${backendUrl}${path.replace(/^\/api(?=\/|\?|$)/, '')}`);
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name);
}

function refused(reason: string): AppError {
  return new AppError('REQUEST_INVALID', { message: `backend address: ${reason}`, details: { field: 'backend_url' } });
}
