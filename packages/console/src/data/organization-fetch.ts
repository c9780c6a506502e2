import { ORGANIZATION_HEADER } from '@quarterdeck/contract';

/** The part of `fetch` that the console uses: paths of its own server. */
export type SendCall = (path: string, init?: RequestInit) => Promise<Response>;

/** What the control plane says of an organisation whose backend the page calls itself. */
export interface DirectTarget {
  organization_id: string;
  backend_url: string;
}

export interface OrganizationFetchOptions {
  fetch: SendCall;
  /** Opens the page anew: it belongs to another organisation than the session now. */
  reload: () => void;
  /** Loads the way to a backend that the page calls itself. */
  loadDirect: (target: DirectTarget) => Promise<SendCall>;
}

/**
 * The way to the server in every mode. In hosted mode answers name an organisation: the page stays with the first one,
 * names it with each call from then on, and is opened anew when the session moved to another; where it is told to, it
 * calls the backend itself (contract identity §8.4). In the other modes nothing is added.
 */
export function createOrganizationFetch({ fetch, reload, loadDirect }: OrganizationFetchOptions): SendCall {
  let organization: string | null = null;
  let direct: Promise<SendCall> | null = null;

  return async (path, init = {}) => {
    if (!isBackendCall(path)) return fetch(path, init);
    if (direct !== null) return (await direct)(path, init);
    const response = await fetch(path, organization === null ? init : named(init, organization));
    const told = response.headers.get(ORGANIZATION_HEADER);
    if (told === null) return response;
    if (told !== '') organization ??= told;
    const problem = response.status === 409 ? await readProblem(response) : null;
    if (problem?.code === 'ORGANIZATION_SWITCHED' || (told !== '' && told !== organization)) {
      reload();
      return new Promise(() => undefined);
    }
    const target = problem?.code === 'ORGANIZATION_DIRECT' ? directTarget(problem.details) : null;
    if (target === null) return response;
    direct ??= loadDirect(target);
    return (await direct)(path, init);
  };
}

/** What goes on to a backend: all of `/api` but what the control plane answers itself. */
function isBackendCall(path: string): boolean {
  return path.startsWith('/api/') && !path.startsWith('/api/bootstrap');
}

function named(init: RequestInit, organization: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set(ORGANIZATION_HEADER, organization);
  return { ...init, headers };
}

async function readProblem(response: Response): Promise<{ code?: unknown; details?: unknown }> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null ? body : {};
}

function directTarget(details: unknown): DirectTarget | null {
  if (typeof details !== 'object' || details === null) return null;
  const { organization_id, backend_url } = details as Partial<Record<keyof DirectTarget, unknown>>;
  return typeof organization_id === 'string' && typeof backend_url === 'string'
    ? { organization_id, backend_url }
    : null;
}
