import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
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
  body: string | null;
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

/** Makes a forwarder over the guarded way out. */
export function createForwarder(egress: Pick<Egress, 'connect'>): Forwarder {
  const agents = { 'http:': createAgent(egress, false), 'https:': createAgent(egress, true) };

  function once(request: ForwardRequest): Promise<ForwardAnswer> {
    const { method, url, headers, body, signal } = request;
    return new Promise((resolve, reject) => {
      const outgoing = send({
        method,
        agent: url.protocol === 'https:' ? agents['https:'] : agents['http:'],
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, host: url.host },
        signal,
      });
      outgoing.on('response', (answer) =>
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: answer }),
      );
      outgoing.on('error', (error) => reject(Object.assign(error, { wasReused: outgoing.reusedSocket })));
      outgoing.end(body ?? undefined);
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

function wasClosed(error: unknown): boolean {
  return (
    error instanceof Error &&
    'wasReused' in error &&
    error.wasReused === true &&
    /ECONNRESET|hang up/.test(errorText(error))
  );
}

/** An agent whose connections are opened by the guard, which also speaks TLS. */
function createAgent(egress: Pick<Egress, 'connect'>, isSecure: boolean): Agent {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxSockets: MOST_CONNECTIONS });
  agent.createConnection = (options, done) => {
    egress
      .connect({
        host: String(options.host),
        port: Number(options.port),
        timeoutMs: CONNECT_MS,
        ...(isSecure ? { tls: {} } : {}),
      })
      .then(
        ({ socket }) => done?.(null, socket),
        (error: unknown) => done?.(error instanceof Error ? error : new Error(errorText(error)), undefined as never),
      );
    return undefined;
  };
  return agent;
}
