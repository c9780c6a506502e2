import { type TenantClaims, type TenantToken, tenantAudience } from '@quarterdeck/contract';
import type { Clock } from '@quarterdeck/kit';
import { SignJWT } from 'jose';
import type { Membership, ProviderSession } from '../provider/types.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './keys.ts';
import type { MembershipProofs } from './proofs.ts';

/** A removed member is in for as long as this at most (contract identity §8.4). */
const LIFE_S = 60;

/**
 * Makes the token of a session for one organisation, whose membership was looked up just now. `source`: for whose call,
 * where the token is not handed out.
 */
export type MintToken = (session: ProviderSession, membership: Membership, source?: string) => Promise<TenantToken>;

export interface MintOptions {
  keys: Pick<SigningKeys, 'current'>;
  proofs: Pick<MembershipProofs, 'of'>;
  clock: Clock;
  newId: () => string;
  /** Both who signs and the console that the token is for. */
  publicUrl: URL;
}

/** Makes the minting. */
export function createMint({ keys, proofs, clock, newId, publicUrl }: MintOptions): MintToken {
  const { origin } = publicUrl;
  return async (session, { organizationId, slug, role }, source) => {
    const { id, key } = await keys.current();
    const nowS = Math.floor(clock.now() / 1000);
    const claims: TenantClaims = {
      iss: origin,
      aud: tenantAudience(organizationId),
      sub: session.userId,
      sid: session.id,
      org_id: organizationId,
      org_slug: slug,
      org_role: role,
      email: session.email,
      email_verified: session.emailVerified,
      name: session.name,
      picture: session.picture,
      azp: origin,
      ...(source !== undefined && { client_ip: source }),
      membership_proof: proofs.of(organizationId, session.userId),
    };
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: id, typ: 'JWT' })
      .setIssuedAt(nowS)
      .setNotBefore(nowS)
      .setExpirationTime(nowS + LIFE_S)
      .setJti(newId())
      .sign(key);
    return { token, expires_at: new Date((nowS + LIFE_S) * 1000).toISOString() };
  };
}
