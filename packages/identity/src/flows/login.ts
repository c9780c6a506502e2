import type { FlowNode } from '@quarterdeck/contract';
import type { Answer } from '../http/answer.ts';
import type { FormValues } from '../http/negotiate.ts';
import { type CredentialKind, credentialKindsOf } from '../methods/credential-store.ts';
import type { LoginOutcome, Method, MethodInput } from '../methods/types.ts';
import { findIdentity, type StoredIdentity } from '../people/identity-store.ts';
import { hasSecondFactor, levelOf, type Session, startSession, toSession } from '../sessions/sessions.ts';
import type { Visit } from '../visit.ts';
import { FlowError, goElsewhere, sessionAlreadyAvailable } from './errors.ts';
import { checkForgery, createFlow, loadFlow, readReturnTo, renderFlow, serviceUrl } from './flow.ts';
import { findFlow, type StoredFlow, saveFlow } from './flow-store.ts';
import { message } from './messages.ts';
import { input } from './nodes.ts';
import { admitSecondStep, countSecondStep, forgetSecondStep } from './second-step.ts';

type LoginMethod = Method & { login: NonNullable<Method['login']> };

/** `GET /self-service/login/browser` (contract identity §1.2, §5.2). */
export async function createLogin(visit: Visit): Promise<Answer> {
  const { query } = visit.request;
  const level = query.get('aal') ?? 'aal1';
  if (level !== 'aal1' && level !== 'aal2') throw new FlowError(400, 'aal: expected aal1 or aal2');
  const returnTo = readReturnTo(visit);
  const session = await visit.session();
  if (level === 'aal2' && session === null) {
    throw new FlowError(401, 'The first step comes first', { id: 'session_aal1_required', page: '/login' });
  }
  const refresh = query.get('refresh') === 'true' && session !== null;
  const isHigher = session !== null && level === 'aal2' && levelOf(session) === 'aal1';
  if (session !== null && !refresh && !isHigher) throw sessionAlreadyAvailable();
  const flow = await createFlow(visit, 'login', {
    aal: level === 'aal2' ? 2 : 1,
    refresh,
    identityId: session?.identityId ?? null,
    returnTo,
  });
  return show(visit, flow, 200);
}

/** `GET /self-service/login/flows`. */
export async function readLogin(visit: Visit): Promise<Answer> {
  return show(visit, await loadFlow(visit, 'login', 'id'), 200);
}

/** `POST /self-service/login`. */
export async function submitLogin(visit: Visit, values: FormValues): Promise<Answer> {
  const { context } = visit;
  const flow = await loadFlow(visit, 'login', 'flow');
  checkForgery(visit, flow, values);
  if (flow.doneAt !== null) throw sessionAlreadyAvailable();
  const session = await visit.session();
  const identity = ownerOf(flow, session);
  const methods = loginMethods(visit, flow);
  const method = methods.find((one) => one.login.accepts(values));
  if (!method) return refuse(visit, flow, { kind: 'refused', messages: [{ message: message(4010002) }] });
  const kinds = identity === null ? new Set<CredentialKind>() : await credentialKindsOf(context.db.pool, identity.id);
  const second = flow.aal === 2 ? identity : null;
  if (second !== null) await admitSecondStep(visit, second);
  const outcome = await method.login.submit({ context, visit, flow, identity, kinds, values });
  if (outcome.kind === 'elsewhere') throw goElsewhere(outcome.to, 'The sign-in goes on elsewhere');
  flow.form = { active: method.group };
  if (outcome.kind === 'refused' && second !== null && outcome.failed) {
    await countSecondStep(visit, flow, second, session);
  }
  if (outcome.kind === 'proven' && second !== null) await forgetSecondStep(visit, second);
  return settleLogin(visit, flow, outcome);
}

/** Ends a login as its method found: signed in, or the form again. */
export async function settleLogin(visit: Visit, flow: StoredFlow, outcome: LoginOutcome): Promise<Answer> {
  if (outcome.kind === 'refused') return refuse(visit, flow, outcome);
  const session = await visit.session();
  const identity = ownerOf(flow, session);
  if (identity !== null && outcome.identity.id !== identity.id) {
    return refuse(visit, flow, { kind: 'refused', messages: [{ message: message(4000006) }] });
  }
  if (outcome.identity.state !== 'active') {
    await visit.audit(visit.context.db.pool, {
      action: 'sign_in',
      result: 'refused',
      actorId: outcome.identity.id,
      actorName: outcome.identity.traits.email,
      details: { method: outcome.method.method, reason: 'deactivated' },
    });
    return refuse(visit, flow, { kind: 'refused', messages: [{ message: message(4010011) }] });
  }
  return succeed(visit, flow, session, outcome);
}

async function succeed(
  visit: Visit,
  flow: StoredFlow,
  before: Session | null,
  { identity, method }: Exclude<LoginOutcome, { kind: 'refused' }>,
): Promise<Answer> {
  const { context } = visit;
  const step = flow.aal;
  const kinds = await credentialKindsOf(context.db.pool, identity.id);
  const started = await context.db.transaction(async (db) => {
    const current = await findFlow(db, 'login', flow.id, { lock: true });
    if (current === null || current.doneAt !== null) throw sessionAlreadyAvailable();
    const now = context.clock.now();
    await saveFlow(db, { ...flow, identityId: identity.id, doneAt: new Date(now) }, now);
    const action = step === 2 ? 'sign_in.second_factor' : flow.refresh ? 'sign_in.confirm' : 'sign_in';
    await visit.audit(db, {
      action,
      result: 'ok',
      actorId: identity.id,
      actorName: identity.traits.email,
      details: { method: method.method },
    });
    const begun = await startSession(context, db, {
      identityId: identity.id,
      proven: method,
      step,
      before,
      request: visit.request,
    });
    const isOwed = levelOf(begun.session) === 'aal1' && hasSecondFactor(kinds);
    if (!isOwed) {
      for (const one of context.methods) {
        await one.login?.afterwards?.(db, { context, visit, flow: current, identity, kinds });
      }
    }
    return { ...begun, isOwed };
  });
  visit.setCookie(started.cookie);
  if (before?.identityId !== identity.id) visit.renewCsrf();
  const returnTo = flow.returnTo ?? '/';
  if (started.isOwed) {
    throw goElsewhere(
      serviceUrl(context, 'self-service/login/browser', { aal: 'aal2', return_to: flow.returnTo }),
      'The second step is owed',
    );
  }
  return { status: 200, body: { session: toSession(context, started.session, identity) }, page: returnTo };
}

/** The form again, with what is wrong in it; what is no secret is shown again. */
async function refuse(
  visit: Visit,
  flow: StoredFlow,
  { messages, values }: Extract<LoginOutcome, { kind: 'refused' }>,
): Promise<Answer> {
  const { context } = visit;
  flow.form = { ...flow.form, messages, ...(values === undefined ? {} : { values }) };
  await saveFlow(context.db.pool, flow, context.clock.now());
  return show(visit, flow, 400);
}

async function show(visit: Visit, flow: StoredFlow, status: number): Promise<Answer> {
  const { context } = visit;
  const identity = flow.identityId === null ? null : await findIdentity(context.db.pool, flow.identityId);
  const kinds = identity === null ? new Set<CredentialKind>() : await credentialKindsOf(context.db.pool, identity.id);
  const given: MethodInput = { context, visit, flow, identity, kinds };
  const nodes: FlowNode[] = identifierNodes(flow, identity);
  for (const method of loginMethods(visit, flow)) nodes.push(...(await method.login.nodes(given)));
  const intro = flow.aal === 2 ? 1010004 : flow.refresh ? 1010003 : null;
  const messages = flow.form.messages ?? (intro === null ? [] : [{ message: message(intro) }]);
  return { status, kind: 'login', flow: renderFlow(visit, { ...flow, form: { ...flow.form, messages } }, nodes) };
}

/** Who signs in: asked at first, known and hidden on a refresh, not needed for a second step. */
function identifierNodes(flow: StoredFlow, identity: StoredIdentity | null): FlowNode[] {
  if (flow.aal === 2) return [];
  if (flow.refresh && identity !== null) {
    return [input('default', 'identifier', 'hidden', { value: identity.traits.email })];
  }
  const value = flow.form.values?.identifier;
  return [
    input('default', 'identifier', 'text', {
      required: true,
      autocomplete: 'username webauthn',
      ...(value === undefined ? {} : { value }),
      label: message(1070004),
    }),
  ];
}

/** Whose flow it is: on a refresh and a second step whoever is signed in, and nobody else. */
function ownerOf(flow: StoredFlow, session: Session | null): StoredIdentity | null {
  if (flow.aal === 1 && !flow.refresh) {
    if (session !== null) throw sessionAlreadyAvailable();
    return null;
  }
  if (session === null || session.identityId !== flow.identityId) {
    throw new FlowError(401, 'The first step comes first', { id: 'session_aal1_required', page: '/login' });
  }
  return session.identity;
}

function loginMethods(visit: Visit, flow: StoredFlow): LoginMethod[] {
  return visit.context.methods.filter((one): one is LoginMethod => one.login?.step === flow.aal);
}
