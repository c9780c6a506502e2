import { AppError } from '@quarterdeck/contract';
import type { Clock } from './clock.ts';

/** A source of random bytes: hands back an array of that length. */
export type RandomBytes = (count: number) => Uint8Array;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A new id: a ULID written as a UUID. The first 6 bytes are the milliseconds since the epoch, big-endian, the other 10
 * are random, so ids sort by their time (contract database §1).
 */
export function ulidUuid(clock: Pick<Clock, 'now'>, randomBytes: RandomBytes): string {
  const time = Math.floor(clock.now()).toString(16).padStart(12, '0').slice(-12);
  const noise = Array.from(randomBytes(10), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const hex = time + noise;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** When an id of {@link ulidUuid} was made, in milliseconds since the epoch. */
export function ulidTimeMs(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
}

/** The 26 characters of Crockford's base 32 that a UUID has as ULID. Throws `REQUEST_INVALID` for any other text. */
export function uuidToUlid(uuid: string): string {
  const hex = uuid.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/i.test(hex)) throw new AppError('REQUEST_INVALID', { message: 'not a UUID' });
  let rest = BigInt(`0x${hex}`);
  let text = '';
  for (let index = 0; index < 26; index++) {
    text = CROCKFORD.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}
