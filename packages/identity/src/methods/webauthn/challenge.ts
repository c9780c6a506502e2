import { newSecret } from '../../crypto/secrets.ts';
import type { Queryable } from '../../database.ts';
import { findFlow } from '../../flows/flow-store.ts';
import type { MethodInput } from '../types.ts';
import { removeChallenge, replaceChallenge } from './challenge-store.ts';
import type { KeyKind } from './keys.ts';

/** How long a challenge is good for (contract identity §6.10). */
const LIFE_MS = 5 * 60_000;

/** A challenge as its flow keeps it; times in epoch milliseconds. */
interface KeptChallenge {
  challenge: string;
  issuedAt: number;
}

/** A challenge to show, and for how many milliseconds it is good. */
export interface OpenChallenge {
  challenge: string;
  lifeMs: number;
}

/**
 * The challenge of a flow for one kind of key: 32 random bytes in base64url. Who reads the form again soon sees the same
 * one; past half of its life it is replaced, so that a form just read always leaves time to answer.
 */
export async function openChallenge(
  { context, flow }: Pick<MethodInput, 'context' | 'flow'>,
  kind: KeyKind,
): Promise<OpenChallenge> {
  const now = context.clock.now();
  const show = ({ challenge, issuedAt }: KeptChallenge) => ({ challenge, lifeMs: issuedAt + LIFE_MS - now });
  const kept = readKept(flow.secrets[kind]);
  if (kept !== null && now - kept.issuedAt < LIFE_MS / 2) return show(kept);
  const fresh = { challenge: newSecret(), issuedAt: now };
  if (await replaceChallenge(context.db.pool, flow.id, kind, kept?.challenge ?? null, fresh)) return show(fresh);
  const others = await findFlow(context.db.pool, flow.kind, flow.id);
  return show(readKept(others?.secrets[kind]) ?? fresh);
}

/** Takes the challenge out of its flow: it answers once, also of two at the same moment. Null: there is none that lives. */
export async function takeChallenge(
  { context, flow }: Pick<MethodInput, 'context' | 'flow'>,
  db: Queryable,
  kind: KeyKind,
): Promise<string | null> {
  const kept = readKept(flow.secrets[kind]);
  if (kept === null) return null;
  flow.secrets = { ...flow.secrets, [kind]: null };
  if (!(await removeChallenge(db, flow.id, kind, kept.challenge))) return null;
  return context.clock.now() < kept.issuedAt + LIFE_MS ? kept.challenge : null;
}

function readKept(value: unknown): KeptChallenge | null {
  if (typeof value !== 'object' || value === null) return null;
  const { challenge, issuedAt } = value as Partial<KeptChallenge>;
  return typeof challenge === 'string' && typeof issuedAt === 'number' ? { challenge, issuedAt } : null;
}
