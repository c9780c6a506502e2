import { AppError, isUuid } from '@quarterdeck/contract';
import type { FastifyRequest } from 'fastify';
import type { Authz } from '../authz/types.ts';
import { SAFE_METHODS } from './guards.ts';
import type { Caller, GuardedAccess, Identify, RouteAccess } from './types.ts';

/** In standalone mode every call acts as this one local administrator. */
export const LOCAL_ADMIN: Caller = {
  id: '00000000-0000-0000-0000-000000000001',
  name: 'Local admin',
  email: 'admin@local',
  roles: ['admin'],
};

/** Who calls, and what decides about it. */
export interface AccessOptions {
  authz: Pick<Authz, 'decide' | 'allows' | 'mayKnowRules'>;
  /** The local administrator by default. */
  identify?: Identify | undefined;
}

/**
 * Finds the caller of a request, who is known from then on, and decides about the call. Throws `UNAUTHENTICATED` and
 * `ACCESS_DENIED`; the latter says which rule decided to those who may read permissions.
 */
export async function admit(
  { authz, identify }: AccessOptions,
  request: FastifyRequest,
  access: RouteAccess | undefined,
): Promise<Caller> {
  if (access === undefined || access === 'public') return ofPublicRoute(identify, request, access);
  const caller = identify === undefined ? LOCAL_ADMIN : await identify(request);
  request.caller = caller ?? NOBODY;
  if (caller === null) throw new AppError('UNAUTHENTICATED');
  if (caller.viewing !== undefined) onlyReads(request, access);
  if (access === 'login') return caller;
  const decision = authz.decide(caller, access, access.action);
  if (decision.kind === 'all' || (decision.kind === 'rows' && (await mayItem(authz, caller, request, access)))) {
    return caller;
  }
  throw denial(authz, caller, access, decision.rules);
}

/** Who views as another changes nothing, whatever that one may do. Throws `VIEWING_READ_ONLY`. */
function onlyReads({ method, routeOptions }: FastifyRequest, access: Exclude<RouteAccess, 'public'>): void {
  const isSafe = SAFE_METHODS.has(method) && routeOptions.config.changes !== true;
  const isRead = isSafe || (access !== 'login' && access.action === 'read');
  if (!isRead && routeOptions.config.whileViewing !== true) throw new AppError('VIEWING_READ_ONLY');
}

/**
 * For what changes access: whoever calls proved who they are a short while ago (contract identity §6.4), and is no token.
 * Throws `SESSION_REFRESH_REQUIRED` and `ACCESS_DENIED`.
 */
export function requirePrivileged({ isPrivileged, token }: Pick<Caller, 'isPrivileged' | 'token'>): void {
  if (token !== undefined) throw new AppError('ACCESS_DENIED', { message: 'A token may not do this' });
  if (isPrivileged === false) throw new AppError('SESSION_REFRESH_REQUIRED');
}

/** Someone who is not signed in, on routes that are open to everyone. */
const NOBODY: Caller = { id: '', name: '', email: '', roles: [] };

/** Whoever it is, if anyone: nothing that is wrong with a credential keeps its bearer from what is open to everyone. */
async function ofPublicRoute(
  identify: Identify | undefined,
  request: FastifyRequest,
  access: 'public' | undefined,
): Promise<Caller> {
  if (identify === undefined) return LOCAL_ADMIN;
  if (access === undefined) return NOBODY;
  try {
    return (await identify(request)) ?? NOBODY;
  } catch {
    return NOBODY;
  }
}

async function mayItem(
  authz: AccessOptions['authz'],
  caller: Caller,
  request: FastifyRequest,
  access: GuardedAccess,
): Promise<boolean> {
  if (access.byRow) return true;
  const item = access.item?.(request) ?? null;
  if (item === null) return false;
  // What is no id names nothing: the handler says so.
  return !isUuid(item.id) || authz.allows(caller, access, access.action, { [item.kind]: item.id });
}

/** The refusal of a call. */
function denial(
  authz: Pick<Authz, 'mayKnowRules'>,
  caller: Caller,
  { object, resource, action }: Pick<GuardedAccess, 'object' | 'resource' | 'action'>,
  rules: readonly string[],
): AppError {
  const why = rules.length > 0 ? rules : [`no rule allows ${action} on ${object} (${resource})`];
  return new AppError('ACCESS_DENIED', {
    details: { object, resource, action, ...(authz.mayKnowRules(caller) ? { rules: why } : {}) },
  });
}
