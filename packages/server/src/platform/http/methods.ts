import { AppError } from '@quarterdeck/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routePaths } from './paths.ts';
import type { RouteDefinition, Routes } from './types.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The routes that were declared: by path, their methods. */
export type DeclaredRoutes = ReadonlyMap<string, ReadonlySet<string>>;

/** Registers routes at every path under which they answer. A route without `access` is refused. */
export function createRoutes(
  app: FastifyInstance,
): Routes & { declared(): DeclaredRoutes; definitions(): readonly RouteDefinition[] } {
  const declared = new Map<string, Set<string>>();
  const definitions: RouteDefinition[] = [];
  const withBodies = (add: (scope: FastifyInstance) => unknown) => void add(app);
  const withStreams: typeof withBodies = (add) =>
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
      add(scope);
    });
  return {
    declared: () => declared,
    definitions: () => definitions,
    route(definition: RouteDefinition) {
      const {
        method,
        url,
        access,
        raw = false,
        text = false,
        crossSite = false,
        ownPages = false,
        changes = false,
        streamed = false,
        handler,
      } = definition;
      if (access === undefined) throw new AppError('INTERNAL', { message: `${method} ${url} names no access` });
      definitions.push(definition);
      for (const path of routePaths(url)) {
        declared.set(path, (declared.get(path) ?? new Set()).add(method));
        (streamed ? withStreams : withBodies)((scope) =>
          scope.route({
            method,
            url: path,
            exposeHeadRoute: !raw && !changes,
            ...(definition.bodyLimit === undefined ? {} : { bodyLimit: definition.bodyLimit }),
            config: {
              access,
              whileViewing: definition.whileViewing ?? false,
              raw,
              text,
              crossSite,
              ownPages,
              changes,
            },
            handler,
          }),
        );
      }
    },
  };
}

/** Answers OPTIONS with the methods of each path, and every other method with `METHOD_NOT_ALLOWED`. */
export function addMethodAnswers(app: FastifyInstance, declared: DeclaredRoutes): void {
  for (const [url, methods] of declared) {
    const allowed = [...new Set([...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
    if (!methods.has('OPTIONS'))
      app.route({
        method: 'OPTIONS',
        url,
        config: { access: 'public' },
        handler: (_request, reply) => reply.code(204).header('allow', allowed).send(),
      });
    const others = METHODS.filter((method) => !methods.has(method));
    if (others.length > 0)
      app.route({
        method: others,
        url,
        exposeHeadRoute: false,
        config: { access: 'public' },
        handler: (request, reply) => {
          reply.header('allow', allowed);
          throw new AppError('METHOD_NOT_ALLOWED', { message: `${request.method} is not one of ${allowed}` });
        },
      });
  }
}

/**
 * Lets pages of the configured origins read answers and send what the console sends (Fetch, CORS protocol): the one of
 * `corsOrigin` with cookies, those of `bearerOrigins` without (contract identity §8.4).
 */
export function corsHeaders(
  corsOrigin: string | null,
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  bearerOrigins: readonly string[] = [],
): Record<string, string> {
  const caller = request.headers.origin;
  if (caller !== undefined && bearerOrigins.includes(caller)) {
    return {
      vary: 'Origin',
      'access-control-allow-origin': caller,
      'cross-origin-resource-policy': 'cross-origin',
      ...(request.method === 'OPTIONS'
        ? {
            'access-control-allow-methods': METHODS.join(', '),
            'access-control-allow-headers': 'authorization, content-type, prefer, range, range-unit, last-event-id',
            'access-control-max-age': '600',
          }
        : { 'access-control-expose-headers': 'content-range, location, etag, x-request-id' }),
    };
  }
  if (corsOrigin === null) return bearerOrigins.length > 0 ? { vary: 'Origin' } : {};
  const origin = new URL(corsOrigin).origin;
  if (request.headers.origin !== origin) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'cross-origin-resource-policy': 'cross-origin',
    ...(request.method === 'OPTIONS'
      ? {
          'access-control-allow-methods': METHODS.join(', '),
          'access-control-allow-headers': 'content-type, prefer, range, last-event-id, webhook-token',
          'access-control-max-age': '600',
        }
      : { 'access-control-expose-headers': 'content-range, etag, x-request-id' }),
  };
}
