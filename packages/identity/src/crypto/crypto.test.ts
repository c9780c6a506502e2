import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCipher } from './cipher.ts';
import { keyedDigest, newCode, newDigits, newSecret, sameDigest } from './secrets.ts';

const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);

test('what is sealed opens in its place only, and reads as nothing', () => {
  const cipher = createCipher([key(1)]);
  fc.assert(
    fc.property(fc.string(), (secret) => {
      const sealed = cipher.seal('totp:1', secret);
      expect(cipher.open('totp:1', sealed)).toBe(secret);
      expect(() => cipher.open('totp:2', sealed)).toThrow();
      expect(cipher.seal('totp:1', secret)).not.toBe(sealed);
    }),
  );
});

test('a key can be replaced: the new one seals, the old one still opens', () => {
  const sealed = createCipher([key(1)]).seal('p', 'secret');
  const after = createCipher([key(2), key(1)]);
  expect(after.open('p', sealed)).toBe('secret');
  expect(after.seal('p', 'x').split('.')[0]).not.toBe(sealed.split('.')[0]);
  expect(() => createCipher([key(2)]).open('p', sealed)).toThrow('not configured');
});

test('a changed letter does not open', () => {
  const cipher = createCipher([key(1)]);
  const sealed = cipher.seal('p', 'secret');
  const at = sealed.length - 5;
  const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
  expect(() => cipher.open('p', changed)).toThrow();
});

test('secrets and codes are of their length and alphabet, and all different', () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  expect(new Set(secrets).size).toBe(100);
  expect(secrets.every((one) => /^[\w-]{43}$/.test(one))).toBe(true);
  expect(newDigits(6)).toMatch(/^\d{6}$/);
  const seen = new Set(Array.from({ length: 400 }, () => newCode(8, 'abc')).join(''));
  expect([...seen].sort().join('')).toBe('abc');
});

test('each digit is as likely', () => {
  const counts = new Map<string, number>();
  for (const digit of newDigits(20_000)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  // Ten standard deviations: never by luck.
  for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(425);
  expect(counts.size).toBe(10);
});

test('digests are the same for the same, and of other lengths never', () => {
  const a = keyedDigest(Buffer.from('k'), 'text');
  expect(sameDigest(a, keyedDigest(Buffer.from('k'), 'text'))).toBe(true);
  expect(sameDigest(a, keyedDigest(Buffer.from('l'), 'text'))).toBe(false);
  expect(sameDigest(a, a.subarray(1))).toBe(false);
});
