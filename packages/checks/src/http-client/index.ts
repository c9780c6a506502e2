export { type AuthChoice, chooseAuth } from './choose-auth.ts';
export { createHttpClient, DEFAULT_MAX_BYTES, type HttpClient, type HttpClientOptions } from './client.ts';
export { clientErrorText } from './error-text.ts';
export {
  type HydratedConnection,
  hydrateConnection,
  hydrateTls,
  type InlineConnection,
  isConnectionReference,
  renderConnectionUrl,
} from './hydrate.ts';
export { createTokenCache, sharedTokens, type TokenCache } from './oauth.ts';
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
