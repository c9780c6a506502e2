import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What an answer says otherwise than an honest browser and key would. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  isPresent?: boolean;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** Signs with a key of its own. */
  isForged?: boolean;
  algorithm?: number;
  attestation?: { format: string; statement: Map<string, unknown> };
  /** The key vouches for itself, as some do also where nothing is asked for (WebAuthn §5.4.7). */
  isSelfAttested?: boolean;
  /** A key id that is claimed. */
  id?: string;
}

interface SoftKey {
  id: string;
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
}

interface CreationOptions {
  rp: { id: string };
  user: { id: string };
  challenge: string;
}

interface RequestOptions {
  rpId: string;
  challenge: string;
  allowCredentials: { id: string }[];
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** A browser with an authenticator in software: answers what WebAuthn §5.1 would, by ES256, as the console sends it. */
export class SoftAuthenticator {
  readonly keys: SoftKey[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Makes a key by the options of a form; they are the text of a node. */
  create(text: string, deviation: Deviation = {}): string {
    const { rp, user, challenge } = (JSON.parse(text) as { publicKey: CreationOptions }).publicKey;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = deviation.id ?? randomBytes(32).toString('base64url');
    const key: SoftKey = { id, privateKey, userHandle: user.id, counter: deviation.counter ?? 0 };
    this.keys.push(key);
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, deviation.algorithm ?? -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const rawId = Buffer.from(id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(rawId.length);
    const keyData = Buffer.concat([Buffer.alloc(16), length, rawId, isoCBOR.encode(cose)]);
    const data = this.#data(rp.id, key.counter, deviation, keyData);
    const clientData = this.#clientData('webauthn.create', challenge, deviation);
    const own = {
      format: 'packed',
      statement: new Map<string, unknown>([
        ['alg', -7],
        ['sig', signOver(data, clientData, privateKey)],
      ]),
    };
    const { format, statement } = deviation.attestation ?? (deviation.isSelfAttested ? own : NO_ATTESTATION);
    const object = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', new Uint8Array(data)],
    ]);
    return answer(id, {
      clientDataJSON: clientData,
      attestationObject: Buffer.from(isoCBOR.encode(object as never)).toString('base64url'),
      transports: ['usb', 'pigeon'],
    });
  }

  /** Signs in by the options of a form with the key that they allow, else with the last that was made. */
  get(text: string, deviation: Deviation = {}): string {
    const { rpId, challenge, allowCredentials } = (JSON.parse(text) as { publicKey: RequestOptions }).publicKey;
    const allowed = new Set(allowCredentials.map(({ id }) => id));
    const key = this.keys.findLast(({ id }) => allowed.size === 0 || allowed.has(id)) ?? this.keys.at(-1);
    if (!key) throw new Error('there is no key');
    key.counter = deviation.counter ?? key.counter + 1;
    const data = this.#data(rpId, key.counter, deviation);
    const clientData = this.#clientData('webauthn.get', challenge, deviation);
    const signer = deviation.isForged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : key.privateKey;
    return answer(deviation.id ?? key.id, {
      clientDataJSON: clientData,
      authenticatorData: data.toString('base64url'),
      signature: Buffer.from(signOver(data, clientData, signer)).toString('base64url'),
      ...(deviation.userHandle === null ? {} : { userHandle: deviation.userHandle ?? key.userHandle }),
    });
  }

  #clientData(type: string, challenge: string, deviation: Deviation): string {
    const data = {
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin: deviation.origin ?? this.#origin,
      crossOrigin: deviation.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  #data(rpId: string, counter: number, deviation: Deviation, key?: Buffer): Buffer {
    const { isPresent = true, isVerified = true } = deviation;
    const head = Buffer.alloc(5);
    head[0] = (isPresent ? PRESENT : 0) | (isVerified ? VERIFIED : 0) | (key ? HAS_KEY : 0);
    head.writeUInt32BE(counter, 1);
    const rpIdHash = createHash('sha256')
      .update(deviation.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpIdHash, head, ...(key ? [key] : [])]);
  }
}

const NO_ATTESTATION = { format: 'none', statement: new Map<string, unknown>() };

function signOver(data: Buffer, clientData: string, key: KeyObject): Uint8Array {
  const hash = createHash('sha256').update(Buffer.from(clientData, 'base64url')).digest();
  return new Uint8Array(sign('sha256', Buffer.concat([data, hash]), key));
}

function answer(id: string, response: object): string {
  return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
}
