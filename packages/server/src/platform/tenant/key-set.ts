import { AppError, errorText } from '@quarterdeck/contract';
import type { Clock, Log } from '@quarterdeck/kit';
import { type CryptoKey, createLocalJWKSet, errors, type JSONWebKeySet, type JWSHeaderParameters } from 'jose';

/** Keys are read again in the background when they are older than this: a key that was taken back is then unknown. */
const STALE_MS = 10 * 60_000;
/** A token of an unknown key makes the keys be read again, but not more often than this (contract identity §8.4). */
const UNKNOWN_WAIT_MS = 5 * 60_000;
/** While the control plane cannot be reached the last keys hold for a day. */
const LAST_MS = 24 * 60 * 60_000;
/** Before any keys were had the control plane may be asked this often. */
const FIRST_WAIT_MS = 2000;

/** The public keys of the control plane. */
export interface KeySet {
  /** The key that a token's header names; null: unknown. Throws `SIGN_IN_UNAVAILABLE` when no keys can be had. */
  find(header: JWSHeaderParameters): Promise<CryptoKey | null>;
}

export interface KeySetOptions {
  /** Reads the key set from its pinned address. */
  fetchKeys: () => Promise<JSONWebKeySet>;
  clock: Clock;
  log: Log;
}

interface Held {
  find: ReturnType<typeof createLocalJWKSet>;
  readMs: number;
}

/** Holds the keys, and reads them again when they are old or a token names one that is not among them. */
export function createKeySet({ fetchKeys, clock, log }: KeySetOptions): KeySet {
  let held: Held | null = null;
  let triedMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function readNow(): Promise<void> {
    triedMs = clock.now();
    try {
      const keys = await fetchKeys();
      held = { find: createLocalJWKSet(keys), readMs: clock.now() };
    } catch (error) {
      log.warn({ error: errorText(error) }, 'the keys of the control plane could not be read');
    }
  }

  /** One reading at a time, and none sooner than `waitMs` after the last. */
  function read(waitMs: number): Promise<void> {
    if (reading === null && clock.now() - triedMs < waitMs) return Promise.resolve();
    reading ??= readNow().finally(() => {
      reading = null;
    });
    return reading;
  }

  function current(): Held {
    if (held !== null && clock.now() - held.readMs <= LAST_MS) return held;
    throw new AppError('SIGN_IN_UNAVAILABLE');
  }

  return {
    async find(header) {
      if (held === null || clock.now() - held.readMs > LAST_MS) await read(FIRST_WAIT_MS);
      else if (clock.now() - held.readMs > STALE_MS) void read(STALE_MS);
      const known = await pick(current(), header);
      if (known !== null) return known;
      await read(UNKNOWN_WAIT_MS);
      return pick(current(), header);
    },
  };
}

async function pick({ find }: Held, header: JWSHeaderParameters): Promise<CryptoKey | null> {
  try {
    return await find(header);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
