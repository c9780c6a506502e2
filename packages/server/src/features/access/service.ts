import {
  AppError,
  isRole,
  isUuid,
  type Preferences,
  type Role,
  roles,
  type ViewingAs,
  type WhoAmI,
} from '@quarterdeck/contract';
import { type Authz, type Caller, requirePrivileged, type Viewing } from '../../platform/index.ts';
import type { AccessStore } from './store.ts';

/** What the routes of access answer (contract access §6.6, §6.7). */
export interface AccessService {
  whoAmI(caller: Caller): Promise<WhoAmI>;
  /** Roles of a person, or of another subject by name, that were given directly. */
  rolesOf(subject: string): Promise<string[]>;
  /**
   * Replaces the roles. Throws `REQUEST_INVALID`, `PERSON_NOT_FOUND`, `LAST_ADMIN`, and `SESSION_REFRESH_REQUIRED` for a
   * caller whose sign-in is not recent.
   */
  updateRoles(caller: Caller, person: string, body: unknown): Promise<void>;
  /** Replaces the roles in a transaction of the caller, who reloads the policies after it. */
  setRoles: AccessStore['setRoles'];
}

/** Makes the service. After roles changed this node knows at once; the others are told by the database. */
export function createAccessService(
  authz: Pick<Authz, 'rolesOf' | 'permissions' | 'reload'>,
  store: AccessStore,
  hostname: string,
  preferencesOf: (person: string) => Promise<Preferences | undefined>,
): AccessService {
  return {
    async whoAmI(caller) {
      const { id, name, email, viewing } = caller;
      // What a person chose of the console stays theirs while they view as another.
      const preferences = await preferencesOf(viewing?.by.id ?? id);
      return {
        message: 'success',
        payload: {
          user: { id, name, email },
          roles: authz.rolesOf(caller),
          permissions: authz.permissions(caller),
          hostname,
          ...(viewing ? { viewing: toViewingAs(caller, viewing) } : {}),
          ...(preferences ? { preferences } : {}),
        },
      };
    },
    rolesOf: (subject) => store.roles(subject),
    setRoles: store.setRoles,
    async updateRoles(caller, person, body) {
      requirePrivileged(caller);
      const wanted = rolesIn(body);
      if (!isUuid(person) || !(await store.isPerson(person))) throw new AppError('PERSON_NOT_FOUND');
      if ((await store.replaceRoles(person, wanted)) === 'last-admin') throw new AppError('LAST_ADMIN');
      await authz.reload();
    },
  };
}

function toViewingAs({ id, name }: Caller, { as, by, untilMs }: Viewing): ViewingAs {
  const whom = as === 'role' ? name : id;
  return { type: as, id: whom, name: name === '' ? whom : name, by: { id: by.id, name: by.name }, untilMs };
}

function rolesIn(body: unknown): Role[] {
  const given = typeof body === 'object' && body !== null && 'roles' in body ? body.roles : null;
  const expected = `a list of ${roles.join(', ')}`;
  if (!Array.isArray(given)) throw refuse(expected);
  return [...new Set(given)].map((role) => {
    if (typeof role !== 'string' || !isRole(role)) throw refuse(expected);
    return role;
  });
}

function refuse(expected: string): AppError {
  return new AppError('REQUEST_INVALID', {
    message: `roles: expected ${expected}`,
    details: { field: 'roles', expected },
  });
}
