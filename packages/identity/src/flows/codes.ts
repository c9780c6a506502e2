import type { FlowNode } from '@quarterdeck/contract';
import type { IdentityContext } from '../context.ts';
import { keyedDigest, newDigits } from '../crypto/secrets.ts';
import type { Queryable } from '../database.ts';
import { compose } from '../mail/texts.ts';
import { comparable, type StoredIdentity } from '../people/identity-store.ts';
import { limits, sourceBucket } from '../throttle/throttle.ts';
import type { Visit } from '../visit.ts';
import { replaceCode, useCode } from './code-store.ts';
import { type StoredFlow, spendTry } from './flow-store.ts';
import { message } from './messages.ts';
import { input, methodButton } from './nodes.ts';

const DIGITS = 6;
const TRIES = 5;

/** What a mailed code is for. */
export type CodePurpose = 'recovery' | 'verification';

/**
 * Makes a code for a flow and mails it; the one before is dead. For an address that nobody has, and above the limits,
 * the same happens but for the mail (contract identity §6.2, §6.7).
 */
export async function sendCode(
  visit: Visit,
  flow: StoredFlow,
  purpose: CodePurpose,
  typed: string,
  identity: StoredIdentity | null,
): Promise<void> {
  const { context, request } = visit;
  const address = comparable(typed);
  const code = newDigits(DIGITS);
  await keepCode(context, context.db.pool, flow, identity, address, code, context.settings.codeLifespanS);
  const byAddress = await context.throttle.note(`mail ${address}`, limits.mailByAddress);
  const bySource = await context.throttle.note(`mail ${sourceBucket(request.source)}`, limits.mailBySource);
  // The window's last mail still leaves: the note that fills it is its own.
  if (identity === null || byAddress === 'over' || bySource === 'over') return;
  const link = purpose === 'verification' ? verificationLink(context, flow, code) : undefined;
  const minutes = Math.round(context.settings.codeLifespanS / 60);
  await context.mailer.queue(
    context.db.pool,
    compose(context.settings, address, {
      template: `${purpose}-code`,
      subject: purpose === 'recovery' ? 'Your recovery code' : 'Your verification code',
      lines: [
        purpose === 'recovery'
          ? 'Somebody, hopefully you, asked to get your account back. This is the code:'
          : 'Please confirm that this is your address. This is the code:',
        `It works for ${minutes} minutes, in the browser where you asked for it. If it was not you, ignore this mail.`,
      ],
      code,
      ...(link === undefined ? {} : { link }),
    }),
  );
}

/** Keeps the hash of a code for a flow. */
export function keepCode(
  { cipher, clock }: Pick<IdentityContext, 'cipher' | 'clock'>,
  db: Queryable,
  flow: Pick<StoredFlow, 'id'>,
  identity: Pick<StoredIdentity, 'id'> | null,
  address: string,
  code: string,
  lifespanS: number,
): Promise<void> {
  return replaceCode(db, {
    flowId: flow.id,
    identityId: identity?.id ?? null,
    address,
    hash: hashOf(cipher.hashKey, flow.id, code),
    expiresAt: new Date(clock.now() + lifespanS * 1000),
  });
}

/** Uses up the code of a flow. `spent`: it was tried too often, whatever it is. */
export async function redeemCode(
  { cipher, clock, db }: Pick<IdentityContext, 'cipher' | 'clock' | 'db'>,
  flow: StoredFlow,
  code: string,
): Promise<{ identityId: string; address: string } | 'wrong' | 'spent'> {
  if (!(await spendTry(db.pool, flow.id, TRIES))) return 'spent';
  const text = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(text)) return 'wrong';
  return (await useCode(db.pool, flow.id, hashOf(cipher.hashKey, flow.id, text), clock.now())) ?? 'wrong';
}

/** The form that asks for the address. */
export function addressNodes(flow: StoredFlow): FlowNode[] {
  const value = flow.form.values?.email;
  return [
    input('code', 'email', 'email', {
      required: true,
      autocomplete: 'email',
      ...(value === undefined ? {} : { value }),
      label: message(1070007),
    }),
    methodButton('code', message(1070005)),
  ];
}

/** The form that asks for the code; the address can be mailed to again where it was typed here. */
export function codeNodes(flow: StoredFlow, purpose: CodePurpose): FlowNode[] {
  const { email, code } = flow.form.values ?? {};
  return [
    input('code', 'code', 'text', {
      required: true,
      maxlength: DIGITS,
      pattern: `[0-9]{${DIGITS}}`,
      autocomplete: 'one-time-code',
      ...(code === undefined ? {} : { value: code }),
      label: message(purpose === 'recovery' ? 1070010 : 1070011),
    }),
    input('code', 'method', 'hidden', { value: 'code' }),
    methodButton('code', message(1070005)),
    ...(email === undefined ? [] : [input('code', 'email', 'submit', { value: email, label: message(1070008) })]),
  ];
}

function verificationLink({ settings }: IdentityContext, flow: StoredFlow, code: string): string {
  const url = new URL('self-service/verification', settings.baseUrl);
  url.searchParams.set('flow', flow.id);
  url.searchParams.set('code', code);
  return url.href;
}

function hashOf(key: Buffer, flowId: string, code: string): Buffer {
  return keyedDigest(key, `code ${flowId} ${code}`);
}
