import type { FlowNode } from '@quarterdeck/contract';
import type { Queryable } from '../database.ts';
import type { Answer } from '../http/answer.ts';
import type { FormValues } from '../http/negotiate.ts';
import { credentialKindsOf } from '../methods/credential-store.ts';
import type { Method, SettingsInput, SettingsOutcome } from '../methods/types.ts';
import { findIdentity, toIdentity } from '../people/identity-store.ts';
import { requireSession } from '../sessions/routes.ts';
import { endSessions } from '../sessions/session-store.ts';
import { isPrivileged, type Session, schemaUrl, startSession } from '../sessions/sessions.ts';
import type { Visit } from '../visit.ts';
import { FlowError, flowNotFound, goElsewhere } from './errors.ts';
import {
  checkForgery,
  consoleUrl,
  createFlow,
  flowPage,
  loadFlow,
  readReturnTo,
  renderFlow,
  serviceUrl,
} from './flow.ts';
import { findFlow, type StoredFlow, saveFlow, saveSecrets } from './flow-store.ts';
import { message } from './messages.ts';

type SettingsMethod = Method & { settings: NonNullable<Method['settings']> };

/** `GET /self-service/settings/browser` (contract identity §1.2, §5.3). */
export async function createSettings(visit: Visit): Promise<Answer> {
  const returnTo = readReturnTo(visit);
  const session = await requireSession(visit, returnTo);
  const flow = await createFlow(visit, 'settings', { identityId: session.identityId, returnTo });
  return show(visit, flow, 200);
}

/** `GET /self-service/settings/flows`. */
export async function readSettings(visit: Visit): Promise<Answer> {
  const flow = await loadFlow(visit, 'settings', 'id');
  checkOwner(await requireSession(visit, flowPage(flow)), flow);
  return show(visit, flow, 200);
}

/** `POST /self-service/settings`. */
export async function submitSettings(visit: Visit, values: FormValues): Promise<Answer> {
  const { context } = visit;
  const session = await requireSession(visit);
  const flow = await loadFlow(visit, 'settings', 'flow');
  checkOwner(session, flow);
  checkForgery(visit, flow, values);
  const { identity, kinds } = session;
  const method = methodsOf(visit).find((one) => one.settings.accepts(values));
  if (!method) return refused(visit, flow, { kind: 'refused', messages: [{ message: message(4010004) }] });
  const given = { context, visit, flow, identity, kinds, values };
  if (method.settings.isPrivileged(given)) checkPrivileged(visit, session, flow);
  const left = await method.settings.leave?.(given);
  if (left?.kind === 'elsewhere') throw goElsewhere(left.to, 'The change goes on elsewhere');
  flow.form = { active: method.group };
  if (left?.kind === 'refused') return refused(visit, flow, left);
  return settleSettings(visit, session, flow, (current, db) => method.settings.submit({ ...given, flow: current, db }));
}

/** Does what a form asks for in one transaction with its flow, and shows what came of it. */
export async function settleSettings(
  visit: Visit,
  session: Session,
  flow: StoredFlow,
  act: (current: StoredFlow, db: Queryable) => Promise<SettingsOutcome>,
): Promise<Answer> {
  const { context } = visit;
  const outcome = await context.db.transaction(async (db) => {
    const current = await findFlow(db, 'settings', flow.id, { lock: true });
    if (current === null) throw flowNotFound();
    const found = await act(current, db);
    flow.secrets = current.secrets;
    if (found.kind === 'refused') return { found, cookie: null };
    if (found.kind === 'saved') await noteSaved(visit, session, found, db);
    const cookie =
      found.kind === 'saved' && found.proven
        ? (
            await startSession(context, db, {
              identityId: session.identityId,
              proven: found.proven,
              step: 2,
              before: session,
              request: visit.request,
            })
          ).cookie
        : null;
    flow.state = found.kind === 'saved' ? 'success' : flow.state;
    flow.form.messages = found.kind === 'saved' ? [{ message: message(1050001) }] : [];
    await saveFlow(db, flow, context.clock.now());
    await saveSecrets(db, flow);
    return { found, cookie };
  });
  if (outcome.cookie !== null) visit.setCookie(outcome.cookie);
  const { found } = outcome;
  if (found.kind === 'refused') return refused(visit, flow, found);
  const continueWith = found.kind === 'saved' ? await found.after?.() : undefined;
  return { ...(await show(visit, flow, 200)), ...(continueWith === undefined ? {} : { continueWith }) };
}

async function noteSaved(
  visit: Visit,
  session: Session,
  { action, target, endOthers }: Extract<SettingsOutcome, { kind: 'saved' }>,
  db: Parameters<typeof endSessions>[0],
): Promise<void> {
  if (endOthers) await endSessions(db, session.identityId, { except: session.id });
  await visit.audit(db, {
    action,
    ...(target === undefined ? {} : { target }),
    result: 'ok',
    actorId: session.identityId,
    actorName: session.identity.traits.email,
  });
}

async function refused(
  visit: Visit,
  flow: StoredFlow,
  { messages, values }: Extract<SettingsOutcome, { kind: 'refused' }>,
): Promise<Answer> {
  flow.form = { ...flow.form, messages, ...(values === undefined ? {} : { values }) };
  await saveFlow(visit.context.db.pool, flow, visit.context.clock.now());
  return show(visit, flow, 400);
}

async function show(visit: Visit, flow: StoredFlow, status: number): Promise<Answer> {
  const { context } = visit;
  const identity = flow.identityId === null ? null : await findIdentity(context.db.pool, flow.identityId);
  if (identity === null) throw flowNotFound();
  const kinds = await credentialKindsOf(context.db.pool, identity.id);
  const given: SettingsInput = { context, visit, flow, identity, kinds };
  const nodes: FlowNode[] = [];
  for (const method of methodsOf(visit)) nodes.push(...(await method.settings.nodes(given)));
  const rendered = renderFlow(visit, flow, nodes);
  return { status, kind: 'settings', flow: { ...rendered, identity: toIdentity(identity, schemaUrl(context)) } };
}

/** Throws `session_refresh_required` when the last sign-in is too long ago to change credentials. */
export function checkPrivileged({ context }: Visit, session: Session, flow: StoredFlow): void {
  if (isPrivileged(context, session)) return;
  throw new FlowError(403, 'Please confirm first that it is you', {
    id: 'session_refresh_required',
    redirectTo: serviceUrl(context, 'self-service/login/browser', {
      refresh: 'true',
      return_to: consoleUrl(context, flowPage(flow)),
    }),
  });
}

/** Throws `security_identity_mismatch` for a form of somebody else. */
export function checkOwner(session: Session, flow: StoredFlow): void {
  if (session.identityId === flow.identityId) return;
  throw new FlowError(403, 'The form belongs to somebody else', { id: 'security_identity_mismatch' });
}

function methodsOf(visit: Visit): SettingsMethod[] {
  return visit.context.methods.filter((one): one is SettingsMethod => one.settings !== undefined);
}
