import type { IncomingHttpHeaders } from 'node:http';
import { AppError, errorText, ORGANIZATION_HEADER } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import { type Forwarder, type Guard, handedBack, passedOn } from '@quarterdeck/server/parts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { backendAddress } from '../registry/address.ts';
import type { MintToken } from '../tokens/mint.ts';
import { type PlaceOptions, requirePlace, requireSession } from './place.ts';

/** What of a call goes on to the backend; cookies, credentials and what proxies add never do (contract identity §8.4). */
const PASSED_ON = [
  'accept',
  'accept-encoding',
  'content-type',
  'prefer',
  'range',
  'range-unit',
  'if-none-match',
  'last-event-id',
];
const LIMIT_MS = 10 * 60_000;

export interface ProxyOptions extends PlaceOptions {
  mint: MintToken;
  forwarder: Pick<Forwarder, 'forward'>;
  guardWrite: Guard;
  guardLink: Guard;
  log: Log;
}

/**
 * Makes the handler of the console's calls: passes each on to the backend of the organisation that the session works in,
 * with a token of its own. A page that was opened in another organisation is told (`ORGANIZATION_SWITCHED`); where the
 * console calls the backend itself it is told the address (`ORGANIZATION_DIRECT`).
 */
export function createProxy(options: ProxyOptions) {
  const { provider, mint, forwarder, guardWrite, guardLink, log } = options;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header(ORGANIZATION_HEADER, '');
    // Here a cookie vouches for every call, also for one with an `Authorization` header.
    guardWrite(request);
    if (makesKubeconfig(request.originalUrl)) guardLink(request);
    const session = await requireSession(provider, request.headers);
    const organizationId = chosenOrganization(session.activeOrganizationId, request.headers);
    reply.header(ORGANIZATION_HEADER, organizationId);
    const { membership, backend } = await requirePlace(options, session, organizationId);
    if (backend.direct) {
      throw new AppError('ORGANIZATION_DIRECT', {
        details: { organization_id: organizationId, backend_url: backend.backendUrl },
      });
    }
    const { token } = await mint(session, membership, request.ip);
    const ended = new AbortController();
    reply.raw.once('close', () => ended.abort());
    try {
      const answer = await forwarder.forward({
        method: request.method,
        url: backendAddress(backend.backendUrl, request.originalUrl),
        headers: { ...passedOn(request.headers, PASSED_ON), authorization: `Bearer ${token}` },
        body: typeof request.body === 'string' ? request.body : null,
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(LIMIT_MS)]),
      });
      const { [ORGANIZATION_HEADER]: _claimed, ...headers } = handedBack(answer.headers);
      return reply.code(answer.status).headers(headers).send(answer.body);
    } catch (error) {
      log.warn({ organizationId, error: errorText(error) }, 'a backend could not be reached');
      throw new AppError('TENANT_UNREACHABLE');
    }
  };
}

/** Throws `NO_ORGANIZATION` and `ORGANIZATION_SWITCHED`. */
function chosenOrganization(active: string | null, headers: IncomingHttpHeaders): string {
  const wanted = headers[ORGANIZATION_HEADER];
  if (active === null) throw new AppError('NO_ORGANIZATION');
  if (typeof wanted === 'string' && wanted !== '' && wanted !== active) {
    throw new AppError('ORGANIZATION_SWITCHED', { message: 'org_switched' });
  }
  return active;
}

/**
 * Whether a backend may read an address as the one GET that changes something, in whatever spelling: it makes a token. There
 * only the bearer of this server is seen, not who sent the browser here.
 */
function makesKubeconfig(url: string): boolean {
  try {
    return /kubeconfig\/*$/i.test(decodeURIComponent(url.split('?', 1)[0] ?? ''));
  } catch {
    return true;
  }
}
