import { createHttpClient, createTokenCache, type Egress } from '@quarterdeck/checks';
import { AppError } from '@quarterdeck/contract';
import type { IdentityOptions, ProviderFetch } from '@quarterdeck/identity';
import type { Clock } from '@quarterdeck/kit';
import type { Config } from '../../config.ts';

/** What a provider says of itself, and its keys, are small. */
const MAX_BYTES = 1024 * 1024;
/** Answers that have no body (Fetch §2.2.3). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** The providers of the settings with their secrets, and the way to them. Throws `CONFIG_INVALID` for a secret of none. */
export function createSocial({
  config,
  egress,
  clock,
}: {
  config: Pick<Config, 'socialProviders' | 'socialSecrets'>;
  egress: Egress;
  clock: Clock;
}): IdentityOptions['social'] {
  const { socialProviders, socialSecrets } = config;
  const unknown = Object.keys(socialSecrets).find((id) => socialProviders.every((one) => one.id !== id));
  if (unknown !== undefined) {
    const expected = `secrets of the providers of QD_OIDC_PROVIDERS only, not of ${JSON.stringify(unknown)}`;
    throw new AppError('CONFIG_INVALID', {
      message: `QD_OIDC_SECRETS: expected ${expected}`,
      details: { problems: [{ name: 'QD_OIDC_SECRETS', value: null, expected }] },
    });
  }
  return {
    providers: socialProviders.map((one) => ({ ...one, clientSecret: socialSecrets[one.id] ?? null })),
    fetch: createProviderFetch({ egress, clock }),
  };
}

/** Carries the calls to providers through the guarded way out. */
function createProviderFetch({ egress, clock }: { egress: Egress; clock: Clock }): ProviderFetch {
  const client = createHttpClient({ egress, clock, tokens: createTokenCache() });
  return async (url, { method, headers, body, signal }) => {
    const answer = await client.request({
      url,
      method,
      headers: Object.entries(headers),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(signal === undefined ? {} : { signal }),
      maxRedirects: 0,
      maxBytes: MAX_BYTES,
    });
    const { 'Content-Encoding': _decoded, 'Content-Length': _length, ...rest } = answer.headers;
    return new Response(WITHOUT_BODY.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: rest,
    });
  };
}
