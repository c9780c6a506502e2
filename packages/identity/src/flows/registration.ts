import type { FlowNode, IdentityTraits } from '@quarterdeck/contract';
import type { Queryable } from '../database.ts';
import type { Answer } from '../http/answer.ts';
import type { FormValues } from '../http/negotiate.ts';
import { readTraits, traitFaults, writeTraits } from '../methods/profile/profile.ts';
import type { Method, MethodInput, PlacedMessage, ProvenBy } from '../methods/types.ts';
import { addIdentity, type StoredIdentity, toIdentity } from '../people/identity-store.ts';
import { schemaUrl, startSession, toSession } from '../sessions/sessions.ts';
import { readSetupCode, settleSetup } from '../setup/setup.ts';
import { limits, sourceBucket } from '../throttle/throttle.ts';
import type { Visit } from '../visit.ts';
import { FlowError, goElsewhere, sessionAlreadyAvailable } from './errors.ts';
import { checkForgery, createFlow, loadFlow, readReturnTo, renderFlow } from './flow.ts';
import { findFlow, type StoredFlow, saveFlow } from './flow-store.ts';
import { message } from './messages.ts';
import { traitNodes } from './nodes.ts';

type RegistrationMethod = Method & { registration: NonNullable<Method['registration']> };

/** `GET /self-service/registration/browser` (contract identity §1.2). */
export async function createRegistration(visit: Visit): Promise<Answer> {
  const setup = await readSetupCode(visit.context, visit.request.headers['x-setup-code']);
  if (setup === null) checkOpen(visit);
  const returnTo = readReturnTo(visit) ?? readReturnTo(visit, 'after_verification_return_to');
  if ((await visit.session()) !== null) throw sessionAlreadyAvailable();
  const secrets = setup === null ? {} : { setup };
  return show(visit, await createFlow(visit, 'registration', { returnTo, secrets }), 200);
}

/** `GET /self-service/registration/flows`. */
export async function readRegistration(visit: Visit): Promise<Answer> {
  const flow = await loadFlow(visit, 'registration', 'id');
  checkOpen(visit, flow);
  return show(visit, flow, 200);
}

/** `POST /self-service/registration`: the account and a session at once. */
export async function submitRegistration(visit: Visit, values: FormValues): Promise<Answer> {
  const { context, request } = visit;
  const flow = await loadFlow(visit, 'registration', 'flow');
  checkOpen(visit, flow);
  checkForgery(visit, flow, values);
  if (flow.doneAt !== null || (await visit.session()) !== null) throw sessionAlreadyAvailable();
  await context.throttle.spend(`registration ${sourceBucket(request.source)}`, limits.registrationBySource);
  const method = methodsOf(visit).find((one) => one.registration.accepts(values));
  if (!method) return refuse(visit, flow, [{ message: message(4010003) }], values);
  flow.form = { active: method.group };
  const given = { ...inputOf(visit, flow), values };
  const half = method.registration;
  if ('leave' in half) {
    const left = await half.leave(given);
    if (left.kind === 'elsewhere') throw goElsewhere(left.to, 'The registration goes on elsewhere');
    return refuse(visit, flow, left.messages, values);
  }
  const traits = readTraits(values);
  const faults = [...traitFaults(traits), ...(await half.check(given, traits))];
  if (faults.length > 0) return refuse(visit, flow, faults, values);
  return settleRegistration(visit, flow, {
    traits,
    verified: false,
    attach: (db, identity) => half.attach(db, given, identity),
  });
}

/** Who registers, and what they sign in with from then on. */
export interface Registrant {
  traits: IdentityTraits;
  /** Whether it is proven already that the address is theirs. */
  verified: boolean;
  attach(db: Queryable, identity: StoredIdentity): Promise<ProvenBy>;
}

/** Makes the account, and signs it in; the form again when somebody has the address. */
export async function settleRegistration(
  visit: Visit,
  flow: StoredFlow,
  { traits, verified, attach }: Registrant,
): Promise<Answer> {
  const { context, request } = visit;
  const made = await context.db.transaction(async (db) => {
    const current = await findFlow(db, 'registration', flow.id, { lock: true });
    if (current === null || current.doneAt !== null) throw sessionAlreadyAvailable();
    const identity = await addIdentity(db, traits, { verified });
    if (identity === null) return null;
    await settleSetup(context, db, flow, identity);
    const proven = await attach(db, identity);
    const now = context.clock.now();
    await saveFlow(db, { ...flow, identityId: identity.id, doneAt: new Date(now) }, now);
    await visit.audit(db, {
      action: 'registration',
      result: 'ok',
      actorId: identity.id,
      actorName: identity.traits.email,
      details: { method: proven.method },
    });
    const started = await startSession(context, db, {
      identityId: identity.id,
      proven,
      step: 1,
      before: null,
      request,
    });
    return { identity, ...started };
  });
  if (made === null) return refuseRegistration(visit, flow, [{ message: message(4000007) }], traits);
  visit.setCookie(made.cookie);
  visit.renewCsrf();
  const page = flow.returnTo ?? '/';
  return {
    status: 200,
    body: {
      identity: toIdentity(made.identity, schemaUrl(context)),
      session: toSession(context, made.session, made.identity),
      continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: page }],
    },
    page,
  };
}

function refuse(visit: Visit, flow: StoredFlow, messages: PlacedMessage[], values: FormValues): Promise<Answer> {
  return refuseRegistration(visit, flow, messages, readTraits(values));
}

/** The form again, with what is wrong. */
export async function refuseRegistration(
  visit: Visit,
  flow: StoredFlow,
  messages: PlacedMessage[],
  traits: IdentityTraits,
): Promise<Answer> {
  flow.form = { ...flow.form, messages, values: writeTraits(traits) };
  await saveFlow(visit.context.db.pool, flow, visit.context.clock.now());
  return show(visit, flow, 400);
}

async function show(visit: Visit, flow: StoredFlow, status: number): Promise<Answer> {
  const nodes: FlowNode[] = traitNodes('default', flow.form.values ?? {});
  for (const method of methodsOf(visit)) nodes.push(...(await method.registration.nodes(inputOf(visit, flow))));
  return { status, kind: 'registration', flow: renderFlow(visit, flow, nodes) };
}

function inputOf(visit: Visit, flow: StoredFlow): MethodInput {
  return { context: visit.context, visit, flow, identity: null, kinds: new Set() };
}

/** Registration is for everyone where that is set, and for whoever makes the first account. */
export function isOpen({ context }: Visit, flow?: StoredFlow): boolean {
  return context.settings.registration || typeof flow?.secrets.setup === 'string';
}

/** Throws `self_service_flow_disabled` where registration is not open. */
function checkOpen(visit: Visit, flow?: StoredFlow): void {
  if (isOpen(visit, flow)) return;
  throw new FlowError(400, 'People join by invitation here', { id: 'self_service_flow_disabled' });
}

function methodsOf(visit: Visit): RegistrationMethod[] {
  return visit.context.methods.filter((one): one is RegistrationMethod => one.registration !== undefined);
}
