import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request that is sent again and again; `path` begins with a slash. */
export interface LoadRequest {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

const HEAD_END = '\r\n\r\n';
/** The end of a chunked body. JSON that PostgreSQL made holds no line breaks of this kind. */
const LAST_CHUNK = '\r\n0\r\n\r\n';

/** The request as it goes over the wire, made once for all of its turns. */
export function wireRequest({ method = 'GET', path, headers = {}, body }: LoadRequest): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}${HEAD_END}${body ?? ''}`);
}

/** The status of an answer that is whole, or null while bytes of it are missing. */
export function wholeStatus(answer: Buffer): number | null {
  const end = answer.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = answer.toString('latin1', 0, end).toLowerCase();
  const status = Number(head.slice(9, 12));
  if (status === 204 || status === 304) return status;
  const bodyAt = end + HEAD_END.length;
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  if (length !== undefined) return answer.length >= bodyAt + Number(length) ? status : null;
  // An empty body is nothing but the last chunk.
  const from = Math.max(end + 2, answer.length - LAST_CHUNK.length);
  return answer.toString('latin1', from) === LAST_CHUNK ? status : null;
}

/** One connection that is kept: each call sends a request and resolves when its answer is whole. */
function createCaller(socket: Socket): (request: Buffer) => Promise<void> {
  let answer: Buffer | null = null;
  let waiting: { resolve: () => void; reject: (error: Error) => void } | null = null;
  const settle = (error: Error | null) => {
    const current = waiting;
    waiting = null;
    answer = null;
    if (error === null) current?.resolve();
    else current?.reject(error);
  };
  socket.on('data', (chunk: Buffer) => {
    answer = answer === null ? chunk : Buffer.concat([answer, chunk]);
    const status = wholeStatus(answer);
    if (status === null) return;
    const text = answer.toString('utf8', 0, 600);
    settle(status < 300 ? null : new Error(`an answer of the load: ${text}`));
  });
  socket.on('error', settle);
  socket.on('close', () => settle(new Error('the connection was closed')));
  return (request) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      socket.write(request);
    });
}

/** Connections to a port of loopback that are kept from round to round. */
export interface LoadClient {
  /** Sends the requests in turn on all connections for a while, one at a time on each; requests a second. */
  rate(requests: readonly Buffer[], durationMs: number): Promise<number>;
  close(): void;
}

/** Opens the connections. Answers of status 300 and above, and lost connections, reject the round. */
export async function openLoadClient(port: number, connections: number): Promise<LoadClient> {
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const callers = sockets.map(createCaller);
  let turn = 0;
  return {
    async rate(requests, durationMs) {
      let done = 0;
      const began = performance.now();
      const walk = async (call: (request: Buffer) => Promise<void>) => {
        while (performance.now() - began < durationMs) {
          const request = requests[turn++ % requests.length];
          if (request !== undefined) await call(request);
          done += 1;
        }
      };
      await Promise.all(callers.map(walk));
      return (done / (performance.now() - began)) * 1000;
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
