import { message } from '../../flows/messages.ts';
import { factorMail } from '../../mail/texts.ts';
import { findIdentity, type StoredIdentity } from '../../people/identity-store.ts';
import { findCredential } from '../credential-store.ts';
import type { LoginOutcome, SubmitInput } from '../types.ts';
import { takeChallenge } from './challenge.ts';
import { raiseCounter } from './key-store.ts';
import type { KeyConfig, KeyKind } from './keys.ts';
import { type KeyAnswer, readKeyAnswer, verifySignature } from './verify.ts';

/**
 * Proves who someone is by a key of theirs that signed this flow's challenge. Each answer spends the challenge, also a
 * wrong one. `text`: what the browser answered, as JSON.
 */
export async function proveByKey(input: SubmitInput, kind: KeyKind, text: string): Promise<LoginOutcome> {
  const { context } = input;
  const challenge = await takeChallenge(input, context.db.pool, kind);
  const answer = readKeyAnswer(text);
  if (answer === null) return refused(true);
  // The form stood open for too long: nobody guessed.
  if (challenge === null) return refused(false);
  const owner = await ownerOf(input, kind, challenge, answer);
  return owner === null ? refused(true) : { kind: 'proven', identity: owner, method: { method: kind } };
}

async function ownerOf(
  input: SubmitInput,
  kind: KeyKind,
  challenge: string,
  answer: KeyAnswer,
): Promise<StoredIdentity | null> {
  const { context, visit, identity } = input;
  const { db, settings, mailer } = context;
  const key = await findCredential<KeyConfig>(db.pool, kind, answer.identifier);
  if (key === null || (identity !== null && key.identityId !== identity.id)) return null;
  const counter = await verifySignature(settings, kind, challenge, answer, key);
  if (counter === null) return null;
  const owner = identity ?? (await findIdentity(db.pool, key.identityId));
  if (owner === null || (await raiseCounter(db.pool, kind, key.identifier, counter))) return owner;
  await mailer.queue(db.pool, factorMail(settings, owner, { kind: 'key-copied', name: key.config.name }));
  await visit.audit(db.pool, {
    action: `${kind}.counter`,
    result: 'refused',
    actorId: owner.id,
    actorName: owner.traits.email,
    details: { key: key.identifier, name: key.config.name },
  });
  return null;
}

function refused(failed: boolean): LoginOutcome {
  return { kind: 'refused', failed, messages: [{ message: message(4000043) }] };
}
