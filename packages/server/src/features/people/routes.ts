import { AppError, toProblem } from '@quarterdeck/contract';
import type { Routes } from '../../platform/index.ts';
import type { PeopleService } from './service.ts';

/** Declares what administrators do with people (contract identity §9.2, §9.5). */
export function registerPeopleRoutes(http: Routes, people: PeopleService): void {
  http.route({
    method: 'POST',
    url: '/auth/invite_user',
    access: { object: 'auth', resource: 'identities', action: 'update' },
    handler: async (request, reply) => {
      try {
        return await people.invite(request, request.body);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'PERSON_EXISTS')) throw error;
        // The words of the contract (identity §9.5).
        const body = { ...toProblem(error), message: 'Error creating user' };
        return reply.code(error.status).type('application/problem+json; charset=utf-8').send(body);
      }
    },
  });
  http.route({
    method: 'POST',
    url: '/people/update',
    access: { object: 'people', resource: 'identities', action: 'update' },
    handler: (request) => people.update(request, request.body),
  });
  http.route({
    method: 'DELETE',
    url: '/people/:id',
    access: { object: 'people', resource: 'identities', action: 'delete' },
    handler: async (request, reply) => {
      const { id = '' } = request.params as { id?: string }; // the path names it
      await people.remove(request, id);
      return reply.code(204).send();
    },
  });
}
