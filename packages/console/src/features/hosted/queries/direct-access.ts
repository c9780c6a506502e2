import type { TenantToken } from '@quarterdeck/contract';
import type { DirectTarget, SendCall } from '../../../data/organization-fetch.ts';

/** A token is renewed this long before it ends. */
const RENEW_BEFORE_MS = 15_000;

export interface DirectAccessOptions {
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  now: () => number;
}

/**
 * The way to a backend that the page calls itself: with a token that lives in memory only, never with cookies. A refused
 * token is renewed once. Where no token is to be had the refusal of the control plane is the answer.
 */
export function createDirectAccess({ fetch, now }: DirectAccessOptions, target: DirectTarget): SendCall {
  let held: { token: string; endsMs: number } | null = null;
  let asking: Promise<Response | null> | null = null;

  /** Renews the token; what the control plane answers when it gives none. */
  function renew(): Promise<Response | null> {
    asking ??= askForToken().finally(() => {
      asking = null;
    });
    return asking;
  }

  async function askForToken(): Promise<Response | null> {
    const response = await fetch('/cp/token', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ org_id: target.organization_id }),
    });
    if (!response.ok) {
      held = null;
      return response;
    }
    const { token, expires_at } = (await response.json()) as TenantToken;
    held = { token, endsMs: Date.parse(expires_at) };
    return null;
  }

  function call(path: string, init: RequestInit, token: string): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(`${target.backend_url}${path.replace(/^\/api(?=\/|\?|$)/, '')}`, {
      ...init,
      headers,
      credentials: 'omit',
    });
  }

  return async (path, init = {}) => {
    if (held === null || held.endsMs - now() < RENEW_BEFORE_MS) {
      const refused = await renew();
      if (refused !== null) return refused.clone();
    }
    const used: string = held?.token ?? '';
    const response = await call(path, init, used);
    if (response.status !== 401) return response;
    if (held === null || held.token === used) {
      const refused = await renew();
      if (refused !== null) return response;
    }
    return call(path, init, held?.token ?? '');
  };
}
