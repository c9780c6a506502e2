import type { IdentityRequest, IdentityService } from '@quarterdeck/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from '../../platform/index.ts';

/** Where the service answers: the second name is for tools that know the reference's (contract identity §0). */
const BASES = ['/api/.ory', '/kratos'] as const;
const METHODS = ['GET', 'POST', 'DELETE'] as const;

/**
 * Declares the calls of the identity service. They are public: the service itself tells whose they are, and checks every
 * submit against forgery. `hasPublicAddress`: links lead there, not to where the browser came.
 */
export function registerIdentityRoutes(
  http: Routes,
  service: Pick<IdentityService, 'handle'>,
  hasPublicAddress: boolean,
): void {
  for (const base of BASES) {
    for (const method of METHODS) {
      http.route({
        method,
        url: `${base}/*`,
        access: 'public',
        text: true,
        handler: async (request, reply) =>
          send(reply, await service.handle(toIdentityRequest(request, base, hasPublicAddress))),
      });
    }
  }
}

function toIdentityRequest(request: FastifyRequest, base: string, hasPublicAddress: boolean): IdentityRequest {
  const url = new URL(request.url, 'http://service.invalid');
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  const origin = hasPublicAddress ? null : URL.parse(`${request.protocol}://${request.headers.host ?? ''}`);
  const at = url.pathname.indexOf(base);
  return {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path: url.pathname.slice(at + base.length),
    query: url.searchParams,
    headers,
    body: typeof request.body === 'string' ? request.body : '',
    source: request.ip,
    ...(origin === null ? {} : { origin }),
  };
}

function send(reply: FastifyReply, answer: Awaited<ReturnType<IdentityService['handle']>>): FastifyReply {
  reply.code(answer.status).headers(answer.headers);
  if (answer.cookies.length > 0) reply.header('set-cookie', answer.cookies);
  if (answer.body === null) return reply.send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}
