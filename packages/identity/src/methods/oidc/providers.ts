import { errorText } from '@quarterdeck/contract';
import type { Clock, Log } from '@quarterdeck/kit';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';

/** A place where people have an account that they may sign in with, as the settings name it. */
export interface SocialProvider {
  /** Names it in addresses and in stored credentials; never changed once it is used. */
  id: string;
  /** What people read on its button. */
  label: string;
  /** Its issuer identifier; the rest is found there (OpenID Connect Discovery 1.0). */
  issuer: string;
  clientId: string;
  /** Null: a public client, which proves itself by PKCE alone. */
  clientSecret: string | null;
  scopes: readonly string[];
}

/** Carries every call to a provider; redirects are not followed. */
export type ProviderFetch = CustomFetch;

/** What is kept of a visit at a provider until the browser comes back. Secret but for `state`. */
export interface Departure {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who somebody is at a provider, as its id token and its user info tell. */
export interface SocialClaims {
  subject: string;
  /** Null: it tells none. */
  email: string | null;
  /** Whether the provider says that the address is proven. */
  isVerified: boolean;
  name: { first?: string; last?: string };
  /** When the person signed in there, epoch milliseconds; null: it does not tell. */
  signedInAt: number | null;
}

/** A visit at a provider that came to nothing. `reason` may be shown. */
export class ProviderError extends Error {
  readonly reason: string;

  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(reason, options);
    this.name = 'ProviderError';
    this.reason = reason;
  }
}

/** The providers of the settings, and the visits to them. */
export interface Providers {
  /** In the order of their buttons. */
  list: readonly Pick<SocialProvider, 'id' | 'label'>[];
  find(id: string): Pick<SocialProvider, 'id' | 'label'> | undefined;
  /** Where the browser goes. `isConfirmation`: the person has to prove again who it is. Throws {@link ProviderError}. */
  depart(id: string, redirectUri: URL, isConfirmation: boolean): Promise<Departure & { to: string }>;
  /**
   * Who came back. `callback` is the redirect address with the provider's parameters. Throws {@link ProviderError} when
   * the person or the provider refused, or anything of the answer is not what was asked for.
   */
  arrive(id: string, callback: URL, departure: Departure): Promise<SocialClaims>;
}

export interface ProvidersOptions {
  providers: readonly SocialProvider[];
  fetch: ProviderFetch;
  clock: Clock;
  log: Log;
}

const TIMEOUT_S = 10;
/** How long what a provider says of itself is believed. */
const METADATA_MS = 3_600_000;

/**
 * The authorization code flow with PKCE, `state` and `nonce` (contract identity §6.12; OpenID Connect Core 1.0 §3.1).
 * Each provider has its own redirect address, and an answer that names another issuer is refused (RFC 9207), so that the
 * code of one never reaches another.
 */
export function createProviders({ providers, fetch, clock, log }: ProvidersOptions): Providers {
  const byId = new Map(providers.map((one) => [one.id, one]));
  const known = new Map<string, { configuration: Promise<Configuration>; until: number }>();

  function configurationOf(provider: SocialProvider): Promise<Configuration> {
    const kept = known.get(provider.id);
    if (kept && kept.until > clock.now()) return kept.configuration;
    const configuration = discover(provider, fetch);
    known.set(provider.id, { configuration, until: clock.now() + METADATA_MS });
    configuration.catch(() => known.delete(provider.id));
    return configuration;
  }

  async function visit<T>(id: string, act: (configuration: Configuration) => Promise<T>, failure: string): Promise<T> {
    const provider = byId.get(id);
    if (!provider) throw new ProviderError('There is no such provider.');
    try {
      return await act(await configurationOf(provider));
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      log.warn({ provider: id, error: errorText(error), code: codeOf(error) }, 'a sign-in at a provider failed');
      throw new ProviderError(isDenial(error) ? 'The sign-in was cancelled there.' : failure, { cause: error });
    }
  }

  return {
    list: providers.map(({ id, label }) => ({ id, label })),
    find: (id) => byId.get(id),
    depart: (id, redirectUri, isConfirmation) =>
      visit(
        id,
        async (configuration) => {
          const client = await import('openid-client');
          const departure = {
            state: client.randomState(),
            nonce: client.randomNonce(),
            verifier: client.randomPKCECodeVerifier(),
          };
          const to = client.buildAuthorizationUrl(configuration, {
            redirect_uri: redirectUri.href,
            scope: (byId.get(id)?.scopes ?? []).join(' '),
            state: departure.state,
            nonce: departure.nonce,
            code_challenge: await client.calculatePKCECodeChallenge(departure.verifier),
            code_challenge_method: 'S256',
            ...(isConfirmation ? { prompt: 'login', max_age: '0' } : {}),
          });
          return { ...departure, to: to.href };
        },
        'It cannot be reached at the moment.',
      ),
    arrive: (id, callback, { state, nonce, verifier }) =>
      visit(
        id,
        async (configuration) => {
          const client = await import('openid-client');
          const tokens = await client.authorizationCodeGrant(configuration, callback, {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          });
          const claims = tokens.claims();
          if (!claims) throw new Error('the answer has no id token');
          const asks = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
          const more = asks ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
          return toClaims({ ...more, ...claims });
        },
        'Its answer was not valid.',
      ),
  };
}

/** Reads what a provider says of itself, and checks that it speaks for the issuer that was asked. */
async function discover(provider: SocialProvider, fetch: ProviderFetch): Promise<Configuration> {
  const client = await import('openid-client');
  const issuer = new URL(provider.issuer);
  const isPlain = issuer.protocol === 'http:';
  const configuration = await client.discovery(
    issuer,
    provider.clientId,
    undefined,
    authenticationOf(client, provider.clientSecret),
    {
      [client.customFetch]: fetch,
      timeout: TIMEOUT_S,
      // Without the check of signatures the library trusts the connection alone.
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    },
  );
  const protocol = URL.parse(configuration.serverMetadata().authorization_endpoint ?? '')?.protocol;
  if (protocol !== 'https:' && !(isPlain && protocol === 'http:')) {
    throw new ProviderError('It names no safe place to sign in at.');
  }
  return configuration;
}

/** In the header unless the provider takes it in the body alone: the header is what counts unsaid (RFC 8414 §2). */
function authenticationOf(client: typeof import('openid-client'), secret: string | null): ClientAuth {
  if (secret === null) return client.None();
  const inHeader = client.ClientSecretBasic(secret);
  const inBody = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported;
    const takesHeader = supported === undefined || supported.includes('client_secret_basic');
    (takesHeader ? inHeader : inBody)(server, ...rest);
  };
}

/** Whether the person, or the provider for the person, said no. */
function isDenial(error: unknown): boolean {
  return error instanceof Error && 'error' in error && error.error === 'access_denied';
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function toClaims(claims: Readonly<Record<string, unknown>>): SocialClaims {
  const { sub, email, email_verified: verified, auth_time: time } = claims;
  const first = text(claims.given_name) ?? (text(claims.family_name) === null ? text(claims.name) : null);
  const last = text(claims.family_name);
  return {
    subject: String(sub),
    email: text(email),
    // Some say it as a text.
    isVerified: verified === true || verified === 'true',
    name: { ...(first === null ? {} : { first }), ...(last === null ? {} : { last }) },
    signedInAt: typeof time === 'number' ? time * 1000 : null,
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
