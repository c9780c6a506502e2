import type { Answer } from '../http/answer.ts';
import type { FormValues } from '../http/negotiate.ts';
import { findIdentity, findIdentityByAddress, type StoredIdentity, verifyAddress } from '../people/identity-store.ts';
import { endSessions } from '../sessions/session-store.ts';
import { startSession } from '../sessions/sessions.ts';
import type { Visit } from '../visit.ts';
import { addressNodes, codeNodes, redeemCode, sendCode } from './codes.ts';
import { goElsewhere, sessionAlreadyAvailable } from './errors.ts';
import { checkForgery, consoleUrl, createFlow, flowPage, loadFlow, readReturnTo, renderFlow } from './flow.ts';
import { findFlow, type StoredFlow, saveFlow } from './flow-store.ts';
import { message } from './messages.ts';

/** `GET /self-service/recovery/browser` (contract identity §1.2, §5.4). */
export async function createRecovery(visit: Visit): Promise<Answer> {
  const returnTo = readReturnTo(visit);
  if ((await visit.session()) !== null) throw sessionAlreadyAvailable();
  return show(visit, await createFlow(visit, 'recovery', { returnTo }));
}

/** `GET /self-service/recovery/flows`. */
export async function readRecovery(visit: Visit): Promise<Answer> {
  return show(visit, await loadFlow(visit, 'recovery', 'id'));
}

/** `GET /self-service/recovery`: mails here hold codes, never links; an old link leads to a new form that says so. */
export async function openRecoveryLink(visit: Visit): Promise<Answer> {
  return show(visit, await begin(visit, null, 4060004));
}

/** `POST /self-service/recovery`: an address, or the code that was mailed to it. */
export async function submitRecovery(visit: Visit, values: FormValues): Promise<Answer> {
  const flow = await loadFlow(visit, 'recovery', 'flow');
  checkForgery(visit, flow, values);
  if ((await visit.session()) !== null && flow.csrfHash !== null) throw sessionAlreadyAvailable();
  if (flow.state === 'passed_challenge') return show(visit, await begin(visit, flow, 4060001));
  const { code = '', email = '' } = values;
  if (flow.state === 'sent_email' && code !== '') return redeem(visit, flow, code);
  if (flow.csrfHash === null) return say(visit, flow, 400, 4000002, 'code');
  if (email === '') return say(visit, flow, 400, 4000002, 'email');
  if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) return say(visit, flow, 400, 4000040, 'email');
  const found = await findIdentityByAddress(visit.context.db.pool, email);
  const identity = found?.state === 'active' ? found : null;
  await sendCode(visit, flow, 'recovery', email, identity);
  flow.state = 'sent_email';
  flow.form = { active: 'code', values: { email: email.trim() }, messages: [{ message: message(1060003) }] };
  await saveFlow(visit.context.db.pool, flow, visit.context.clock.now());
  return show(visit, flow);
}

/** A right code signs in and leads to the settings; whoever else was signed in is not any more. */
async function redeem(visit: Visit, flow: StoredFlow, code: string): Promise<Answer> {
  const { context, request } = visit;
  const redeemed = await redeemCode(context, flow, code);
  if (redeemed === 'spent') return show(visit, await begin(visit, flow, 4060002));
  const found = redeemed === 'wrong' ? null : await findIdentity(context.db.pool, redeemed.identityId);
  const identity: StoredIdentity | null = found?.state === 'active' ? found : null;
  if (redeemed === 'wrong' || identity === null) {
    await visit.audit(context.db.pool, { action: 'recovery', result: 'failed', details: { flow: flow.id } });
    return say(visit, flow, 200, 4060006);
  }
  const cookie = await context.db.transaction(async (db) => {
    const current = await findFlow(db, 'recovery', flow.id, { lock: true });
    if (current === null || current.state !== 'sent_email') throw sessionAlreadyAvailable();
    const now = context.clock.now();
    await saveFlow(
      db,
      { ...current, state: 'passed_challenge', identityId: identity.id, form: {}, doneAt: new Date(now) },
      now,
    );
    await verifyAddress(db, redeemed.address);
    await endSessions(db, identity.id, { except: null });
    const started = await startSession(context, db, {
      identityId: identity.id,
      proven: { method: 'code_recovery' },
      step: 1,
      before: null,
      request,
    });
    await visit.audit(db, {
      action: 'recovery',
      result: 'ok',
      actorId: identity.id,
      actorName: identity.traits.email,
    });
    return started.cookie;
  });
  visit.setCookie(cookie);
  visit.renewCsrf();
  const settings = await createFlow(visit, 'settings', {
    identityId: identity.id,
    returnTo: flow.returnTo,
    form: { messages: [{ message: message(1060001) }] },
  });
  throw goElsewhere(consoleUrl(context, flowPage(settings)), 'The account is yours again');
}

/** A new flow in place of one that is of no use any more. */
function begin(visit: Visit, before: StoredFlow | null, id: number): Promise<StoredFlow> {
  return createFlow(visit, 'recovery', {
    returnTo: before?.returnTo ?? null,
    form: { messages: [{ message: message(id) }] },
  });
}

async function say(visit: Visit, flow: StoredFlow, status: number, id: number, node?: string): Promise<Answer> {
  const text = { ...(node === undefined ? {} : { node }), message: message(id) };
  flow.form = { ...flow.form, active: 'code', messages: [text] };
  await saveFlow(visit.context.db.pool, flow, visit.context.clock.now());
  return show(visit, flow, status);
}

function show(visit: Visit, flow: StoredFlow, status = 200): Answer {
  const nodes = flow.state === 'sent_email' ? codeNodes(flow, 'recovery') : addressNodes(flow);
  return { status, kind: 'recovery', flow: renderFlow(visit, flow, nodes) };
}
