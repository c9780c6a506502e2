import {
  AppError,
  type Bootstrap,
  type HostedOrganization,
  type HostedSession,
  KEY_SET_PATH,
  MEMBERSHIP_PATH,
  type MembershipAnswer,
  type MembershipQuestion,
} from '@quarterdeck/contract';
import type { Guard, HttpServer } from '@quarterdeck/server/parts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AuthProvider } from '../provider/types.ts';
import type { RegistryStore } from '../registry/registry-store.ts';
import type { SigningKeys } from '../tokens/keys.ts';
import type { MintToken } from '../tokens/mint.ts';
import type { MembershipProofs } from '../tokens/proofs.ts';
import { requirePlace, requireSession } from './place.ts';
import type { createProxy } from './proxy.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const KEY_SET_SECONDS = 300;

export interface HubRoutesOptions {
  http: Pick<HttpServer, 'route'>;
  provider: AuthProvider;
  registry: Pick<RegistryStore, 'get' | 'of'>;
  keys: Pick<SigningKeys, 'published'>;
  proofs: Pick<MembershipProofs, 'holds'>;
  mint: MintToken;
  proxy: ReturnType<typeof createProxy>;
  guardWrite: Guard;
  isUp: () => Promise<boolean>;
  bootstrap: Bootstrap;
}

/**
 * Declares the calls of the control plane (contract identity §8.3), and hands all others of the console on to the backend.
 * Each finds its caller itself: who that is, is the provider's to say, and whether it is a member, is asked anew each time.
 */
export function registerHubRoutes(options: HubRoutesOptions): void {
  const { http, provider, registry, keys, proxy, bootstrap } = options;
  const open = { access: 'public' } as const;
  const get = (url: `/${string}`, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    http.route({ ...open, method: 'GET', url, handler });

  get('/healthz', () => ({ status: 'ok' }));
  for (const url of ['/readyz', '/cp/health'] as const) {
    get(url, async (_request, reply) => {
      const isUp = await options.isUp();
      return reply.code(isUp ? 200 : 503).send({ status: isUp ? 'ready' : 'not ready' });
    });
  }
  get('/api/bootstrap', () => bootstrap);
  get(KEY_SET_PATH, async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${KEY_SET_SECONDS}`);
    return { keys: await keys.published() };
  });
  get('/cp/session', async (request): Promise<HostedSession | null> => {
    const session = await provider.session(request.headers);
    if (session === null) return null;
    const { userId: id, name, email, picture } = session;
    return { user: { id, name, email, picture } };
  });
  get('/cp/orgs', async (request): Promise<HostedOrganization[]> => {
    const session = await requireSession(provider, request.headers);
    const memberships = await provider.memberships(session.userId);
    const backends = await registry.of(memberships.map(({ organizationId }) => organizationId));
    return memberships.map(({ organizationId: id, slug, name, role }) => {
      const { backendUrl, direct = false, state = 'pending' } = backends.get(id) ?? {};
      const backend_url = direct ? (backendUrl ?? null) : null;
      return { id, slug, name, role, backend_url, direct, state, active: id === session.activeOrganizationId };
    });
  });
  http.route({
    ...open,
    method: 'POST',
    url: '/cp/token',
    handler: async (request, reply) => {
      options.guardWrite(request);
      const { data } = tokenSchema.safeParse(request.body);
      if (!data) throw new AppError('REQUEST_INVALID', { details: { field: 'org_id' } });
      const session = await requireSession(provider, request.headers);
      const { membership } = await requirePlace(options, session, data.org_id).catch(asTokenRefusal);
      reply.header('cache-control', 'no-store');
      return options.mint(session, membership);
    },
  });
  http.route({
    ...open,
    method: 'POST',
    url: MEMBERSHIP_PATH,
    handler: async ({ body }, reply): Promise<MembershipAnswer> => {
      const { data, error } = questionSchema.safeParse(body);
      if (!data) throw new AppError('REQUEST_INVALID', { details: { field: error.issues[0]?.path.join('.') ?? '' } });
      const { org_id, sub, proof } = data;
      if (!options.proofs.holds(org_id, sub, proof)) throw new AppError('UNAUTHENTICATED');
      reply.header('cache-control', 'no-store');
      const [membership, { state }] = await Promise.all([provider.membership(sub, org_id), registry.get(org_id)]);
      return { role: state === 'suspended' ? null : (membership?.role ?? null) };
    },
  });
  for (const method of METHODS) {
    http.route({
      ...open,
      method,
      url: '/cp/auth/*',
      text: true,
      handler: (request, reply) => ask(provider, request, reply),
    });
    http.route({ ...open, method, url: '/api/*', raw: true, text: true, handler: proxy });
    // Nobody answers the identity service's calls in this mode (contract identity §0).
    http.route({ ...open, method, url: '/api/.ory/*', handler: refuseIdentityCall });
  }
}

const questionSchema: z.ZodType<MembershipQuestion> = z.object({
  org_id: z.string().min(1).max(64),
  sub: z.string().min(1).max(256),
  proof: z.string().min(1).max(128),
});

const tokenSchema = z.object({ org_id: z.string().min(1).max(64) });

/** What the proxy calls not ready is a conflict where a token is asked for (contract identity §8.3). */
function asTokenRefusal(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'TENANT_NOT_READY') throw error;
  throw new AppError('TENANT_NOT_READY', { status: 409, message: 'org_not_ready' });
}

function refuseIdentityCall(): never {
  throw new AppError('ROUTE_NOT_FOUND');
}

async function ask(provider: AuthProvider, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      OF_THE_CONNECTION.has(name) || value === undefined
        ? []
        : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
  const answer = await provider.handle({
    method: request.method,
    path: request.originalUrl,
    headers,
    body: typeof request.body === 'string' ? request.body : null,
    source: request.ip,
  });
  reply.code(answer.status).header('cache-control', 'no-store');
  for (const name of ['content-type', 'location', 'retry-after', 'x-retry-after']) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return reply.send(await answer.text());
}

/** Not of the call itself, or what a proxy says about it: nobody here is to believe that. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'host',
  'transfer-encoding',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]);
