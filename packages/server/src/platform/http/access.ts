import { AppError, type WhoAmI } from '@quarterdeck/contract';
import type { Caller, RouteAccess } from './types.ts';

/** In standalone mode every call acts as this one local administrator. */
export const LOCAL_ADMIN: Caller = {
  id: '00000000-0000-0000-0000-000000000001',
  name: 'Local admin',
  email: 'admin@local',
  roles: ['admin'],
};

/** Decides about one call. Throws `ACCESS_DENIED`. An administrator may do everything. */
export function authorise(caller: Caller, access: RouteAccess): void {
  if (access === 'public' || caller.roles.includes('admin')) return;
  throw new AppError('ACCESS_DENIED', { details: { resource: access.resource, action: access.action } });
}

/** The answer of `GET /api/auth/whoami` (contract http-calls §4.1). */
export function whoAmI(caller: Caller): WhoAmI {
  const { id, name, email, roles } = caller;
  return { message: 'success', payload: { user: { id, name, email }, roles: [...roles], permissions: [] } };
}
