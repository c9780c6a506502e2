import { type Flow, type FlowKind, type FlowNode, isUuid } from '@quarterdeck/contract';
import type { IdentityContext } from '../context.ts';
import type { FormValues } from '../http/negotiate.ts';
import { parseReturnTo, relativeTo } from '../http/return-to.ts';
import type { IdentityRequest } from '../http/types.ts';
import { limits, sourceBucket } from '../throttle/throttle.ts';
import type { Visit } from '../visit.ts';
import { csrfViolation, FlowError, flowNotFound } from './errors.ts';
import { addFlow, findFlow, type StoredFlow } from './flow-store.ts';
import { message } from './messages.ts';
import { csrfNode, placeMessages } from './nodes.ts';

/** The console's page of each flow. */
const pages: Readonly<Record<FlowKind, string>> = {
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  settings: '/profile-settings',
};

/** What the replacement of an expired flow says. */
const expiredMessages: Readonly<Record<FlowKind, number>> = {
  login: 4010001,
  registration: 4040001,
  recovery: 4060005,
  verification: 4070005,
  settings: 4050001,
};

/** Where a creation asks to go back to, checked; null when it does not ask. Throws when the place is not allowed. */
export function readReturnTo(visit: Visit, name = 'return_to'): string | null {
  const text = visit.request.query.get(name);
  if (text === null || text === '') return null;
  const { consoleUrl, allowedReturnUrls } = visit.context.settings;
  const url = parseReturnTo(text, consoleUrl, allowedReturnUrls);
  if (url === null) {
    throw new FlowError(400, 'The return_to address is not allowed', { id: 'self_service_flow_return_to_forbidden' });
  }
  return relativeTo(url, consoleUrl);
}

/** What a new flow is given beyond its kind. */
export type NewFlow = Partial<Pick<StoredFlow, 'identityId' | 'aal' | 'refresh' | 'returnTo' | 'form' | 'secrets'>> & {
  /** An invitation: any browser may go on with it. */
  anyBrowser?: boolean;
  lifespanS?: number;
};

/** Makes a flow for this browser. */
export async function createFlow(visit: Visit, kind: FlowKind, given: NewFlow = {}): Promise<StoredFlow> {
  const { context, request } = visit;
  await context.throttle.spend(`flows ${sourceBucket(request.source)}`, limits.flowsBySource);
  const now = context.clock.now();
  return addFlow(context.db.pool, {
    kind,
    state: kind === 'settings' ? 'show_form' : 'choose_method',
    identityId: given.identityId ?? null,
    csrfHash: given.anyBrowser ? null : context.csrf.hash(visit.csrfSecret()),
    requestUrl: publicUrl(context, request),
    returnTo: given.returnTo ?? null,
    aal: given.aal ?? 1,
    refresh: given.refresh ?? false,
    form: given.form ?? {},
    secrets: given.secrets ?? {},
    issuedAt: new Date(now),
    expiresAt: new Date(now + (given.lifespanS ?? context.settings.flowLifespanS) * 1000),
  });
}

/** Reads the flow that a request names, for the browser that it was made for. `name`: of the parameter. */
export async function loadFlow(visit: Visit, kind: FlowKind, name: 'id' | 'flow'): Promise<StoredFlow> {
  return openFlow(visit, kind, visit.request.query.get(name) ?? '', name === 'flow');
}

/** Reads a flow by its id, for the browser that it was made for. `isSubmit`: one that has ended is replaced. */
export async function openFlow(visit: Visit, kind: FlowKind, id: string, isSubmit: boolean): Promise<StoredFlow> {
  const flow = isUuid(id) ? await findFlow(visit.context.db.pool, kind, id) : null;
  if (flow === null) throw flowNotFound();
  if (kind !== 'settings' && !isOfBrowser(visit, flow)) throw csrfViolation();
  if (flow.expiresAt.getTime() <= visit.context.clock.now()) throw await expired(visit, flow, isSubmit);
  return flow;
}

/**
 * Refuses a submit that this browser's own page did not send: its token must fit the cookie, and no other site may be
 * its origin (contract identity §1.1, §6.5). A form that leads to a provider needs no token where the browser itself
 * tells that the page is of this origin.
 */
export function checkForgery(visit: Visit, flow: StoredFlow, values: FormValues): void {
  const { context, request } = visit;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeign = (origin !== undefined && origin !== context.settings.consoleUrl.origin) || site === 'cross-site';
  if (isForeign) throw csrfViolation();
  if (flow.csrfHash === null) return;
  const secret = context.csrf.secretOf(request);
  const token = values.csrf_token ?? request.headers['x-csrf-token'] ?? '';
  if (token === '' && leadsToProvider(values) && (origin !== undefined || site === 'same-origin')) return;
  if (secret === undefined || !context.csrf.matches(secret, token)) throw csrfViolation();
}

function leadsToProvider({ provider, link, unlink, method = 'oidc' }: FormValues): boolean {
  return method === 'oidc' && (provider ?? link ?? unlink) !== undefined;
}

function isOfBrowser(visit: Visit, flow: StoredFlow): boolean {
  if (flow.csrfHash === null) return true;
  const secret = visit.context.csrf.secretOf(visit.request);
  return secret !== undefined && visit.context.csrf.hash(secret).equals(flow.csrfHash);
}

/** A submit after the end gets a fresh flow to go on with; a read only learns where to begin again. */
async function expired(visit: Visit, flow: StoredFlow, isSubmit: boolean): Promise<FlowError> {
  const since = visit.context.clock.now() - flow.expiresAt.getTime();
  const page = pages[flow.kind];
  if (!isSubmit) {
    const bare = flow.kind !== 'login' && flow.kind !== 'registration';
    return new FlowError(410, 'The form expired', {
      ...(bare ? {} : { id: 'self_service_flow_expired' as const }),
      page,
      details: { redirect_to: consoleUrl(visit.context, page), return_to: flow.returnTo ?? '/' },
    });
  }
  const { identityId, aal, refresh, returnTo } = flow;
  const next = await createFlow(visit, flow.kind, {
    identityId: flow.kind === 'settings' ? identityId : null,
    aal,
    refresh,
    returnTo,
    form: { messages: [{ message: message(expiredMessages[flow.kind]) }] },
  });
  return new FlowError(410, 'The form expired', {
    id: 'self_service_flow_expired',
    page: flowPage(next),
    extra: { use_flow_id: next.id, expired_at: flow.expiresAt.toISOString(), since },
  });
}

/** The flow as it is answered. */
export function renderFlow(visit: Visit, flow: StoredFlow, nodes: readonly FlowNode[]): Flow {
  const { context } = visit;
  const all = flow.csrfHash === null ? [...nodes] : [csrfNode(context.csrf.token(visit.csrfSecret())), ...nodes];
  const messages = placeMessages(all, flow.form.messages ?? []);
  const at = flow.issuedAt.toISOString();
  return {
    id: flow.id,
    type: 'browser',
    issued_at: at,
    expires_at: flow.expiresAt.toISOString(),
    request_url: flow.requestUrl,
    ...(flow.returnTo === null ? {} : { return_to: flow.returnTo }),
    ...(flow.form.active === undefined ? {} : { active: flow.form.active }),
    state: flow.state,
    ui: {
      action: new URL(`self-service/${flow.kind}?flow=${flow.id}`, context.settings.baseUrl).href,
      method: 'POST',
      nodes: all,
      ...(messages.length > 0 ? { messages } : {}),
    },
    ...(flow.kind === 'login'
      ? {
          refresh: flow.refresh,
          requested_aal: flow.aal === 2 ? ('aal2' as const) : ('aal1' as const),
          created_at: at,
          updated_at: flow.updatedAt.toISOString(),
        }
      : {}),
  };
}

/** The page of a flow, as a path of the console. */
export function flowPage(flow: Pick<StoredFlow, 'kind' | 'id'>): string {
  return `${pages[flow.kind]}?flow=${flow.id}`;
}

/** An address of the console. */
export function consoleUrl({ settings }: Pick<IdentityContext, 'settings'>, path: string): string {
  return new URL(path, settings.consoleUrl).href;
}

/** An address of the service's own calls. */
export function serviceUrl(
  { settings }: Pick<IdentityContext, 'settings'>,
  path: string,
  query: Readonly<Record<string, string | null>> = {},
): string {
  const url = new URL(path, settings.baseUrl);
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

function publicUrl(context: IdentityContext, request: IdentityRequest): string {
  const query = request.query.toString();
  return new URL(`${request.path.replace(/^\//, '')}${query === '' ? '' : `?${query}`}`, context.settings.baseUrl).href;
}
