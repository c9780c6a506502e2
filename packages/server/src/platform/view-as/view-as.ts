import { isRole, type Role } from '@quarterdeck/contract';
import type { Queryable } from '@quarterdeck/identity';
import type { Clock } from '@quarterdeck/kit';
import type { Authz } from '../authz/types.ts';
import type { Caller, Identify } from '../http/types.ts';
import { givenRoles } from '../tenant/membership-store.ts';
import { findView, type StoredView } from './view-store.ts';

export interface ViewAsOptions {
  db: Queryable;
  clock: Pick<Clock, 'now'>;
  authz: Pick<Authz, 'rolesOf'>;
}

/**
 * How callers are known, with those who view as another. The view stands in the database under the session: whatever the
 * browser sends or leaves out, every call of the session is narrowed, streams and downloads too, and with the session the
 * view is gone. It counts for administrators alone, and only for the one who began it.
 */
export function withViewAs(identify: Identify, { db, clock, authz }: ViewAsOptions): Identify {
  return async (request) => {
    const caller = await identify(request);
    if (caller?.session === undefined || !authz.rolesOf(caller).includes('admin')) return caller;
    const view = await findView(db, caller.session, clock.now());
    if (view === null || view.viewer !== caller.id) return caller;
    return viewedBy(caller, view, view.type === 'person' ? await givenRoles(db, view.id) : []);
  };
}

/** A role is no person: nobody has this id. */
const NO_PERSON = '00000000-0000-0000-0000-000000000000';

/**
 * The caller that an administrator becomes. A person who is gone meanwhile has no rights that could be seen. `given`: the
 * roles of a person by the organisation.
 */
function viewedBy(admin: Caller, { type, id, name, email, untilMs }: StoredView, given: readonly Role[]): Caller {
  // In hosted mode the administrator is known for a minute at a time, the view goes on.
  const viewing = { by: admin, as: type, untilMs };
  const shared = { isPrivileged: false, untilMs: Math.min(untilMs, admin.untilMs ?? untilMs), viewing };
  if (type === 'person') return { id, name, email, roles: given, ...shared };
  return { id: NO_PERSON, name: id, email: '', roles: isRole(id) ? [id] : [], ...shared };
}
