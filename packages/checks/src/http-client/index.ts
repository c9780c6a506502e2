export { chooseAuth } from './choose-auth.ts';
export { createHttpClient } from './client.ts';
export { clientErrorText } from './error-text.ts';
export {
  type HydratedConnection,
  hydrateConnection,
  hydrateTls,
  isConnectionReference,
  renderConnectionUrl,
} from './hydrate.ts';
export { createTokenCache, sharedTokens, type TokenCache } from './oauth.ts';
export type { HttpAuth, HttpRequest, HttpResponse } from './types.ts';
export { parseHttpUrl } from './url.ts';
