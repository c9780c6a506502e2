import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import type { Readable } from 'node:stream';
import type { Egress } from '@quarterdeck/checks';
import { errorText } from '@quarterdeck/contract';

/** How long a connection may take to open, and how long one that nobody uses is kept. */
const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;
const MOST_CONNECTIONS = 256;

/** A request as it is passed on: nothing is added but the host. */
export interface ForwardRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | Readable | null;
  /** Ends the request and the answer under way. */
  signal: AbortSignal;
}

/** The answer as it comes; redirects are answers. */
export interface ForwardAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: IncomingMessage;
}

/** Passes requests on, over connections that are kept. */
export interface Forwarder {
  /** Rejects with `EGRESS_DENIED`, the system's error, or the signal's reason. */
  forward(request: ForwardRequest): Promise<ForwardAnswer>;
  stop(): void;
}

/** Makes a forwarder over the guarded way out. `authority`: who vouches for servers, asked for each new connection. */
export function createForwarder(egress: Pick<Egress, 'connect'>, authority?: () => string): Forwarder {
  const tls = () => (authority === undefined ? {} : { ca: authority() });
  const agents = { 'http:': createAgent(egress, null), 'https:': createAgent(egress, tls) };

  function once(request: ForwardRequest): Promise<ForwardAnswer> {
    const { method, url, headers, body, signal } = request;
    return new Promise((resolve, reject) => {
      const outgoing = send({
        method,
        agent: url.protocol === 'https:' ? agents['https:'] : agents['http:'],
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, ...framingOf(request), host: url.host },
        signal,
      });
      outgoing.on('response', (answer) =>
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: answer }),
      );
      outgoing.on('error', (error) => reject(Object.assign(error, { wasReused: outgoing.reusedSocket })));
      if (body === null || typeof body === 'string') outgoing.end(body ?? undefined);
      else body.on('error', (error) => outgoing.destroy(error)).pipe(outgoing);
    });
  }

  return {
    async forward(request) {
      try {
        return await once(request);
      } catch (error) {
        // The other side may close a kept connection just when it is used again; nothing was done then.
        if (request.method === 'GET' && wasClosed(error)) return once(request);
        throw error;
      }
    },
    stop() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** A stream of a length that nobody told is sent in chunks, whatever the method. */
function framingOf({ body, headers }: ForwardRequest): Record<string, string> {
  const isUntold = body !== null && typeof body !== 'string' && headers['content-length'] === undefined;
  return isUntold ? { 'transfer-encoding': 'chunked' } : {};
}

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
]);

/** The headers of an answer as they are handed back to who asked. */
export function handedBack(headers: IncomingHttpHeaders): Record<string, string | string[]> {
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

/** The headers of a request that go on, by their names. */
export function passedOn(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function wasClosed(error: unknown): boolean {
  return (
    error instanceof Error &&
    'wasReused' in error &&
    error.wasReused === true &&
    /ECONNRESET|hang up/.test(errorText(error))
  );
}

/** An agent whose connections are opened by the guard, which also speaks TLS. */
function createAgent(egress: Pick<Egress, 'connect'>, tls: (() => { ca?: string }) | null): Agent {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxSockets: MOST_CONNECTIONS });
  agent.createConnection = (options, done) => {
    open(options).then(
      ({ socket }) => done?.(null, socket),
      (error: unknown) => done?.(error instanceof Error ? error : new Error(errorText(error)), undefined as never),
    );
    return undefined;
  };
  // A certificate that cannot be read fails the one call.
  const open = async ({ host, port }: Parameters<Agent['createConnection']>[0]) =>
    egress.connect({
      host: String(host),
      port: Number(port),
      timeoutMs: CONNECT_MS,
      ...(tls === null ? {} : { tls: tls() }),
    });
  return agent;
}
