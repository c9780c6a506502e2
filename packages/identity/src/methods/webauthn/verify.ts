import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { IdentitySettings } from '../../settings.ts';
import type { Credential } from '../credential-store.ts';
import { credentialIdOf, hexOf, type KeyConfig, type KeyKind, userHandleOf, VERIFIES_PERSON } from './keys.ts';
import { ALGORITHMS, relyingPartyId } from './options.ts';

/** No answer of a browser is as long. */
const MAX_CHARS = 32_768;
/** WebAuthn §4, "Credential ID". */
const MAX_ID_BYTES = 1023;
const TRANSPORTS: ReadonlySet<unknown> = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** The answer of a browser, as far as it is looked at before it is verified. */
export interface KeyAnswer {
  /** The key's id in hex. */
  identifier: string;
  json: { id: string; response: Record<string, unknown> };
}

/** Reads the answer of a browser. Null: it is none. */
export function readKeyAnswer(text: string): KeyAnswer | null {
  if (text.length > MAX_CHARS) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(json) || !isRecord(json.response) || typeof json.id !== 'string') return null;
  const identifier = hexOf(json.id);
  if (identifier === '' || identifier.length > 2 * MAX_ID_BYTES || credentialIdOf(identifier) !== json.id) return null;
  return { identifier, json: { ...json, id: json.id, response: json.response } };
}

/** A key that was made for a challenge (WebAuthn §7.1). Null: it was not, or not here. */
export async function verifyNewKey(
  settings: IdentitySettings,
  kind: KeyKind,
  challenge: string,
  { identifier, json }: KeyAnswer,
): Promise<Omit<KeyConfig, 'name'> | null> {
  try {
    const response = json as unknown as RegistrationResponseJSON; // the verification refuses what is none
    if (!isOwnPage(response.response.clientDataJSON) || !isUnattested(response.response.attestationObject)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: settings.consoleUrl.origin,
      expectedRPID: relyingPartyId(settings),
      requireUserVerification: VERIFIES_PERSON[kind],
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || hexOf(registrationInfo.credential.id) !== identifier) return null;
    const { publicKey, counter } = registrationInfo.credential;
    const transports: unknown = response.response.transports;
    return {
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: Array.isArray(transports) ? [...new Set(transports.filter((one) => TRANSPORTS.has(one)))] : [],
    };
  } catch {
    return null;
  }
}

/** The counter that a key signed a challenge with (WebAuthn §7.2). Null: it did not sign it, or not here. */
export async function verifySignature(
  settings: IdentitySettings,
  kind: KeyKind,
  challenge: string,
  { json }: KeyAnswer,
  { identityId, identifier, config }: Credential<KeyConfig>,
): Promise<number | null> {
  try {
    const response = json as unknown as AuthenticationResponseJSON; // the verification refuses what is none
    if (!isOwnPage(response.response.clientDataJSON)) return null;
    const { userHandle } = response.response;
    const handle = userHandleOf(kind, identityId);
    // Where the key alone says whose it is, it has to say so (WebAuthn §7.2, step 6).
    if (userHandle ? userHandle !== handle : kind === 'passkey') return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: settings.consoleUrl.origin,
      expectedRPID: relyingPartyId(settings),
      requireUserVerification: VERIFIES_PERSON[kind],
      credential: {
        id: credentialIdOf(identifier),
        publicKey: new Uint8Array(Buffer.from(config.publicKey, 'base64url')),
        // The library compares counters before it looks at the signature: a stranger could have the owner warned.
        counter: 0,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** Whether the ceremony was of the console's own page, not of one that frames it. */
function isOwnPage(clientData: string): boolean {
  return decodeClientDataJSON(clientData).crossOrigin !== true;
}

/**
 * Whether a key comes without certificates: none are asked for (`attestation: none`). Verifying them would fetch the
 * revocation lists that they name.
 */
function isUnattested(attestation: string): boolean {
  const object = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')));
  const format = object.get('fmt');
  return format === 'none' || (format === 'packed' && object.get('attStmt').get('x5c') === undefined);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
