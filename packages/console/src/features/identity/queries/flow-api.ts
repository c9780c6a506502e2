import type { Flow, FlowErrorBody, FlowErrorId, FlowKind } from '@quarterdeck/contract';

/** What the identity service answered to a flow. */
export type FlowAnswer =
  /** The form, new or again with what is wrong in it. */
  | { kind: 'flow'; flow: Flow }
  /** It is done: the person is signed in. */
  | { kind: 'done' }
  | { kind: 'failed'; failure: FlowFailure };

/** Why there is no form. Programs look at `status` first: not every service names an id. */
export interface FlowFailure {
  /** 0: no answer came. */
  status: number;
  id?: FlowErrorId;
  message: string;
  redirectTo?: string;
  /** Seconds to wait, of a 429. */
  retryAfter?: number;
}

const BASE = '/api/.ory/self-service';

/** Creates a flow. */
export function createFlow(
  kind: FlowKind,
  query: Readonly<Record<string, string | undefined>>,
  headers: Record<string, string> = {},
): Promise<FlowAnswer> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  return call(`${BASE}/${kind}/browser${text === '' ? '' : `?${text}`}`, { headers });
}

/** Reads a flow that this browser has. */
export function readFlow(kind: FlowKind, id: string): Promise<FlowAnswer> {
  return call(`${BASE}/${kind}/flows?id=${encodeURIComponent(id)}`);
}

/** Submits a form. */
export function submitFlow(kind: FlowKind, id: string, values: Record<string, unknown>): Promise<FlowAnswer> {
  return call(`${BASE}/${kind}?flow=${encodeURIComponent(id)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  });
}

/**
 * Signs out and goes to the sign-in page, with the way back (contract identity §5.6). It goes there also when that fails:
 * whoever signs out is not shown anything more.
 */
export async function signOut(returnTo: string): Promise<void> {
  const { token } = await fetchJson(`${BASE}/logout/browser`).then(
    ({ body }) => ({ token: isRecord(body) && typeof body.logout_token === 'string' ? body.logout_token : '' }),
    () => ({ token: '' }),
  );
  if (token !== '') await fetchJson(`${BASE}/logout?token=${encodeURIComponent(token)}`).catch(() => undefined);
  location.assign(`/login?return_to=${encodeURIComponent(returnTo)}`);
}

/** The error that a sign-in met, as it was kept for this browser; null when it is not to be had. */
export async function readFlowError(id: string): Promise<{ error: unknown } | null> {
  const { status, body } = await fetchJson(`${BASE}/errors?id=${encodeURIComponent(id)}`);
  return status === 200 && isRecord(body) ? { error: body.error } : null;
}

async function call(path: string, init: RequestInit = {}): Promise<FlowAnswer> {
  let answer: Awaited<ReturnType<typeof fetchJson>>;
  try {
    answer = await fetchJson(path, init);
  } catch {
    return { kind: 'failed', failure: { status: 0, message: 'Network Error. Please try again.' } };
  }
  const { status, body, retryAfter } = answer;
  // A 400 may be the form again, or a refusal: its body tells which.
  if (isFlow(body) && (status === 200 || status === 400)) return { kind: 'flow', flow: body };
  if (status >= 200 && status < 300) return { kind: 'done' };
  return { kind: 'failed', failure: failureOf(status, body, retryAfter) };
}

function failureOf(status: number, body: unknown, retryAfter: string | null): FlowFailure {
  const envelope = isRecord(body) ? (body as Partial<FlowErrorBody>) : {};
  const error = isRecord(envelope.error) ? envelope.error : undefined;
  const wait = Number(retryAfter);
  return {
    status,
    ...(typeof error?.id === 'string' ? { id: error.id } : {}),
    message: typeof error?.message === 'string' ? error.message : 'Something went wrong',
    ...(typeof envelope.redirect_browser_to === 'string' ? { redirectTo: envelope.redirect_browser_to } : {}),
    ...(retryAfter !== null && wait > 0 ? { retryAfter: wait } : {}),
  };
}

async function fetchJson(path: string, init: RequestInit = {}) {
  const response = await fetch(path, {
    ...init,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...init.headers },
  });
  const text = await response.text();
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.status, body, retryAfter: response.headers.get('retry-after') };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFlow(value: unknown): value is Flow {
  return isRecord(value) && isRecord(value.ui) && Array.isArray(value.ui.nodes) && typeof value.id === 'string';
}
