import type { IncomingHttpHeaders } from 'node:http';
import { AppError, errorText, ORGANIZATION_HEADER } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import type { Forwarder, Guard } from '@quarterdeck/server/parts';
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
/** What of an answer does not come back: what is about the connection, cookies, and what this server says itself. */
const KEPT_BACK = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'trailer',
  'proxy-authenticate',
  'proxy-authorization',
  'set-cookie',
  'set-cookie2',
  'clear-site-data',
  'strict-transport-security',
  'content-security-policy',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  ORGANIZATION_HEADER,
]);
const LIMIT_MS = 10 * 60_000;

export interface ProxyOptions extends PlaceOptions {
  mint: MintToken;
  forwarder: Pick<Forwarder, 'forward'>;
  guardWrite: Guard;
  log: Log;
}

/**
 * Makes the handler of the console's calls: passes each on to the backend of the organisation that the session works in,
 * with a token of its own. A page that was opened in another organisation is told (`ORGANIZATION_SWITCHED`); where the
 * console calls the backend itself it is told the address (`ORGANIZATION_DIRECT`).
 */
export function createProxy(options: ProxyOptions) {
  const { provider, mint, forwarder, guardWrite, log } = options;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header(ORGANIZATION_HEADER, '');
    // Here a cookie vouches for every call, also for one with an `Authorization` header.
    guardWrite(request);
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
        headers: { ...passedOn(request.headers), authorization: `Bearer ${token}` },
        body: typeof request.body === 'string' ? request.body : null,
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(LIMIT_MS)]),
      });
      return reply.code(answer.status).headers(handedBack(answer.headers)).send(answer.body);
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

function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function handedBack(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = new Set(
    String(headers.connection ?? '')
      .toLowerCase()
      .split(/\s*,\s*/),
  );
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || KEPT_BACK.has(name) || named.has(name) ? [] : [[name, value]],
    ),
  );
}
