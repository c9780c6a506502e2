import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '@quarterdeck/kit';
import type { ConnectTimings, Egress } from '../engine/egress.ts';
import { digestAuthorization, digestChallenge } from './digest.ts';
import { exchange, type WireResponse } from './exchange.ts';
import { headersOf } from './headers.ts';
import { ntlmAuthenticate, ntlmChallenge, ntlmIdentity, ntlmNegotiate } from './ntlm.ts';
import type { Hop } from './redirect.ts';
import { signV4 } from './sigv4.ts';
import type { ClientCredentials, HttpAuth, TlsSettings } from './types.ts';
import { portOf } from './url.ts';

/** What sending one hop needs. */
export interface SendTools {
  egress: Egress;
  clock: Clock;
  signal: AbortSignal;
  tls: TlsSettings;
  maxBytes: number;
  /** Told false before a connection is opened, and true when it stands. */
  onConnection(opened: boolean): void;
  /** Finds an access token. */
  token(credentials: ClientCredentials): Promise<string>;
}

/** The answer to one hop. */
export interface HopAnswer extends WireResponse {
  headers: Record<string, string>;
  connectTimings: ConnectTimings;
  certificateExpiresMs: number | null;
}

const DEFAULT_HANDSHAKE_TIMEOUT_MS = 10_000;

/** Sends one hop with its authentication; Digest and NTLM take more than one exchange. */
export async function sendHop(hop: Hop, tools: SendTools): Promise<HopAnswer> {
  const { auth } = hop;
  if (auth?.kind === 'ntlm') return sendNtlm(hop, auth, tools);
  const headers = auth ? await authHeaders(hop, auth, tools) : [];
  const connection = await open(hop.url, tools);
  const answer = await connection.send(hop, headers, false);
  if (auth?.kind !== 'digest' || answer.status !== 401) return answer;
  const challenge = digestChallenge(valuesOf(answer.rawHeaders, 'www-authenticate'));
  if (!challenge) return answer;
  const { username, password } = auth;
  const cnonce = randomBytes(8).toString('hex');
  const request = { method: hop.method, path: pathOf(hop.url), username, password, cnonce };
  const again = await open(hop.url, tools);
  return again.send(hop, [['Authorization', digestAuthorization(challenge, request)]], false);
}

/** NTLM proves a connection, not a request: both messages must travel over the same socket (MS-NTHT §3.1). */
async function sendNtlm(hop: Hop, auth: HttpAuth & { kind: 'ntlm' }, tools: SendTools): Promise<HopAnswer> {
  const identity = ntlmIdentity(auth.username, auth.password);
  const connection = await open(hop.url, tools);
  const first = await connection.send(hop, [['Authorization', ntlmNegotiate(auth.version, identity)]], true);
  const challenge = first.status === 401 ? ntlmChallenge(valuesOf(first.rawHeaders, 'www-authenticate')) : null;
  if (!challenge) {
    connection.close();
    return first;
  }
  try {
    const answer = ntlmAuthenticate(auth.version, challenge, identity);
    return await connection.send(hop, [['Authorization', answer]], false);
  } finally {
    connection.close();
  }
}

async function authHeaders(hop: Hop, auth: HttpAuth, tools: SendTools): Promise<[string, string][]> {
  switch (auth.kind) {
    case 'basic':
      return [['Authorization', `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`]];
    case 'bearer':
      return [['Authorization', `Bearer ${auth.token}`]];
    case 'oauth2':
      return [['Authorization', `Bearer ${await tools.token(auth)}`]];
    case 'awsSigV4': {
      const headers = baseHeaders(hop, []);
      return signV4({ method: hop.method, url: hop.url, headers, body: hop.body ?? '' }, auth, tools.clock.now());
    }
    default:
      return [];
  }
}

interface Connection {
  send(hop: Hop, extra: [string, string][], keepAlive: boolean): Promise<HopAnswer>;
  close(): void;
}

async function open(url: URL, tools: SendTools): Promise<Connection> {
  tools.onConnection(false);
  const { socket, timings } = await tools.egress.connect({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: portOf(url),
    signal: tools.signal,
    ...(url.protocol === 'https:' ? tlsOptions(tools.tls) : {}),
  });
  tools.onConnection(true);
  const onAbort = () => socket.destroy(tools.signal.reason);
  if (tools.signal.aborted) onAbort();
  else tools.signal.addEventListener('abort', onAbort, { once: true });
  socket.on('error', () => undefined);
  const certificateExpiresMs = certificateExpiry(socket);
  return {
    async send(hop, extra, keepAlive) {
      const wire = {
        method: hop.method,
        path: pathOf(hop.url),
        headers: baseHeaders(hop, extra),
        body: hop.body,
        keepAlive,
        maxBytes: tools.maxBytes,
      };
      const answer = await exchange(socket, wire, () => tools.clock.monotonic());
      return { ...answer, headers: headersOf(answer.rawHeaders), connectTimings: timings, certificateExpiresMs };
    },
    close: () => socket.destroy(),
  };
}

function tlsOptions(tls: TlsSettings) {
  return {
    handshakeTimeoutMs: tls.handshakeTimeoutMs ?? DEFAULT_HANDSHAKE_TIMEOUT_MS,
    tls: {
      rejectUnauthorized: !tls.insecureSkipVerify,
      ...(tls.ca ? { ca: tls.ca } : {}),
      ...(tls.cert ? { cert: tls.cert } : {}),
      ...(tls.key ? { key: tls.key } : {}),
    },
  };
}

function certificateExpiry(socket: Socket | TLSSocket): number | null {
  if (!('getPeerX509Certificate' in socket)) return null;
  return socket.getPeerX509Certificate()?.validToDate.getTime() ?? null;
}

/** The framing is ours alone, so that no header of a document can split a request. */
const OWN_HEADERS = new Set(['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'upgrade', 'te']);

function baseHeaders(hop: Hop, extra: [string, string][]): [string, string][] {
  const given = hop.headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !OWN_HEADERS.has(lower) && !extra.some(([added]) => added.toLowerCase() === lower);
  });
  const has = (wanted: string) => given.some(([name]) => name.toLowerCase() === wanted);
  const headers: [string, string][] = has('host') ? [] : [['Host', hop.url.host]];
  headers.push(...given, ...extra);
  if (!has('accept-encoding')) headers.push(['Accept-Encoding', 'gzip, br, deflate']);
  const sendsBody = hop.body !== undefined && hop.body.length > 0;
  if (sendsBody || /^(POST|PUT|PATCH)$/.test(hop.method)) {
    headers.push(['Content-Length', String(Buffer.byteLength(hop.body ?? ''))]);
  }
  return headers;
}

function pathOf(url: URL): string {
  return url.pathname + url.search;
}

function valuesOf(rawHeaders: string[], wanted: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === wanted);
}
