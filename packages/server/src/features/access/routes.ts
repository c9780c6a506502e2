import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/index.ts';
import type { AccessService } from './service.ts';
import { readWhyQuestion, type WhyService } from './why.ts';

const RBAC = { object: 'rbac', resource: 'rbac' } as const;

function idOf(request: FastifyRequest): string {
  const { id = '' } = request.params as { id?: string }; // the path names it
  return id;
}

/** Declares who the caller is, policies, and roles of people (contract access §6.6, §6.7). */
export function registerAccessRoutes(
  { http, authz }: Pick<Platform, 'http' | 'authz'>,
  service: AccessService,
  { why }: WhyService,
): void {
  http.route({
    method: 'GET',
    url: '/auth/whoami',
    access: 'login',
    handler: ({ caller }) => service.whoAmI(caller),
  });
  http.route({
    method: 'GET',
    url: '/rbac/permissions',
    access: 'login',
    handler: ({ caller }) => ({ message: 'success', payload: authz.permissions(caller) }),
  });
  http.route({
    method: 'GET',
    url: '/rbac/dump',
    access: { ...RBAC, action: 'read' },
    handler: () => ({ message: 'success', payload: authz.permissions(null) }),
  });
  // The service lets a caller ask about themselves, and who may change roles about anybody.
  http.route({
    method: 'GET',
    url: '/rbac/why',
    access: 'login',
    handler: ({ caller, query }) => why(caller, readWhyQuestion(query)),
  });
  http.route({
    method: 'GET',
    url: '/rbac/:id/roles',
    access: { ...RBAC, action: 'read' },
    handler: async (request) => ({ payload: await service.rolesOf(idOf(request)) }),
  });
  http.route({
    method: 'POST',
    url: '/rbac/:id/update_role',
    access: { ...RBAC, action: 'update' },
    handler: async (request) => {
      await service.updateRoles(request.caller, idOf(request), request.body);
      return { message: 'success' };
    },
  });
}
