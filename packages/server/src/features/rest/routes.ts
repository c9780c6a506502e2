import { relationAccess } from '@quarterdeck/contract';
import type { Rest, RestAnswer, RestPolicy, RestRequest } from '@quarterdeck/restql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditedTables, type Platform, type RouteDefinition, runUnnamed } from '../../platform/index.ts';

/** What the routes of the REST dialect are made of. */
export interface RestRoutesOptions {
  platform: Pick<Platform, 'http' | 'authz'>;
  rest: Rest;
  /** By relation: looks at the body of a write that the policy allows, and throws what is wrong with it. */
  guards?: Readonly<Record<string, (body: string) => void>>;
}

/** Rows are written in bulk. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const WRITES: Readonly<Record<string, 'create' | 'update'>> = { POST: 'create', PUT: 'create', PATCH: 'update' };

/** Bases of the dialect (contract http-calls §1). */
const BASES = ['/api/db', '/api/config'] as const;

/** Relations of the health server, which are also read without a base: `/api/canary/check_statuses`. */
const UNDER_CANARY = Object.entries(relationAccess)
  .filter(([name, { object }]) => object === 'canaries' && name !== 'canaries')
  .map(([name]) => name);

/**
 * Serves the REST dialect (contract database §7). Everyone who is signed in may call it: the policy of the caller
 * decides about each relation and function that a request reaches.
 */
export function registerRestRoutes({ platform, rest, guards = {} }: RestRoutesOptions): void {
  const { http, authz } = platform;
  const answerPath = (pathOf: (request: FastifyRequest) => string): RouteDefinition['handler'] => {
    return async (request, reply) => {
      const { method, headers, caller } = request;
      const body = typeof request.body === 'string' ? request.body : null;
      const asked = { method, path: pathOf(request), query: queryText(request), headers: textHeaders(headers), body };
      const policy = authz.policyFor(caller);
      guard(asked, policy);
      const act = () => rest.handle(asked, policy);
      return sendAnswer(request, reply, await (auditedTables.has(relationOf(asked)) ? act() : runUnnamed(act)));
    };
  };
  /** One who may not write is refused by the dialect, whatever is wrong with the body. */
  const guard = ({ method, path, body }: RestRequest, policy: RestPolicy): void => {
    const action = WRITES[method];
    const name = relationOf({ path });
    const look = Object.hasOwn(guards, name) ? guards[name] : undefined;
    if (action && look && body !== null && policy.relation(name, action).kind === 'allowed') look(body);
  };
  const allowed = answerPath(wildcard);
  // A browser asks before it tells who is signed in: what the hooks of the server say about origins is all it needs.
  const answerOptions: RouteDefinition['handler'] = (request, reply) =>
    request.headers['access-control-request-method'] === undefined ? allowed(request, reply) : reply.code(204).send();
  const declare = (url: `/${string}`, methods: readonly RouteDefinition['method'][], pathOf: typeof wildcard) => {
    const handler = answerPath(pathOf);
    for (const method of methods) {
      http.route({ method, url, access: 'login', text: true, bodyLimit: BODY_LIMIT_BYTES, handler });
    }
  };
  for (const base of BASES) {
    declare(`${base}/*`, METHODS, wildcard);
    http.route({ method: 'OPTIONS', url: `${base}/*`, access: 'public', handler: answerOptions });
  }
  declare('/api/db', ['GET'], () => '');
  for (const name of UNDER_CANARY) declare(`/api/${name}`, ['GET'], () => name);
}

function relationOf({ path }: Pick<RestRequest, 'path'>): string {
  return path.replace(/^\/+|\/+$/g, '');
}

function wildcard({ params }: FastifyRequest): string {
  const path: unknown = typeof params === 'object' && params !== null && '*' in params ? params['*'] : '';
  return typeof path === 'string' ? path : '';
}

function queryText({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

/** Node joins most headers that are sent more than once; lists of values are joined here. */
function textHeaders(headers: FastifyRequest['headers']): Record<string, string | undefined> {
  const { accept, prefer, range, host } = headers;
  const text = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);
  return {
    accept,
    prefer: text(prefer),
    range,
    host,
    'content-type': headers['content-type'],
    'accept-profile': text(headers['accept-profile']),
    'content-profile': text(headers['content-profile']),
  };
}

/** A refusal of the policy says in its headers who was refused what (contract database §9). */
function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: RestAnswer): FastifyReply {
  const { status, headers, body, denied } = answer;
  reply.code(status).headers(headers);
  if (denied !== undefined) {
    reply.header('x-rbac-subject', request.caller.id);
    if (denied.rule !== null) reply.header('x-rbac-rule', headerText(denied.rule));
  }
  return reply.send(body ?? '');
}

/** Names in a rule are chosen by people; a header holds visible ASCII (RFC 9110 §5.5). */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200);
}
