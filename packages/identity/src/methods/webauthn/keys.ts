import type { FormValues } from '../../http/negotiate.ts';
import type { CredentialKind } from '../credential-store.ts';

/** Kinds of credentials that a key holds: for the second step, or for signing in without a password. */
export type KeyKind = Extract<CredentialKind, 'webauthn' | 'passkey'>;

/** What is kept of a key. Its id, in hex, is the identifier of its credential. */
export interface KeyConfig {
  name: string;
  /** COSE, in base64url. */
  publicKey: string;
  /** The highest signature counter that was accepted; 0 for keys that do not count. */
  counter: number;
  /** How the browser may reach the key. */
  transports: string[];
}

/** The hexadecimal form of a credential id, which the protocol names keys by. */
export function hexOf(credentialId: string): string {
  return Buffer.from(credentialId, 'base64url').toString('hex');
}

/** The base64url form of a credential id, which browsers use. */
export function credentialIdOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}

/** What a key knows its account by. One for each kind: a passkey never takes the place of a security key. */
export function userHandleOf(kind: KeyKind, identityId: string): string {
  return Buffer.from(`${kind}:${identityId}`).toString('base64url');
}

/** Whether the key itself makes sure who holds it: where nothing else is asked for. */
export const VERIFIES_PERSON: Readonly<Record<KeyKind, boolean>> = { webauthn: false, passkey: true };

/** Whether a form is about keys of a kind: its method says so, or without one any of the fields holds something. */
export function isKeyForm(values: FormValues, kind: KeyKind, fields: readonly string[]): boolean {
  if (values.method !== undefined) return values.method === kind;
  return fields.some((name) => (values[name] ?? '') !== '');
}
