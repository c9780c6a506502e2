import type { Cipher } from '@quarterdeck/identity';
import type { Clock } from '@quarterdeck/kit';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { KeyStore, StoredKey } from './key-store.ts';

/** How a key signs. */
export const SIGNING_ALGORITHM = 'EdDSA';
const DAY_MS = 24 * 60 * 60_000;
/** A key signs for a month. */
const LIFE_MS = 30 * DAY_MS;
/** The next one is published a day before it signs; after a change by hand a quarter of an hour: backends look sooner. */
const AHEAD_MS = DAY_MS;
const AHEAD_BY_HAND_MS = 15 * 60_000;
/** An ended key is published for as long as any of its tokens may be shown. */
const AFTER_MS = 60 * 60_000;
/** Other nodes' changes are seen after this time. */
const REREAD_MS = 60_000;

/** The keys that sign tokens, replaced by themselves. */
export interface SigningKeys {
  /** What signs now. */
  current(): Promise<{ id: string; key: CryptoKey | Uint8Array }>;
  /** The public halves, also of the next one and of those that ended lately. */
  published(): Promise<JWK[]>;
  /** Makes a new key that signs soon, and ends the others then. Answers when that is. */
  rotate(): Promise<Date>;
}

export interface SigningKeysOptions {
  store: KeyStore;
  cipher: Pick<Cipher, 'seal' | 'open'>;
  clock: Clock;
  newId: () => string;
}

/** Makes the keys over a store that nodes share. */
export function createSigningKeys({ store, cipher, clock, newId }: SigningKeysOptions): SigningKeys {
  let held: { keys: StoredKey[]; readMs: number } | null = null;
  const opened = new Map<string, Promise<CryptoKey | Uint8Array>>();

  async function makeKey(signsFrom: Date): Promise<StoredKey> {
    const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { crv: 'Ed25519', extractable: true });
    const id = newId();
    return {
      id,
      publicKey: { ...(await exportJWK(publicKey)), kid: id, alg: SIGNING_ALGORITHM, use: 'sig' },
      sealedPrivateKey: cipher.seal(placeOf(id), JSON.stringify(await exportJWK(privateKey))),
      signsFrom,
      signsUntil: new Date(signsFrom.getTime() + LIFE_MS),
    };
  }

  /** Whether a key must be made: there is none, or the last one ends soon. */
  function nextFrom(keys: readonly StoredKey[]): Date | null {
    const nowMs = clock.now();
    const endsMs = Math.max(0, ...keys.map(({ signsUntil }) => signsUntil.getTime()));
    if (endsMs <= nowMs) return new Date(nowMs);
    return endsMs - nowMs <= AHEAD_MS ? new Date(endsMs) : null;
  }

  async function read(): Promise<StoredKey[]> {
    if (held !== null && clock.now() - held.readMs < REREAD_MS && currentOf(held.keys)) return held.keys;
    let keys = await store.list();
    if (nextFrom(keys) !== null) {
      await store.change(async (now) => {
        const from = nextFrom(now);
        return { add: from === null ? null : await makeKey(from) };
      });
      await store.removeEnded(new Date(clock.now() - AFTER_MS));
      keys = await store.list();
    }
    held = { keys, readMs: clock.now() };
    return keys;
  }

  function currentOf(keys: readonly StoredKey[]): StoredKey | undefined {
    const nowMs = clock.now();
    return keys.findLast(({ signsFrom, signsUntil }) => signsFrom.getTime() <= nowMs && signsUntil.getTime() > nowMs);
  }

  return {
    async current() {
      const found = currentOf(await read());
      if (!found) throw new Error('no key signs now');
      const { id, sealedPrivateKey } = found;
      const key =
        opened.get(id) ?? importJWK(JSON.parse(cipher.open(placeOf(id), sealedPrivateKey)), SIGNING_ALGORITHM);
      opened.set(id, key);
      return { id, key: await key };
    },
    async published() {
      return (await read()).map(({ publicKey }) => publicKey);
    },
    async rotate() {
      const from = new Date(clock.now() + AHEAD_BY_HAND_MS);
      await store.change(async () => ({ add: await makeKey(from), endOthersAt: from }));
      held = null;
      return from;
    },
  };
}

function placeOf(id: string): string {
  return `hub-key:${id}`;
}
