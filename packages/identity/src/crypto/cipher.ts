import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps secrets in the database that must be read again (contract identity §6.8): AES-256-GCM, bound to a place. */
export interface Cipher {
  /** `place` says what the secret is of, such as `totp:<identity>`; it opens nowhere else. */
  seal(place: string, secret: string): string;
  /** Throws when the text was not sealed for the place with a key that is known. */
  open(place: string, sealed: string): string;
  /** For keyed hashes of short codes. */
  hashKey: Buffer;
}

/**
 * Makes a cipher of the configured keys, each at least 32 bytes of randomness; the first seals, all open, so that a key
 * can be replaced.
 */
export function createCipher(keys: readonly [Uint8Array, ...Uint8Array[]]): Cipher {
  const derived = keys.map((key) => ({ id: keyId(key), key: derive(key, 'seal') }));
  const [current] = derived;
  if (!current) throw new Error('a cipher needs a key');
  return {
    hashKey: derive(keys[0], 'hash'),
    seal(place, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${current.id}.${sealed.toString('base64url')}`;
    },
    open(place, sealed) {
      const [id, text = ''] = sealed.split('.');
      const known = derived.find((one) => one.id === id);
      if (!known) throw new Error('sealed with a key that is not configured');
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', known.key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

function derive(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `quarterdeck identity ${purpose}`, 32));
}

/** Names a key without telling it. */
function keyId(key: Uint8Array): string {
  return derive(key, 'id').subarray(0, 4).toString('hex');
}
