import { AppError, type FlowErrorBody } from '@quarterdeck/contract';
import type { IdentityService } from '@quarterdeck/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityUpstream, Routes } from '../../platform/index.ts';

/** Where the service answers: the second name is for tools that know the reference's (contract identity §0). */
const BASES = ['/api/.ory', '/kratos'] as const;
const METHODS = ['GET', 'POST', 'DELETE'] as const;

/** Where the providers of social sign-in send people back to, some by a form of their own page. */
const CALLBACK = '/self-service/methods/oidc/callback/:provider';

/**
 * Declares the calls of the identity service. They are public: the service itself tells whose they are, and checks every
 * submit against forgery. `hasPublicAddress`: links lead there, not to where the browser came.
 */
export function registerIdentityRoutes(
  http: Routes,
  service: Pick<IdentityService, 'handle'>,
  hasPublicAddress: boolean,
): void {
  registerCalls(http, { text: true }, async (request, reply, { path, query }) => {
    const origin = hasPublicAddress ? null : originOf(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
    );
    const answer = await service.handle({
      method: request.method === 'HEAD' ? 'GET' : request.method,
      path,
      query: new URLSearchParams(query),
      headers,
      body: bodyOf(request),
      source: request.ip,
      ...(origin === null ? {} : { origin }),
    });
    return send(reply, answer);
  });
}

/** Declares the same calls, passed on to an identity service elsewhere. `publicUrl`: null leads back to where the browser came. */
export function registerUpstreamRoutes(
  http: Routes,
  upstream: Pick<IdentityUpstream, 'forward'>,
  publicUrl: URL | null,
): void {
  registerCalls(http, { text: true, raw: true }, async (request, reply, { path, query }) => {
    const answer = await upstream.forward({
      method: request.method,
      path,
      query,
      headers: request.headers,
      body: bodyOf(request),
      origin: publicUrl ?? originOf(request) ?? new URL('http://localhost'),
      source: request.ip,
    });
    if (answer === 'nowhere') throw new AppError('ROUTE_NOT_FOUND');
    if (answer === 'astray') {
      reply.header('cache-control', 'no-store');
      const isProgram = request.headers.accept?.includes('application/json') === true;
      return isProgram ? reply.code(400).send(ASTRAY) : reply.redirect('/', 303);
    }
    reply.code(answer.status).header('cache-control', 'no-store');
    for (const name of PASSED_BACK) {
      const value = answer.headers[name];
      if (value !== undefined) reply.header(name, value);
    }
    return reply.send(answer.body);
  });
}

const ASTRAY: FlowErrorBody = {
  error: {
    id: 'self_service_flow_return_to_forbidden',
    code: 400,
    status: 'Bad Request',
    message: 'The return_to address is not allowed',
  },
};

/** What of an answer of the upstream reaches the browser. */
const PASSED_BACK = [
  'content-type',
  'location',
  'set-cookie',
  'cache-control',
  'retry-after',
  'x-kratos-authenticated-identity-id',
] as const;

interface Below {
  path: string;
  /** With its question mark, or nothing. */
  query: string;
}

type Handle = (request: FastifyRequest, reply: FastifyReply, below: Below) => Promise<FastifyReply>;

function registerCalls(http: Routes, options: { text: true; raw?: true }, handle: Handle): void {
  for (const base of BASES) {
    const declare = (method: (typeof METHODS)[number], url: `/${string}`, crossSite?: true) =>
      http.route({
        method,
        url,
        access: 'public',
        ...options,
        ...(crossSite ? { crossSite } : {}),
        handler: (request, reply) => handle(request, reply, below(request, base)),
      });
    for (const method of METHODS) declare(method, `${base}/*`);
    declare('GET', `${base}${CALLBACK}`);
    declare('POST', `${base}${CALLBACK}`, true);
  }
}

function below({ url }: FastifyRequest, base: string): Below {
  const at = url.indexOf('?');
  const path = at === -1 ? url : url.slice(0, at);
  return { path: path.slice(path.indexOf(base) + base.length), query: at === -1 ? '' : url.slice(at) };
}

function originOf({ protocol, headers }: FastifyRequest): URL | null {
  return URL.parse(`${protocol}://${headers.host ?? ''}`);
}

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : '';
}

function send(reply: FastifyReply, answer: Awaited<ReturnType<IdentityService['handle']>>): FastifyReply {
  reply.code(answer.status).headers(answer.headers);
  if (answer.cookies.length > 0) reply.header('set-cookie', answer.cookies);
  if (answer.body === null) return reply.send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}
