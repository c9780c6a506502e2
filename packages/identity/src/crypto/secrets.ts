import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 random bits, safe in cookies and addresses. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a text: what is kept of a secret that has enough random bits of its own. */
export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A keyed hash: what is kept of a short code, so that the table alone does not tell it. */
export function keyedDigest(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Whether two hashes are the same, in time that does not tell where they differ. */
export function sameDigest(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A code of decimal digits without bias. */
export function newDigits(length: number): string {
  return Array.from({ length }, () => randomBelow(10)).join('');
}

/** A code of characters from an alphabet of at most 256, without bias. */
export function newCode(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomBelow(alphabet.length)]).join('');
}

/** A random whole number from 0 to below the limit (at most 256), each as likely. */
function randomBelow(limit: number): number {
  const fair = 256 - (256 % limit);
  for (;;) {
    const byte = randomBytes(1)[0] ?? 0;
    if (byte < fair) return byte % limit;
  }
}
