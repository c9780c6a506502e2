import type { StoredIdentity } from '../../people/identity-store.ts';
import type { IdentitySettings } from '../../settings.ts';
import type { Credential } from '../credential-store.ts';
import type { OpenChallenge } from './challenge.ts';
import { credentialIdOf, type KeyConfig, type KeyKind, userHandleOf, VERIFIES_PERSON } from './keys.ts';

/** COSE algorithms that keys may sign with: ES256, EdDSA, RS256 (contract identity §6.10). */
export const ALGORITHMS = [-7, -8, -257];

/** The host that keys are bound to (WebAuthn §5.1.2): the setting, else the console's own. */
export function relyingPartyId({ rpId, consoleUrl }: Pick<IdentitySettings, 'rpId' | 'consoleUrl'>): string {
  return rpId ?? consoleUrl.hostname;
}

/** What a browser makes a key by, as the JSON of WebAuthn §5.4; `keys` are not made again. */
export function creationOptions(
  settings: IdentitySettings,
  kind: KeyKind,
  { challenge, lifeMs }: OpenChallenge,
  { id, traits }: StoredIdentity,
  keys: readonly Credential<KeyConfig>[],
) {
  const name = [traits.name?.first, traits.name?.last].filter((part) => part !== undefined && part !== '').join(' ');
  return {
    rp: { id: relyingPartyId(settings), name: settings.issuer },
    user: { id: userHandleOf(kind, id), name: traits.email, displayName: name === '' ? traits.email : name },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: lifeMs,
    attestation: 'none',
    excludeCredentials: keys.map(describe),
    authenticatorSelection: {
      residentKey: kind === 'passkey' ? 'required' : 'discouraged',
      requireResidentKey: kind === 'passkey',
      userVerification: VERIFIES_PERSON[kind] ? 'required' : 'discouraged',
    },
  };
}

/** What a browser signs in by, as the JSON of WebAuthn §5.5; without `keys` the person chooses any that the browser has. */
export function requestOptions(
  settings: IdentitySettings,
  kind: KeyKind,
  { challenge, lifeMs }: OpenChallenge,
  keys: readonly Credential<KeyConfig>[] = [],
) {
  return {
    rpId: relyingPartyId(settings),
    challenge,
    timeout: lifeMs,
    userVerification: VERIFIES_PERSON[kind] ? 'required' : 'discouraged',
    allowCredentials: keys.map(describe),
  };
}

function describe({ identifier, config }: Credential<KeyConfig>) {
  return { type: 'public-key', id: credentialIdOf(identifier), transports: config.transports };
}
