import { sanitiseEndpoint } from '../engine/result.ts';
import { HttpClientError } from './types.ts';

/** A URL taken apart: where to go, and who it says to be. */
export interface ParsedUrl {
  /** Without credentials and fragment. */
  url: URL;
  /** From the userinfo part; null when it has none. */
  credentials: { username: string; password: string } | null;
}

/**
 * Reads an absolute http or https URL. Throws {@link HttpClientError} `URL_INVALID`; its text never repeats a URL that
 * may hold credentials.
 */
export function parseHttpUrl(text: string): ParsedUrl {
  if (!URL.canParse(text)) throw new HttpClientError('URL_INVALID', `invalid url: ${sanitiseEndpoint(text)}`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new HttpClientError('URL_INVALID', `unsupported protocol scheme "${url.protocol.slice(0, -1)}"`);
  }
  const credentials =
    url.username || url.password ? { username: decode(url.username), password: decode(url.password) } : null;
  url.username = '';
  url.password = '';
  url.hash = '';
  return { url, credentials };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Where a connection goes to. */
export function portOf(url: URL): number {
  if (url.port) return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
