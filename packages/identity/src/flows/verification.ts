import type { FlowNode } from '@quarterdeck/contract';
import type { Answer } from '../http/answer.ts';
import type { FormValues } from '../http/negotiate.ts';
import { addressMail } from '../mail/texts.ts';
import {
  comparable,
  findIdentity,
  findIdentityByAddress,
  type StoredIdentity,
  takeAddress,
  verifyAddress,
} from '../people/identity-store.ts';
import type { Visit } from '../visit.ts';
import { addressNodes, codeNodes, redeemCode, sendCode } from './codes.ts';
import { FlowError } from './errors.ts';
import { checkForgery, consoleUrl, createFlow, flowPage, loadFlow, readReturnTo, renderFlow } from './flow.ts';
import { findFlow, type StoredFlow, saveFlow } from './flow-store.ts';
import { message } from './messages.ts';
import { node } from './nodes.ts';

/** `GET /self-service/verification/browser` (contract identity §1.2, §5.5). */
export async function createVerification(visit: Visit): Promise<Answer> {
  return show(visit, await createFlow(visit, 'verification', { returnTo: readReturnTo(visit) }));
}

/** `GET /self-service/verification/flows`. */
export async function readVerification(visit: Visit): Promise<Answer> {
  return show(visit, await loadFlow(visit, 'verification', 'id'));
}

/** `GET /self-service/verification`: a mail's link fills the code in; it uses nothing up, since scanners open links. */
export async function openVerificationLink(visit: Visit): Promise<Answer> {
  const flow = await loadFlow(visit, 'verification', 'flow');
  const code = visit.request.query.get('code') ?? '';
  if (flow.state === 'sent_email' && /^\d{6}$/.test(code)) {
    flow.form = { ...flow.form, values: { ...flow.form.values, code } };
    await saveFlow(visit.context.db.pool, flow, visit.context.clock.now());
  }
  return show(visit, flow);
}

/** `POST /self-service/verification`: an address, or the code that was mailed to it. It signs nobody in. */
export async function submitVerification(visit: Visit, values: FormValues): Promise<Answer> {
  const flow = await loadFlow(visit, 'verification', 'flow');
  checkForgery(visit, flow, values);
  if (flow.state === 'passed_challenge') throw await replaced(visit, flow, 4070002);
  const { code = '', email = '' } = values;
  if (flow.state === 'sent_email' && code !== '') return redeem(visit, flow, code);
  if (email === '') return say(visit, flow, 400, 4000002, 'email');
  if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) return say(visit, flow, 400, 4000040, 'email');
  await sendCode(visit, flow, 'verification', email, await waitingFor(visit, flow, email));
  flow.state = 'sent_email';
  flow.form = { active: 'code', values: { email: email.trim() }, messages: [{ message: message(1080003) }] };
  await saveFlow(visit.context.db.pool, flow, visit.context.clock.now());
  return show(visit, flow);
}

/** Begins to prove the address that somebody wants to have instead of theirs (null: it is taken). Answers where that goes on. */
export async function beginAddressChange(
  visit: Visit,
  identity: StoredIdentity | null,
  address: string,
): Promise<{ id: string; verifiable_address: string; url: string }> {
  const flow = await createFlow(visit, 'verification', {
    identityId: identity?.id ?? null,
    secrets: { wants: comparable(address) },
  });
  flow.state = 'sent_email';
  flow.form = { active: 'code', values: { email: address }, messages: [{ message: message(1080003) }] };
  await saveFlow(visit.context.db.pool, flow, visit.context.clock.now());
  await sendCode(visit, flow, 'verification', address, identity);
  return { id: flow.id, verifiable_address: address, url: consoleUrl(visit.context, flowPage(flow)) };
}

/** Whose address waits to be proven: nobody's that is proven, and nobody's that is unknown. */
async function waitingFor(visit: Visit, flow: StoredFlow, email: string): Promise<StoredIdentity | null> {
  const { db } = visit.context;
  if (flow.identityId !== null && flow.secrets.wants === comparable(email))
    return findIdentity(db.pool, flow.identityId);
  const found = await findIdentityByAddress(db.pool, email);
  const address = found?.addresses.find(({ value }) => value === comparable(email));
  return found?.state === 'active' && address?.verified_at === null ? found : null;
}

async function redeem(visit: Visit, flow: StoredFlow, code: string): Promise<Answer> {
  const { context } = visit;
  const redeemed = await redeemCode(context, flow, code);
  if (redeemed === 'spent') throw await replaced(visit, flow, 4070003);
  if (redeemed === 'wrong') return say(visit, flow, 200, 4070006);
  await context.db.transaction(async (db) => {
    const current = await findFlow(db, 'verification', flow.id, { lock: true });
    if (current === null || current.state !== 'sent_email') return;
    await verifyAddress(db, redeemed.address);
    const identity = await findIdentity(db, redeemed.identityId);
    if (identity !== null && current.secrets.wants === redeemed.address) {
      await takeAddress(db, identity.id, redeemed.address);
      await context.mailer.queue(db, addressMail(context.settings, identity, redeemed.address));
    }
    const now = context.clock.now();
    flow.state = 'passed_challenge';
    flow.form = { active: 'code', messages: [{ message: message(1080002) }] };
    await saveFlow(db, { ...flow, doneAt: new Date(now) }, now);
    await visit.audit(db, {
      action: 'address.verify',
      result: 'ok',
      actorId: redeemed.identityId,
      actorName: redeemed.address,
    });
  });
  return show(visit, flow);
}

/** A form that is used up is replaced by a fresh one. */
async function replaced(visit: Visit, flow: StoredFlow, id: number): Promise<FlowError> {
  const next = await createFlow(visit, 'verification', {
    returnTo: flow.returnTo,
    form: { messages: [{ message: message(id) }] },
  });
  return new FlowError(410, 'The form was used up', {
    id: 'self_service_flow_replaced',
    page: flowPage(next),
    extra: { use_flow_id: next.id },
  });
}

async function say(visit: Visit, flow: StoredFlow, status: number, id: number, name?: string): Promise<Answer> {
  const text = { ...(name === undefined ? {} : { node: name }), message: message(id) };
  flow.form = { ...flow.form, active: 'code', messages: [text] };
  await saveFlow(visit.context.db.pool, flow, visit.context.clock.now());
  return show(visit, flow, status);
}

function show(visit: Visit, flow: StoredFlow, status = 200): Answer {
  const { context } = visit;
  if (flow.state !== 'passed_challenge') {
    const nodes = flow.state === 'sent_email' ? codeNodes(flow, 'verification') : addressNodes(flow);
    return { status, kind: 'verification', flow: renderFlow(visit, flow, nodes) };
  }
  const href = consoleUrl(context, flow.returnTo ?? '/');
  const nodes: FlowNode[] = [
    node('code', { node_type: 'a', id: 'continue', href, title: message(1070009) }, message(1070009)),
  ];
  const flowNow = renderFlow(visit, flow, nodes);
  return { status, kind: 'verification', flow: { ...flowNow, ui: { ...flowNow.ui, method: 'GET', action: href } } };
}
