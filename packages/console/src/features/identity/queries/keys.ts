import type { Ceremony } from '../model/ceremony.ts';

/**
 * Asks a key of the person, or of this device, by the browser. Answers JSON with bytes in base64url. `isOffer`: only
 * while a field is filled in, without a window of the browser's own. Rejects with the browser's error.
 */
export async function askForKey(
  { kind, publicKey }: Ceremony,
  { signal, isOffer = false }: { signal?: AbortSignal; isOffer?: boolean } = {},
): Promise<string> {
  // Absent on pages without https; the types do not say so.
  const credentials = navigator.credentials as CredentialsContainer | undefined;
  if (credentials === undefined) throw new DOMException('no keys here', 'NotSupportedError');
  const options = { ...(signal ? { signal } : {}), ...(isOffer ? { mediation: 'conditional' as const } : {}) };
  const found =
    kind === 'create'
      ? await credentials.create({ ...options, publicKey: decodeCreation(publicKey) })
      : await credentials.get({ ...options, publicKey: decodeRequest(publicKey) });
  if (found === null) throw new DOMException('no answer', 'NotAllowedError');
  return JSON.stringify(encodeCredential(found as PublicKeyCredential)); // it was asked for by `publicKey`
}

/** Whether the browser offers passkeys while a field is filled in. */
export async function canOfferPasskeys(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

const problems: Readonly<Record<string, string>> = {
  NotAllowedError: 'No key answered: it was cancelled, took too long, or is not one of yours.',
  InvalidStateError: 'This key is registered already.',
  SecurityError: 'The browser uses no keys at this address. Open the console by its host name.',
  NotSupportedError: 'The browser uses no keys here. Open the console by https, or in another browser.',
};

/** What to tell of the browser's error; null where it was not a failure but taken back by the page. */
export function keyProblem(error: unknown): string | null {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return name === 'AbortError' ? null : (problems[name] ?? 'The browser could not use the key.');
}

function decodeCreation(options: Record<string, unknown>): PublicKeyCredentialCreationOptions {
  const user = options.user as { id: string };
  return {
    ...options,
    challenge: decode(options.challenge),
    user: { ...user, id: decode(user.id) },
    excludeCredentials: decodeList(options.excludeCredentials),
  } as PublicKeyCredentialCreationOptions; // the rest has the same shape in JSON; the browser itself checks it
}

function decodeRequest(options: Record<string, unknown>): PublicKeyCredentialRequestOptions {
  return {
    ...options,
    challenge: decode(options.challenge),
    allowCredentials: decodeList(options.allowCredentials),
  } as PublicKeyCredentialRequestOptions; // as above
}

function decodeList(list: unknown): object[] {
  return Array.isArray(list) ? list.map((one: { id: unknown }) => ({ ...one, id: decode(one.id) })) : [];
}

function encodeCredential({ id, rawId, type, response, authenticatorAttachment }: PublicKeyCredential) {
  const shared = {
    id,
    rawId: encode(rawId),
    type,
    ...(authenticatorAttachment === null ? {} : { authenticatorAttachment }),
    clientExtensionResults: {},
  };
  if ('attestationObject' in response) {
    const { attestationObject, clientDataJSON, getTransports } = response as AuthenticatorAttestationResponse;
    return {
      ...shared,
      response: {
        clientDataJSON: encode(clientDataJSON),
        attestationObject: encode(attestationObject),
        transports: getTransports?.call(response) ?? [],
      },
    };
  }
  const { authenticatorData, clientDataJSON, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    ...shared,
    response: {
      clientDataJSON: encode(clientDataJSON),
      authenticatorData: encode(authenticatorData),
      signature: encode(signature),
      ...(userHandle === null ? {} : { userHandle: encode(userHandle) }),
    },
  };
}

function decode(text: unknown): ArrayBuffer {
  const binary = atob(String(text).replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0)).buffer;
}

function encode(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
