import { createHmac, timingSafeEqual } from 'node:crypto';
import { createCipher } from '@quarterdeck/identity';

/**
 * Proofs that a backend was shown a token of somebody. One is the same for a person in an organisation for good, so that a
 * backend may keep it, and opens nothing: with it the control plane tells what that person is in that organisation now.
 */
export interface MembershipProofs {
  of(organizationId: string, userId: string): string;
  /** Whether it is the proof of this person in this organisation. */
  holds(organizationId: string, userId: string, proof: string): boolean;
}

/** Makes the proofs by the configured keys: the first makes, all are known, so that a key can be replaced. */
export function createMembershipProofs(keys: readonly [Uint8Array, ...Uint8Array[]]): MembershipProofs {
  const secrets = keys.map((key) => createCipher([key]).hashKey);
  const { hashKey } = createCipher(keys);
  const make = (secret: Buffer, organizationId: string, userId: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['membership', organizationId, userId]))
      .digest('base64url');
  return {
    of: (organizationId, userId) => make(hashKey, organizationId, userId),
    holds(organizationId, userId, proof) {
      const given = Buffer.from(proof);
      return secrets.some((secret) => {
        const right = Buffer.from(make(secret, organizationId, userId));
        return given.length === right.length && timingSafeEqual(given, right);
      });
    },
  };
}
