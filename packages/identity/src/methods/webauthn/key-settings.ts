import type { FlowNode } from '@quarterdeck/contract';
import { message } from '../../flows/messages.ts';
import { input } from '../../flows/nodes.ts';
import { isPrivileged } from '../../sessions/sessions.ts';
import {
  addCredential,
  type Credential,
  credentialsOf,
  findCredential,
  removeCredentials,
} from '../credential-store.ts';
import type { Refusal, SettingsInput, SettingsOutcome, SettingsSubmit } from '../types.ts';
import { openChallenge, takeChallenge } from './challenge.ts';
import type { KeyConfig, KeyKind } from './keys.ts';
import { creationOptions } from './options.ts';
import { readKeyAnswer, verifyNewKey } from './verify.ts';

/** The message of each kind's button that removes a key. */
const REMOVE: Readonly<Record<KeyKind, number>> = { webauthn: 1050018, passkey: 1050020 };

/** The keys of one kind that an identity has, oldest first. */
export function keysOf({ context, identity }: SettingsInput, kind: KeyKind): Promise<Credential<KeyConfig>[]> {
  return credentialsOf<KeyConfig>(context.db.pool, identity.id, kind);
}

/**
 * What a browser makes a new key by, as the text of a node. Null while the sign-in is too long ago: a key that is made is
 * not to be refused afterwards, so the person confirms first.
 */
export async function newKeyOptions(
  given: SettingsInput,
  kind: KeyKind,
  keys: readonly Credential<KeyConfig>[],
): Promise<string | null> {
  const { context, visit, identity } = given;
  const session = await visit.session();
  if (session === null || !isPrivileged(context, session)) return null;
  const challenge = await openChallenge(given, kind);
  return JSON.stringify({ publicKey: creationOptions(context.settings, kind, challenge, identity, keys) });
}

/** A button for each key that removes it. */
export function removalNodes(kind: KeyKind, keys: readonly Credential<KeyConfig>[], disabled = false): FlowNode[] {
  return keys.map(({ identifier, config, createdAt }) =>
    input(kind, `${kind}_remove`, 'submit', {
      value: identifier,
      disabled,
      label: message(REMOVE[kind], {
        display_name: config.name,
        added_at: createdAt.toISOString(),
        added_at_unix: Math.floor(createdAt.getTime() / 1000),
      }),
    }),
  );
}

/** Adds the key that the browser made for this flow's challenge. `text`: what it answered, as JSON. */
export async function addKey(
  given: SettingsSubmit,
  kind: KeyKind,
  { name, text }: { name: string; text: string },
): Promise<SettingsOutcome> {
  const { context, db, identity } = given;
  const challenge = await takeChallenge(given, db, kind);
  const answer = readKeyAnswer(text);
  const key =
    challenge === null || answer === null ? null : await verifyNewKey(context.settings, kind, challenge, answer);
  if (answer === null || key === null) return refused(kind, 4000043);
  const other = await findCredential(db, kind === 'webauthn' ? 'passkey' : 'webauthn', answer.identifier);
  const config: KeyConfig = { name, ...key };
  const isNew =
    other === null &&
    (await addCredential(db, { identityId: identity.id, kind, identifier: answer.identifier, config }));
  if (!isNew) return refused(kind, 4000001, { reason: 'This key is registered already.' });
  const proven = kind === 'webauthn' ? { proven: { method: kind } } : {};
  return { kind: 'saved', action: `${kind}.add`, target: name, ...proven };
}

/** Removes a key; whoever else is signed in is not any more. */
export async function removeKey({ db, identity }: SettingsSubmit, kind: KeyKind, id: string): Promise<SettingsOutcome> {
  const key = await findCredential<KeyConfig>(db, kind, id.toLowerCase());
  if (key?.identityId !== identity.id) return refused(kind, 4000001, { reason: 'There is no such key.' });
  await removeCredentials(db, identity.id, kind, key.identifier);
  return { kind: 'saved', action: `${kind}.remove`, target: key.config.name, endOthers: true };
}

/** Told where keys are: the page is long. */
function refused(kind: KeyKind, id: number, context?: Record<string, unknown>): Refusal {
  return { kind: 'refused', messages: [{ node: `${kind}_register_trigger`, message: message(id, context) }] };
}
