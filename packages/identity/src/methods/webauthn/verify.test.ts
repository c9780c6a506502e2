import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredIdentity } from '../../people/identity-store.ts';
import { defaultIdentitySettings, type IdentitySettings } from '../../settings.ts';
import { type Deviation, SoftAuthenticator } from '../../testing/authenticator.ts';
import type { Credential } from '../credential-store.ts';
import { hexOf, type KeyConfig, type KeyKind, userHandleOf } from './keys.ts';
import { creationOptions, requestOptions } from './options.ts';
import { readKeyAnswer, verifyNewKey, verifySignature } from './verify.ts';

const CONSOLE = 'https://console.example:8443';
const CHALLENGE = 'a'.repeat(43);
const CHALLENGE_OPEN = { challenge: CHALLENGE, lifeMs: 300_000 };
const settings: IdentitySettings = {
  ...defaultIdentitySettings,
  consoleUrl: new URL(CONSOLE),
  baseUrl: new URL('/api/.ory/', CONSOLE),
};
const at = new Date(0);
const ada: StoredIdentity = {
  id: '4a1c9f0e-6a39-4a0e-9f1e-0d8d1a3a7c11',
  state: 'active',
  stateChangedAt: null,
  traits: { email: 'ada@example.test', name: { first: 'Ada', last: 'L' } },
  createdAt: at,
  updatedAt: at,
  addresses: [],
};

let device: SoftAuthenticator;
beforeEach(() => {
  device = new SoftAuthenticator(CONSOLE);
});

const newKeyText = (kind: KeyKind, keys: Credential<KeyConfig>[] = []): string =>
  JSON.stringify({ publicKey: creationOptions(settings, kind, CHALLENGE_OPEN, ada, keys) });

async function make(kind: KeyKind, deviation: Deviation = {}, at = settings): Promise<Credential<KeyConfig> | null> {
  const answer = readKeyAnswer(device.create(newKeyText(kind), deviation));
  const key = answer === null ? null : await verifyNewKey(at, kind, CHALLENGE, answer);
  return answer === null || key === null ? null : asCredential(kind, answer.identifier, { name: 'k', ...key });
}

function asCredential(kind: KeyKind, identifier: string, config: KeyConfig): Credential<KeyConfig> {
  return { identityId: ada.id, kind, identifier, config, createdAt: at };
}

async function prove(kind: KeyKind, deviation: Deviation, key: Credential<KeyConfig>): Promise<number | null> {
  const text = JSON.stringify({ publicKey: requestOptions(settings, kind, CHALLENGE_OPEN, [key]) });
  const answer = readKeyAnswer(device.get(text, deviation));
  return answer === null ? null : verifySignature(settings, kind, CHALLENGE, answer, key);
}

describe('the options of a key', () => {
  test('name the host, the account and the algorithms; a passkey knows its account and asks who holds it', () => {
    const security = creationOptions(settings, 'webauthn', CHALLENGE_OPEN, ada, []);
    const passkey = creationOptions(settings, 'passkey', CHALLENGE_OPEN, ada, []);
    expect(security).toMatchObject({
      rp: { id: 'console.example', name: 'Quarterdeck' },
      user: { name: 'ada@example.test', displayName: 'Ada L' },
      challenge: CHALLENGE,
      timeout: 300_000,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
    });
    expect(passkey.authenticatorSelection).toEqual({
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    });
    expect(security.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -8, -257]);
    expect(security.user.id).not.toBe(passkey.user.id);
  });

  test('name a domain above the host where that is set', () => {
    const above = { ...settings, rpId: 'example' };
    expect(creationOptions(above, 'passkey', CHALLENGE_OPEN, ada, []).rp.id).toBe('example');
    expect(requestOptions(above, 'passkey', CHALLENGE_OPEN).rpId).toBe('example');
  });

  test('leave out keys that are there already', async () => {
    const key = await make('webauthn');
    const { excludeCredentials } = creationOptions(settings, 'webauthn', CHALLENGE_OPEN, ada, key ? [key] : []);
    expect(excludeCredentials).toEqual([{ type: 'public-key', id: device.keys[0]?.id, transports: ['usb'] }]);
  });
});

describe('a new key', () => {
  test.each(['webauthn', 'passkey'] as const)('is taken as a %s', async (kind) => {
    const key = await make(kind, { counter: 7 });
    expect(key?.config).toMatchObject({ counter: 7, transports: ['usb'] });
  });

  test('needs no proof of who holds it to be a second step', async () => {
    expect(await make('webauthn', { isVerified: false })).not.toBeNull();
    expect(await make('passkey', { isVerified: false })).toBeNull();
  });

  test('may sign for itself', async () => {
    expect(await make('webauthn', { isSelfAttested: true })).not.toBeNull();
  });

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'https://console.example' }],
    ['without encryption', { origin: 'http://console.example:8443' }],
    ['another host for keys', { rpId: 'evil.example' }],
    ['a domain above', { rpId: 'example' }],
    ['another challenge', { challenge: 'b'.repeat(43) }],
    ['no challenge', { challenge: '' }],
    ['the other ceremony', { type: 'webauthn.get' }],
    ['a page in a frame', { crossOrigin: true }],
    ['nobody there', { isPresent: false }],
    ['an algorithm that was not offered', { algorithm: -36 }],
    [
      'certificates, whose lists of revocations would be fetched',
      { attestation: { format: 'packed', statement: new Map([['x5c', [new Uint8Array(8)]]]) } },
    ],
    ['an attestation of a maker', { attestation: { format: 'apple', statement: new Map() } }],
    ['an attestation of no known form', { attestation: { format: 'none', statement: new Map([['x', 1]]) } }],
  ])('is refused: %s', async (_, deviation) => {
    expect(await make('webauthn', deviation)).toBeNull();
  });

  test('is refused when its id is not the one that it says', async () => {
    const answer = readKeyAnswer(device.create(newKeyText('webauthn')));
    const other = Buffer.from('another').toString('base64url');
    const lies = answer && { identifier: hexOf(other), json: { ...answer.json, id: other, rawId: other } };
    expect(lies && (await verifyNewKey(settings, 'webauthn', CHALLENGE, lies))).toBeNull();
  });
});

describe('a signature', () => {
  test.each(['webauthn', 'passkey'] as const)('of a %s proves it and tells its counter', async (kind) => {
    const key = await make(kind);
    expect(key && (await prove(kind, { counter: 3 }, key))).toBe(3);
  });

  test('tells the counter also when it went back: the owner decides after the signature is known to be right', async () => {
    const key = await make('webauthn', { counter: 9 });
    expect(key && (await prove('webauthn', { counter: 2 }, key))).toBe(2);
    expect(key && (await prove('webauthn', { counter: 2, isForged: true }, key))).toBeNull();
  });

  test.each<[string, KeyKind, Deviation]>([
    ['another origin', 'webauthn', { origin: 'https://evil.example' }],
    ['another port', 'webauthn', { origin: 'https://console.example' }],
    ['another host for keys', 'webauthn', { rpId: 'evil.example' }],
    ['another challenge', 'webauthn', { challenge: 'b'.repeat(43) }],
    ['the other ceremony', 'webauthn', { type: 'webauthn.create' }],
    ['a page in a frame', 'webauthn', { crossOrigin: true }],
    ['nobody there', 'webauthn', { isPresent: false }],
    ['a signature of another key', 'webauthn', { isForged: true }],
    ['another account', 'webauthn', { userHandle: userHandleOf('webauthn', 'somebody') }],
    ['a passkey that did not ask who holds it', 'passkey', { isVerified: false }],
    ['a passkey of another account', 'passkey', { userHandle: userHandleOf('passkey', 'somebody') }],
    ['a passkey of no account', 'passkey', { userHandle: null }],
  ])('is refused: %s', async (_, kind, deviation) => {
    const key = await make(kind);
    expect(key && (await prove(kind, deviation, key))).toBeNull();
    expect(key && (await prove(kind, {}, key))).not.toBeNull();
  });
});

describe('what a browser answers', () => {
  test('is read, or is none', () => {
    const id = Buffer.from([1, 2, 255]).toString('base64url');
    expect(readKeyAnswer(JSON.stringify({ id, response: {} }))?.identifier).toBe('0102ff');
    const long = Buffer.alloc(1024).toString('base64url');
    for (const text of ['', '{', 'null', '[]', '{"id":1,"response":{}}', '{"id":"AQ"}']) {
      expect(readKeyAnswer(text), text).toBeNull();
    }
    for (const bad of ['', 'AQ==', '+/8', long]) {
      expect(readKeyAnswer(JSON.stringify({ id: bad, response: {} })), bad).toBeNull();
    }
    expect(readKeyAnswer(JSON.stringify({ id, response: { more: 'x'.repeat(40_000) } }))).toBeNull();
  });

  test('is refused and never fails, whatever it is', async () => {
    const key = await make('passkey');
    const response = fc.record(
      {
        clientDataJSON: fc.oneof(fc.string(), fc.json().map(toBase64), fc.constant(null)),
        attestationObject: fc.oneof(fc.base64String(), fc.uint8Array().map(toBase64)),
        authenticatorData: fc.oneof(fc.base64String(), fc.uint8Array({ minLength: 37 }).map(toBase64)),
        signature: fc.base64String(),
        userHandle: fc.oneof(fc.string(), fc.integer()),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(response, async (given) => {
        const id = device.keys[0]?.id;
        const answer = readKeyAnswer(JSON.stringify({ id, rawId: id, type: 'public-key', response: given }));
        if (answer === null || key === null) throw new Error('it is not read');
        expect(await verifyNewKey(settings, 'passkey', CHALLENGE, answer)).toBeNull();
        expect(await verifySignature(settings, 'passkey', CHALLENGE, answer, key)).toBeNull();
      }),
    );
  });
});

function toBase64(data: string | Uint8Array): string {
  return Buffer.from(data as Uint8Array).toString('base64url');
}
