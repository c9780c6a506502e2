import { createHash } from 'node:crypto';
import type { Clock } from '@quarterdeck/kit';
import type { ClientCredentials, HttpRequest, HttpResponse } from './types.ts';
import { HttpClientError } from './types.ts';

/** A token is taken as expired this long before it is. */
const EXPIRY_MARGIN_MS = 10_000;
const MAX_TOKENS = 1000;

/** Access tokens until they expire, by token URL, client, secret, scope and parameters. Holds at most 1000. */
export interface TokenCache {
  get(credentials: ClientCredentials, nowMs: number): string | null;
  set(credentials: ClientCredentials, token: string, expiresAtMs: number): void;
  /** Forgets the token, when a server has refused it. */
  drop(credentials: ClientCredentials): void;
}

/** An empty {@link TokenCache} in memory. The secret is kept as a hash only. */
export function createTokenCache(): TokenCache {
  const tokens = new Map<string, { token: string; expiresAtMs: number }>();
  return {
    get(credentials, nowMs) {
      const found = tokens.get(cacheKey(credentials));
      return found && found.expiresAtMs - EXPIRY_MARGIN_MS > nowMs ? found.token : null;
    },
    set(credentials, token, expiresAtMs) {
      const oldest = tokens.keys().next();
      if (tokens.size >= MAX_TOKENS && !oldest.done) tokens.delete(oldest.value);
      tokens.set(cacheKey(credentials), { token, expiresAtMs });
    },
    drop(credentials) {
      tokens.delete(cacheKey(credentials));
    },
  };
}

function cacheKey({ tokenUrl, clientId, clientSecret, scopes, params }: ClientCredentials): string {
  const text = JSON.stringify([tokenUrl, clientId, clientSecret, scopes, Object.entries(params).sort()]);
  return createHash('sha256').update(text).digest('base64');
}

/** What a token request may use of the request that needs it. */
export type TokenRequestBase = Pick<HttpRequest, 'tls' | 'timeoutMs' | 'signal'>;

/**
 * An access token by client credentials (RFC 6749 §4.4), from the cache while it lasts. The client proves itself by
 * Basic authentication; a server that refuses that is asked once more with the credentials in the body (§2.3.1).
 * Throws {@link HttpClientError} `OAUTH_TOKEN`, or the error of the request.
 */
export async function accessToken(
  credentials: ClientCredentials,
  base: TokenRequestBase,
  tools: { tokens: TokenCache; clock: Clock; send: (request: HttpRequest) => Promise<HttpResponse> },
): Promise<string> {
  const cached = tools.tokens.get(credentials, tools.clock.now());
  if (cached) return cached;
  const { clientId, clientSecret, scopes, params } = credentials;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scopes.length > 0) form.set('scope', scopes.join(' '));
  for (const [name, value] of Object.entries(params)) form.set(name, value);
  const ask = (body: URLSearchParams, auth: HttpRequest['auth']) =>
    tools.send({
      ...base,
      url: credentials.tokenUrl,
      method: 'POST',
      headers: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Accept', 'application/json'],
      ],
      body: body.toString(),
      ...(auth ? { auth } : {}),
    });
  // RFC 6749 §2.3.1: both are form-encoded before they are joined.
  const basic = { kind: 'basic', username: encode(clientId), password: encode(clientSecret) } as const;
  let response = await ask(form, basic);
  if (response.status === 400 || response.status === 401) {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
    response = await ask(form, undefined);
  }
  const answer = readAnswer(response);
  const lifetimeMs = answer.expiresInSeconds * 1000;
  if (lifetimeMs > 0) tools.tokens.set(credentials, answer.token, tools.clock.now() + lifetimeMs);
  return answer.token;
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/%20/g, '+');
}

function readAnswer(response: HttpResponse): { token: string; expiresInSeconds: number } {
  let answer: unknown;
  try {
    answer = JSON.parse(response.body.toString());
  } catch {
    answer = null;
  }
  const members = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  if (response.status >= 300 || typeof members.access_token !== 'string' || members.access_token === '') {
    const reason = typeof members.error === 'string' ? `: ${members.error}` : '';
    throw new HttpClientError('OAUTH_TOKEN', `no access token: the token url answered ${response.status}${reason}`);
  }
  return { token: members.access_token, expiresInSeconds: Number(members.expires_in ?? 0) || 0 };
}

/** The tokens of this process: they must outlive a single probe, and every type may use them. */
export const sharedTokens: TokenCache = createTokenCache();
