import { sanitiseEndpoint } from '../../engine/result.ts';
import type { HttpSpec } from './schema.ts';

/** What is shown as the endpoint: the URL as written without credentials, else the name of the connection. */
export function httpEndpoint(spec: Pick<HttpSpec, 'url' | 'endpoint' | 'connection'>): string {
  return sanitiseEndpoint(spec.url || spec.endpoint || spec.connection || '');
}

/** The host of a URL as written; undefined while it is a template or there is none. */
export function hostOfUrl(url: string | undefined): string | undefined {
  if (!url || /\{\{|\$\(/.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).hostname || undefined;
}
