import { isIP } from 'node:net';
import { AppError } from '@quarterdeck/contract';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

/** Methods that change nothing. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The settings that the guards read. */
export type GuardSettings = Pick<Config, 'host' | 'trustedHosts' | 'publicEndpoint' | 'corsOrigin'>;

/** Throws `ACCESS_DENIED` for a request that a foreign page may have sent. */
export type Guard = (request: Pick<FastifyRequest, 'method' | 'headers'>) => void;

/**
 * Against DNS rebinding: while the server listens on loopback only, a request must name a loopback host, HOST, the
 * public endpoint or a trusted host. Names of this machine's loopback resolve to nothing else (RFC 6761 §6.3).
 */
export function createHostGuard(settings: GuardSettings): Guard {
  if (!isLoopback(settings.host)) return () => undefined;
  const publicHost = settings.publicEndpoint === null ? [] : [new URL(settings.publicEndpoint).hostname];
  const trusted = new Set([settings.host, ...settings.trustedHosts, ...publicHost].map((name) => name.toLowerCase()));
  // Nearly every request names the host that the one before named.
  let known: string | undefined;
  return ({ headers }) => {
    if (known !== undefined && headers.host === known) return;
    const name = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
    const bare = name.replace(/^\[|\]$/g, '');
    if (isLoopback(bare) || trusted.has(bare)) {
      known = headers.host;
      return;
    }
    throw new AppError('ACCESS_DENIED', {
      message: `The server is not known as ${JSON.stringify(headers.host ?? '')}; QD_TRUSTED_HOSTS can name it`,
    });
  };
}

/** Where a request comes from: a page of ours, of another site, or no page that a browser tells of (Fetch metadata). */
function createSiteOf(settings: GuardSettings): (headers: FastifyRequest['headers']) => 'own' | 'foreign' | 'untold' {
  const trusted = new Set(
    [settings.corsOrigin, settings.publicEndpoint].flatMap((url) => (url === null ? [] : [new URL(url).origin])),
  );
  return (headers) => {
    const { origin } = headers;
    if (origin !== undefined && trusted.has(origin)) return 'own';
    const site = headers['sec-fetch-site'];
    if (site === 'same-origin') return 'own';
    if (site !== undefined) return site === 'none' ? 'untold' : 'foreign';
    if (origin === undefined) return 'untold';
    return URL.parse(origin)?.host === headers.host ? 'own' : 'foreign';
  };
}

/** Against forged requests: a call that changes something must not come from another site's page. */
export function createOriginGuard(settings: GuardSettings): Guard {
  const siteOf = createSiteOf(settings);
  return ({ method, headers }) => {
    if (SAFE_METHODS.has(method) || siteOf(headers) !== 'foreign') return;
    throw new AppError('ACCESS_DENIED', { message: 'The request comes from the page of another site' });
  };
}

/**
 * A GET that changes something is taken from a page of ours, or from who typed its address; a browser that does not tell
 * which it is (Fetch metadata) may be sent by anybody's link.
 */
export function createLinkGuard(settings: GuardSettings): Guard {
  const siteOf = createSiteOf(settings);
  return ({ headers }) => {
    if (siteOf(headers) === 'own' || headers['sec-fetch-site'] === 'none') return;
    throw new AppError('ACCESS_DENIED', { message: 'The request does not come from a page of this server' });
  };
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:;|$)/i;

/**
 * A change that a cookie vouches for must come from a page of ours, and have a body of JSON or none (contract identity
 * §6.5). Also throws `MEDIA_TYPE_REFUSED`.
 */
export function createCookieGuard(settings: GuardSettings): Guard {
  const siteOf = createSiteOf(settings);
  return ({ method, headers }) => {
    if (SAFE_METHODS.has(method)) return;
    if (siteOf(headers) !== 'own') {
      throw new AppError('ACCESS_DENIED', { message: 'The request does not come from a page of this server' });
    }
    const type = headers['content-type'];
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (type === undefined ? hasBody : !JSON_TYPE.test(type)) throw new AppError('MEDIA_TYPE_REFUSED');
  };
}

/** Whether a host name or address is this machine's loopback. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  );
}
