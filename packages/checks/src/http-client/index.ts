export { createHttpClient, DEFAULT_MAX_BYTES, type HttpClient, type HttpClientOptions } from './client.ts';
export { createTokenCache, type TokenCache } from './oauth.ts';
export type {
  ClientCredentials,
  HttpAuth,
  HttpRequest,
  HttpResponse,
  HttpTimings,
  SigV4Credentials,
  TlsSettings,
} from './types.ts';
export { HttpClientError } from './types.ts';
export { parseHttpUrl, sanitizeUrl } from './url.ts';
