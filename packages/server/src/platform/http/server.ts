import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { AppError } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify } from 'fastify';
import type { Config } from '../../config.ts';
import { actorOf, runAs } from '../audit/actor.ts';
import type { RefusalWatch } from '../audit/refusals.ts';
import { redactText } from '../telemetry/redact.ts';
import type { Telemetry } from '../telemetry/types.ts';
import { type AccessOptions, admit } from './access.ts';
import type { Console } from './console.ts';
import { encodeAnswer } from './encode.ts';
import { errorBody, toAppError } from './errors.ts';
import {
  createCookieGuard,
  createHostGuard,
  createLinkGuard,
  createOriginGuard,
  type GuardSettings,
  SAFE_METHODS,
} from './guards.ts';
import { securityHeaders } from './headers.ts';
import { addMethodAnswers, corsHeaders, createRoutes } from './methods.ts';
import { canonicalUrl, isApiPath } from './paths.ts';
import type { RouteDefinition, Routes } from './types.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Failures that the log tells of as a whole, not with each of the many requests that they fail. */
const TOLD_ONCE: ReadonlySet<string> = new Set(['SHUTTING_DOWN', 'DATABASE_UNAVAILABLE']);
const REQUEST_ID = /^[\w.-]{8,64}$/;

/** What the HTTP server is made of. */
export interface HttpServerOptions {
  config: GuardSettings & Pick<Config, 'port' | 'trustedProxies'>;
  log: Log;
  telemetry: Pick<Telemetry, 'httpRequest'>;
  access: AccessOptions;
  /** Told of every answer, to write down what was refused. */
  watchRefusals?: RefusalWatch;
  console: Console | null;
  /** Origins whose pages may call with a bearer, and without cookies. */
  bearerOrigins?: readonly string[];
  /** Other origins that the page of the console may call, for one who asks for it. */
  pageSources?: (request: FastifyRequest) => Promise<readonly string[]>;
  /** Once it answers true, each answer ends its connection, so that who calls again finds a server that stays. */
  stopping: () => boolean;
}

/** The HTTP server of the process. Routes are declared before `listen`. */
export interface HttpServer extends Routes {
  /** Answers with the console's page; throws `ROUTE_NOT_FOUND` when the console was not built. */
  sendPage(reply: FastifyReply): FastifyReply;
  listen(): Promise<URL>;
  address(): URL | null;
  /** All routes that were declared. */
  routes(): readonly RouteDefinition[];
  /** Ends idle connections, lets requests under way finish. */
  close(): Promise<void>;
  /** Sends a request without a socket. */
  readonly inject: FastifyInstance['inject'];
}

/** Makes the server: guards, access, problem bodies, compression, entity tags, the console's files. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { config, log } = options;
  const app = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    // Nobody else's word about where a request came from counts.
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    forceCloseConnections: 'idle',
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    rewriteUrl: (request) => canonicalUrl(request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  const guardHost = createHostGuard(config);
  const guardOrigin = createOriginGuard(config);
  const guardCookie = createCookieGuard(config);
  const guardLink = createLinkGuard(config);
  const scriptHashes = options.console?.scriptHashes ?? [];
  const fixedHeaders = securityHeaders(scriptHashes);
  let address: URL | null = null;

  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const known = toAppError(error);
    const fields = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions?.url,
      code: known.code,
    };
    if (known.status >= 500 && !TOLD_ONCE.has(known.code)) log.error({ ...fields, error }, 'request failed');
    else log.debug(fields, 'request refused');
    reply.headers({ ...fixedHeaders, 'cache-control': 'no-store' });
    if (known.status === 401) reply.header('www-authenticate', 'Bearer');
    return reply
      .code(known.status)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(errorBody(known, config.publicEndpoint ?? `${request.protocol}://${request.host}`)));
  }

  /** What vouches for a call, where people sign in: an `Authorization` header alone where there is one. */
  function voucherOf({ headers }: FastifyRequest): 'header' | 'cookie' | null {
    if (options.access.identify === undefined) return null;
    if (headers.authorization !== undefined) return 'header';
    return headers.cookie === undefined ? null : 'cookie';
  }

  app.decorateRequest('caller');
  addBodyParsers(app);
  app.addHook('onRequest', async (request, reply) => {
    reply
      .headers(fixedHeaders)
      .header('x-request-id', request.id)
      .headers(corsHeaders(config.corsOrigin, request, options.bearerOrigins));
    if (options.stopping()) reply.header('connection', 'close');
    guardHost(request);
    const voucher = voucherOf(request);
    // A page of another site cannot send such a header (Fetch, CORS protocol).
    const { crossSite, ownPages } = request.routeOptions.config;
    if (crossSite !== true && (voucher !== 'header' || ownPages === true)) guardOrigin(request);
    if (options.pageSources !== undefined && isPageRequest(request)) {
      reply.headers(securityHeaders(scriptHashes, await options.pageSources(request)));
    }
    const { access, changes } = request.routeOptions.config;
    request.caller = await admit(options.access, request, access);
    if (access !== undefined && access !== 'public' && voucher === 'cookie') guardCookie(request);
    if (changes === true && voucher === 'cookie') guardLink(request);
  });
  // After the body was read: its events would not carry what this passes on.
  app.addHook('preHandler', (request, _reply, done) => {
    if (SAFE_METHODS.has(request.method) && request.routeOptions.config.changes !== true) done();
    else runAs(actorOf(request), done);
  });
  app.addHook('onSend', encodeAnswer);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    options.telemetry.httpRequest(request.method, route, reply.statusCode, reply.elapsedTime);
    const fields = {
      requestId: request.id,
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
    };
    log.debug({ ...fields, durationMs: Math.round(reply.elapsedTime) }, 'request');
    options.watchRefusals?.(request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    if (options.console !== null && isPageRequest(request)) return options.console.sendPage(reply);
    const message = `There is nothing at ${request.method} ${redactText(request.originalUrl.split('?')[0] ?? '')}`;
    return sendError(new AppError('ROUTE_NOT_FOUND', { message }), request, reply);
  });
  const routes = createRoutes(app);

  return {
    route: routes.route,
    routes: routes.definitions,
    sendPage(reply) {
      if (options.console === null) throw new AppError('ROUTE_NOT_FOUND', { message: 'The console was not built' });
      return options.console.sendPage(reply);
    },
    async listen() {
      addMethodAnswers(app, routes.declared());
      await options.console?.register(app);
      await app.listen({ host: config.host, port: config.port });
      const bound = app.server.address() as AddressInfo; // a TCP server that listens has one
      const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
      address = new URL(`http://${host}:${bound.port}`);
      return address;
    },
    address: () => address,
    close: () => app.close(),
    inject: app.inject.bind(app) as FastifyInstance['inject'], // bind keeps only one of the overloads
  };
}

/** Whether a person's browser asks for a page: then an unknown path is a route of the console. */
export function isPageRequest(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !isApiPath(request.url) && /text\/html/.test(request.headers.accept ?? '');
}

/** JSON bodies are parsed, an empty one is null; any other body, and any of a route for text, is handed over as text. */
function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json/, { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, null);
    else if (request.routeOptions.config.text === true) done(null, body);
    else parseJson(request, String(body), done);
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}
