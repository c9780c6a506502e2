import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMembershipProofs } from './proofs.ts';

const KEY = Buffer.alloc(32, 1);
const OLD = Buffer.alloc(32, 2);
const proofs = createMembershipProofs([KEY]);

it('a proof is the same each time, and is of one person in one organisation', () => {
  const text = fc.string();
  fc.assert(
    fc.property(text, text, text, text, (organization, user, otherOrganization, otherUser) => {
      const proof = proofs.of(organization, user);
      expect(proofs.of(organization, user)).toBe(proof);
      expect(proofs.holds(organization, user, proof)).toBe(true);
      const isSame = organization === otherOrganization && user === otherUser;
      expect(proofs.holds(otherOrganization, otherUser, proof)).toBe(isSame);
    }),
  );
});

it('another text is no proof', () => {
  const proof = proofs.of('a', 'ada');
  for (const wrong of ['', proof.slice(1), `${proof}A`, proof.toUpperCase(), '\u{1F6A2}'.repeat(11)]) {
    expect(proofs.holds('a', 'ada', wrong)).toBe(false);
  }
});

it('a replaced key is known for as long as it is configured', () => {
  const before = createMembershipProofs([OLD]).of('a', 'ada');
  const now = createMembershipProofs([KEY, OLD]);
  expect(now.holds('a', 'ada', before)).toBe(true);
  expect(now.of('a', 'ada')).not.toBe(before);
  expect(proofs.holds('a', 'ada', before)).toBe(false);
});
