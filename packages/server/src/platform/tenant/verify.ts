import { AppError, organizationRoles, TENANT_TOKEN_ALGORITHMS, tenantAudience } from '@quarterdeck/contract';
import type { Clock } from '@quarterdeck/kit';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { KeySet } from './key-set.ts';

const LEEWAY_S = 5;
/** The control plane makes tokens of a minute; one that would last longer than this was not made by its rules. */
const MAX_LIFE_S = 300;

const claimsSchema = z.object({
  sub: z.string().min(1),
  sid: z.string().min(1),
  org_id: z.string(),
  org_role: z.enum(organizationRoles),
  email: z.string(),
  name: z.string(),
  picture: z.string().nullable().default(null),
  azp: z.string(),
  client_ip: z.string().optional(),
  // A control plane that says nothing of it can only confirm a membership by further tokens.
  membership_proof: z.string().default(''),
  iat: z.number(),
  nbf: z.number(),
  exp: z.number(),
});

/** What is taken from a token that was proven. */
export type VerifiedClaims = z.infer<typeof claimsSchema>;

export interface VerifierOptions {
  keys: KeySet;
  issuer: string;
  organizationId: string;
  allowedOrigins: readonly string[];
  clock: Clock;
}

/** Proves a token. Throws `UNAUTHENTICATED` without saying why, and `SIGN_IN_UNAVAILABLE` when no keys can be had. */
export type VerifyToken = (token: string) => Promise<VerifiedClaims>;

/**
 * Makes the proof of a token (contract identity §8.4): algorithm from a fixed list, a known key, signature, issuer, audience
 * and organisation of this backend, an allowed console, and the times.
 */
export function createVerifier({ keys, issuer, organizationId, allowedOrigins, clock }: VerifierOptions): VerifyToken {
  return async (token) => {
    const refuse = () => new AppError('UNAUTHENTICATED');
    try {
      const header = decodeProtectedHeader(token);
      if (typeof header.kid !== 'string' || header.kid === '' || !isAllowed(header.alg)) throw refuse();
      const key = await keys.find({ ...header, alg: header.alg });
      if (key === null) throw refuse();
      const { payload } = await jwtVerify(token, key, {
        algorithms: [...TENANT_TOKEN_ALGORITHMS],
        issuer,
        audience: tenantAudience(organizationId),
        typ: 'JWT',
        clockTolerance: LEEWAY_S,
        currentDate: new Date(clock.now()),
        requiredClaims: ['sub', 'iat', 'nbf', 'exp'],
      });
      const claims = claimsSchema.safeParse(payload);
      if (!claims.success || !isOurs(claims.data)) throw refuse();
      return claims.data;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) throw refuse();
      throw error;
    }
  };

  function isOurs({ org_id, azp, iat, exp }: VerifiedClaims): boolean {
    return org_id === organizationId && allowedOrigins.includes(azp) && exp - iat <= MAX_LIFE_S;
  }
}

function isAllowed(alg: string | undefined): alg is (typeof TENANT_TOKEN_ALGORITHMS)[number] {
  return TENANT_TOKEN_ALGORITHMS.some((one) => one === alg);
}
