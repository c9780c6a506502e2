import type { FlowKind } from '@quarterdeck/contract';
import type { FlowFailure } from '../queries/flow-api.ts';
import { providerTarget, safeTarget } from './safe-target.ts';

/** The page of each flow. */
export const FLOW_PAGES: Readonly<Record<FlowKind, string>> = {
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  settings: '/profile-settings',
};

/** What a page does about a failure (spec 000 §4, contract identity §5.1). */
export type Reaction =
  /** Leaves for another address of this origin. */
  | { kind: 'go'; to: string }
  /** Begins anew on the page of the flow; `toast` tells why. */
  | { kind: 'restart'; toast?: string; keepsReturnTo: boolean }
  /** Stays, and tells. */
  | { kind: 'tell'; text: string };

const TOASTS = {
  self_service_flow_return_to_forbidden: 'The return_to address is not allowed.',
  self_service_flow_expired: 'Your interaction expired, please fill out the form again.',
  security_csrf_violation: 'A security violation was detected, please fill out the form again.',
} as const;

export interface ReactionContext {
  flow: FlowKind;
  origin: string;
  /** Path and query of the page. */
  here: string;
  /** Where the person wants to be in the end. */
  returnTo: string | undefined;
  /** The button of a provider was pressed: the answer leads there. */
  leaves?: boolean;
}

/** Decides what to do about a failure. */
export function reactTo(
  { status, id, message, redirectTo, retryAfter }: FlowFailure,
  context: ReactionContext,
): Reaction {
  const { flow, origin, here, returnTo } = context;
  const go = (fallback: string): Reaction => ({
    kind: 'go',
    to: redirectTo === undefined ? fallback : safeTarget(redirectTo, origin, { allowSignIn: true }),
  });
  const back = encodeURIComponent(flow === 'settings' ? here : (returnTo ?? '/'));
  switch (id) {
    case 'session_aal2_required':
      return go(`/login?aal=aal2&return_to=${back}`);
    case 'session_already_available':
      return { kind: 'go', to: '/' };
    case 'session_refresh_required':
      return go(`/login?refresh=true&return_to=${encodeURIComponent(here)}`);
    case 'browser_location_change_required':
      return context.leaves ? { kind: 'go', to: providerTarget(redirectTo, origin) } : go('/');
    case 'session_inactive':
    case 'session_aal1_required':
      return {
        kind: 'go',
        to: `/login?return_to=${encodeURIComponent(flow === 'settings' ? here : (returnTo ?? '/'))}`,
      };
    case 'self_service_flow_return_to_forbidden':
      return { kind: 'restart', toast: TOASTS[id], keepsReturnTo: false };
    case 'self_service_flow_expired':
    case 'security_csrf_violation':
      return { kind: 'restart', toast: TOASTS[id], keepsReturnTo: true };
    case 'security_identity_mismatch':
    case 'self_service_flow_replaced':
      return { kind: 'restart', keepsReturnTo: true };
    case 'self_service_flow_disabled':
      return { kind: 'tell', text: message };
    default:
  }
  if (status === 410 || (status === 403 && flow === 'verification')) return { kind: 'restart', keepsReturnTo: true };
  if (status === 404) return { kind: 'restart', keepsReturnTo: true };
  if (status === 401) return { kind: 'go', to: `/login?return_to=${back}` };
  if (status === 422) return go('/');
  if (status === 429) return { kind: 'tell', text: waitText(retryAfter) };
  return { kind: 'tell', text: message };
}

function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return 'Too many attempts. Please wait.';
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds < 90 ? `${seconds} seconds` : `${minutes} minutes`;
  return `Too many attempts. Please try again in ${wait}.`;
}

const MAX_RESTARTS = 3;
const WINDOW_MS = 30_000;

/**
 * Whether a page may begin anew by itself once more: a browser that keeps no cookies would do so for ever. `times`: of
 * those before, in epoch milliseconds. Answers the times to keep, or null when it has to stop.
 */
export function mayRestart(times: readonly number[], nowMs: number): number[] | null {
  const recent = times.filter((time) => nowMs - time < WINDOW_MS);
  return recent.length >= MAX_RESTARTS ? null : [...recent, nowMs];
}
