import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { isUuid } from '@quarterdeck/contract';
import { failure } from '../failure.ts';
import { type Env, type Fn, type Fns, list, num, text, whole } from './env.ts';

function hash(algorithm: string): Fn {
  return (_env, value) =>
    createHash(algorithm)
      .update(value instanceof Uint8Array ? value : text(value))
      .digest('hex');
}

/** `crypto.*`: digests in hex. */
export const cryptoFns: Fns = {
  MD5: hash('md5'),
  SHA1: hash('sha1'),
  SHA224: hash('sha224'),
  SHA256: hash('sha256'),
  SHA384: hash('sha384'),
  SHA512: hash('sha512'),
  SHA512_224: hash('sha512-224'),
  SHA512_256: hash('sha512-256'),
};

/** `base64.*`. Decoding accepts the URL alphabet too. */
export const base64Fns: Fns = {
  Decode: (_env, value) => Buffer.from(text(value), 'base64').toString('utf8'),
  DecodeBytes: (_env, value) => new Uint8Array(Buffer.from(text(value), 'base64')),
  Encode: (_env, value) =>
    Buffer.from(value instanceof Uint8Array ? value : Buffer.from(text(value))).toString('base64'),
};

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const SETS = {
  alpha: LOWER + LOWER.toUpperCase(),
  alphaNumeric: LOWER + LOWER.toUpperCase() + DIGITS,
  ascii: Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join(''),
};

function randomText(env: Env, alphabet: string, count: unknown): string {
  const length = whole(count);
  if (length < 0) throw failure('a text cannot have fewer than 0 characters');
  env.budget.chars(length);
  env.budget.step(length);
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** `random.*`. Drawn from the system's secure source: names made with it must not be guessable. */
export const randomFns: Fns = {
  ASCII: (env, count) => randomText(env, SETS.ascii, count),
  Alpha: (env, count) => randomText(env, SETS.alpha, count),
  AlphaNum: (env, count) => randomText(env, SETS.alphaNumeric, count),
  Float: (_env, a, b) => {
    const [low, high] = a === undefined ? [0, 1] : b === undefined ? [0, num(a)] : [num(a), num(b)];
    return low + (randomBytes(6).readUIntBE(0, 6) / 2 ** 48) * (high - low);
  },
  Item: (_env, items) => {
    const all = list(items);
    if (all.length === 0) throw failure('the list is empty');
    return all[randomInt(all.length)];
  },
  Number: (_env, a, b) => {
    const [low, high] = a === undefined ? [0, 100] : b === undefined ? [0, whole(a)] : [whole(a), whole(b)];
    if (high < low || high - low >= 2 ** 48 - 1) throw failure('the bounds of the random number are wrong');
    return BigInt(randomInt(low, high + 1));
  },
  String: (env, count) => randomText(env, SETS.alphaNumeric, count),
};

const OID_NAMESPACE = '6ba7b8129dad11d180b400c04fd430c8';

/** A name-based UUID (RFC 9562 version 5) in the OID namespace: one name, one id. */
export function uuidOfName(name: string): string {
  const bytes = createHash('sha1').update(Buffer.from(OID_NAMESPACE, 'hex')).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function timeUuid(env: Env): string {
  const ticks = (BigInt(Math.trunc(env.now())) + 12_219_292_800_000n) * 10_000n;
  const hex = ticks.toString(16).padStart(15, '0');
  const rest = randomBytes(8);
  rest.writeUInt8((rest.readUInt8(0) & 0x3f) | 0x80, 0);
  const tail = rest.toString('hex');
  return `${hex.slice(7)}-${hex.slice(3, 7)}-1${hex.slice(0, 3)}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

/** `uuid.*`. */
export const uuidFns: Fns = {
  HashUUID: (_env, ...values) => uuidOfName(values.map(text).join('')),
  IsValid: (_env, value) => isUuid(text(value).replace(/^urn:uuid:/, '')),
  Nil: () => '00000000-0000-0000-0000-000000000000',
  Parse: (_env, value) => {
    const plain = text(value)
      .replace(/^urn:uuid:/, '')
      .replace(/^\{|\}$/g, '');
    if (!isUuid(plain)) throw failure('the text is not a UUID');
    return plain.toLowerCase();
  },
  V1: timeUuid,
  V4: () => randomUUID(),
};
