import { z } from 'zod';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** https, or http to this machine itself. What is found at an issuer decides who gets in. */
function isSafeIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '') return false;
  if (url.pathname.includes('/.well-known/')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

const provider = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/),
  label: z.string().trim().min(1).max(64),
  issuer: z.string().refine(isSafeIssuer),
  clientId: z.string().min(1),
  scopes: z
    .array(z.string().regex(/^[\x21-\x7e]+$/))
    .refine((scopes) => scopes.includes('openid'))
    .default(['openid', 'email', 'profile']),
});

/** The providers of `QD_OIDC_PROVIDERS`: ids are unique. Nothing is an empty list. */
export const socialProviders = () =>
  json(
    z.array(provider).refine((all) => new Set(all.map(({ id }) => id)).size === all.length),
    [],
  );

/** The secrets of `QD_OIDC_SECRETS` by the id of their provider. */
export const socialSecrets = () => json(z.record(z.string(), z.string().min(1)), {});

/** A text that is JSON of a shape. */
function json<T>(shape: z.ZodType<T>, empty: T): z.ZodType<T, string> {
  return z.string().transform((text, issues): T => {
    if (text === '') return empty;
    const parsed = shape.safeParse(parse(text));
    if (parsed.success) return parsed.data;
    issues.addIssue({ code: 'custom', message: 'not of the shape' });
    return z.NEVER;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
