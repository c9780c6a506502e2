import { errorText } from '@quarterdeck/contract';
import type { IdentityContext } from './context.ts';
import { addFlowError, findFlowError } from './flows/error-store.ts';
import { csrfViolation, FlowError, flowErrorBody, flowNotFound } from './flows/errors.ts';
import { consoleUrl } from './flows/flow.ts';
import { createLogin, readLogin, submitLogin } from './flows/login.ts';
import { createLogout, submitLogout } from './flows/logout.ts';
import { createRecovery, openRecoveryLink, readRecovery, submitRecovery } from './flows/recovery.ts';
import { createRegistration, readRegistration, submitRegistration } from './flows/registration.ts';
import { createSettings, readSettings, submitSettings } from './flows/settings.ts';
import {
  createVerification,
  openVerificationLink,
  readVerification,
  submitVerification,
} from './flows/verification.ts';
import { type Answer, respond } from './http/answer.ts';
import { type FormValues, readForm, submitsJson, wantsJson } from './http/negotiate.ts';
import type { IdentityRequest, IdentityResponse } from './http/types.ts';
import { returnByForm, returnFromProvider } from './methods/oidc/callback.ts';
import { endOneSession, endOtherSessions, listSessions, whoAmI } from './sessions/routes.ts';
import { beginVisit, type Visit } from './visit.ts';

type Ask = (visit: Visit) => Promise<Answer>;
type Submit = (visit: Visit, values: FormValues) => Promise<Answer>;

const asks: Readonly<Record<string, Ask>> = {
  'GET /self-service/login/browser': createLogin,
  'GET /self-service/login/flows': readLogin,
  'GET /self-service/registration/browser': createRegistration,
  'GET /self-service/registration/flows': readRegistration,
  'GET /self-service/recovery/browser': createRecovery,
  'GET /self-service/recovery/flows': readRecovery,
  'GET /self-service/recovery': openRecoveryLink,
  'GET /self-service/verification/browser': createVerification,
  'GET /self-service/verification/flows': readVerification,
  'GET /self-service/verification': openVerificationLink,
  'GET /self-service/settings/browser': createSettings,
  'GET /self-service/settings/flows': readSettings,
  'GET /self-service/logout/browser': createLogout,
  'GET /self-service/logout': submitLogout,
  'GET /self-service/errors': readError,
  'GET /sessions/whoami': whoAmI,
  'GET /sessions': listSessions,
  'DELETE /sessions': endOtherSessions,
};

const submits: Readonly<Record<string, Submit>> = {
  'POST /self-service/login': submitLogin,
  'POST /self-service/registration': submitRegistration,
  'POST /self-service/recovery': submitRecovery,
  'POST /self-service/verification': submitVerification,
  'POST /self-service/settings': submitSettings,
};

/**
 * Answers a call of the self-service protocol (contract identity §1). Every refusal is an answer of the protocol; only a
 * failure of the database or a defect is logged and answered without its text.
 */
export async function handleIdentityCall(
  context: IdentityContext,
  request: IdentityRequest,
): Promise<IdentityResponse> {
  const visit = beginVisit(context, request);
  const json = answersJson(request);
  try {
    return respond(visit, await dispatch(visit), json);
  } catch (error) {
    return refuse(visit, error instanceof FlowError ? error : defect(context, request, error), json);
  }
}

async function dispatch(visit: Visit): Promise<Answer> {
  const { method, path } = visit.request;
  const name = `${method} ${path}`;
  const ask = asks[name];
  if (ask) return ask(visit);
  const submit = submits[name];
  if (submit) return submit(visit, formOf(visit));
  const [, provider] = CALLBACK.exec(path) ?? [];
  if (provider !== undefined && method === 'GET') return returnFromProvider(visit, provider);
  if (provider !== undefined && method === 'POST') return returnByForm(visit, provider, formOf(visit));
  const [, id] = /^DELETE \/sessions\/([^/]+)$/.exec(name) ?? [];
  if (id !== undefined) return endOneSession(visit, id);
  throw new FlowError(404, 'There is nothing at this address');
}

/** Where the providers of social sign-in send people back to. */
const CALLBACK = /^\/self-service\/methods\/oidc\/callback\/([a-z0-9-]+)$/;

function formOf(visit: Visit): FormValues {
  const values = readForm(visit.request);
  if (values === null) throw new FlowError(400, 'The body is neither JSON nor a form that can be read');
  return values;
}

/** Whether an answer is JSON: what comes from a provider never is. */
function answersJson(request: IdentityRequest): boolean {
  if (CALLBACK.test(request.path)) return false;
  return request.method === 'POST' ? submitsJson(request) : wantsJson(request) || !isPage(request);
}

/** Whether a call may be a visit of a page: creations, sign-out and links; all else is for programs. */
function isPage({ method, path }: IdentityRequest): boolean {
  return (
    method === 'GET' && (path.endsWith('/browser') || /^\/self-service\/(logout|recovery|verification)$/.test(path))
  );
}

/** `GET /self-service/errors`: for the browser that met the error. */
async function readError(visit: Visit): Promise<Answer> {
  const { context, request } = visit;
  const id = request.query.get('id') ?? '';
  const found = /^[0-9a-f-]{36}$/i.test(id) ? await findFlowError(context.db.pool, id) : null;
  if (found === null) throw flowNotFound();
  const secret = context.csrf.secretOf(request);
  if (found.csrfHash !== null && (secret === undefined || !context.csrf.hash(secret).equals(found.csrfHash))) {
    throw csrfViolation();
  }
  const at = found.createdAt.toISOString();
  return { status: 200, body: { id, error: found.error, created_at: at, updated_at: at }, page: '/error' };
}

/** A refusal as JSON, or as the page that goes on with it. */
async function refuse(visit: Visit, refusal: FlowError, json: boolean): Promise<IdentityResponse> {
  const { context } = visit;
  const body = flowErrorBody(refusal);
  const { redirectTo, page, headers = {} } = refusal.options;
  if (json) return respond(visit, { status: refusal.status, body, page: '/', headers }, true);
  const target = redirectTo ?? page;
  if (target !== undefined)
    return respond(visit, { status: 303, body: null, page: consoleUrl(context, target) }, false);
  const id = await addFlowError(context.db.pool, context.csrf.hash(visit.csrfSecret()), body.error);
  return respond(visit, { status: 303, body: null, page: `/error?id=${id}` }, false);
}

function defect({ log }: IdentityContext, { method, path }: IdentityRequest, error: unknown): FlowError {
  log.error({ method, path, error: errorText(error) }, 'a call of the identity service failed');
  return new FlowError(500, 'Something went wrong', { cause: error });
}
