import type { FastifyRequest } from 'fastify';
import type { Routes } from '../../platform/index.ts';
import type { TokenService } from './service.ts';

/** Declares the calls about tokens (contract identity §9.3). No answer may be kept: one shows a token. */
export function registerTokenRoutes(http: Routes, service: TokenService): void {
  http.route({
    method: 'POST',
    url: '/auth/create_token',
    access: 'login',
    handler: ({ caller, body }, reply) => {
      reply.header('cache-control', 'no-store');
      return service.create(caller, body);
    },
  });
  http.route({
    method: 'GET',
    url: '/auth/tokens',
    access: 'login',
    handler: async ({ caller }, reply) => {
      reply.header('cache-control', 'no-store');
      return { message: 'success', payload: await service.list(caller) };
    },
  });
  http.route({
    method: 'DELETE',
    url: '/auth/token/:id',
    access: 'login',
    handler: async (request: FastifyRequest) => {
      const { id = '' } = request.params as { id?: string }; // the path names it
      await service.remove(request.caller, id);
      return { message: 'success' };
    },
  });
}
