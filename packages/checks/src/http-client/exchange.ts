import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { tooLarge } from './decode.ts';
import { HttpClientError } from './types.ts';

/** One request, ready to be written. */
export interface WireRequest {
  method: string;
  /** Path with query. */
  path: string;
  headers: [name: string, value: string][];
  body: string | Uint8Array | undefined;
  /** The socket is to be used once more afterwards. */
  keepAlive: boolean;
  maxBytes: number;
}

/** One answer, its body as sent. */
export interface WireResponse {
  status: number;
  statusText: string;
  /** Names and values in turn, as they came. */
  rawHeaders: string[];
  body: Buffer;
  /** Reading of the clock when the request had been handed over, and when the headers came. */
  sentMs: number;
  headersMs: number;
}

/**
 * Sends one request over an open socket and reads the whole answer. Without `keepAlive` the socket is closed by the
 * end of it; an error closes it always.
 */
export function exchange(socket: Socket, wire: WireRequest, monotonic: () => number): Promise<WireResponse> {
  // After an answer that ended the connection nothing would ever be heard on it.
  if (!socket.writable) return Promise.reject(hangUp());
  return new Promise((resolve, reject) => {
    let sentMs = 0;
    let answered = false;
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    const request = httpRequest({
      method: wire.method,
      path: wire.path,
      headers: flatten(wire.headers, wire.keepAlive),
      setHost: false,
      createConnection: () => socket,
    });
    // Node takes a request without an agent as the last one of its socket, whatever its headers say.
    request.shouldKeepAlive = wire.keepAlive;
    request.on('error', fail);
    request.on('close', () => {
      if (!answered) reject(hangUp());
    });
    request.on('upgrade', () => fail(new HttpClientError('PROTOCOL', 'the server switched to another protocol')));
    request.on('response', (response) => {
      const headersMs = monotonic();
      answered = true;
      readBody(response, wire.maxBytes).then((body) => {
        const { statusCode = 0, statusMessage = '', rawHeaders } = response;
        const answer = { status: statusCode, statusText: statusMessage, rawHeaders, body, sentMs, headersMs };
        // Node itself ends the socket in order, which is cheaper than to cut it, but waits for a body that nobody reads.
        if (!wire.keepAlive && !request.writableFinished) socket.destroy();
        // Only after its close does a request let go of the socket, and another may take it.
        if (!wire.keepAlive || request.closed) resolve(answer);
        else request.once('close', () => resolve(answer));
      }, fail);
    });
    request.end(wire.body);
    sentMs = monotonic();
  });
}

function flatten(headers: [string, string][], keepAlive: boolean): string[] {
  const flat: string[] = [];
  for (const [name, value] of headers) flat.push(name, value);
  flat.push('Connection', keepAlive ? 'keep-alive' : 'close');
  return flat;
}

function hangUp(): HttpClientError {
  return new HttpClientError('ECONNRESET', 'the connection was closed before an answer came');
}

function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) reject(tooLarge(maxBytes));
      else chunks.push(chunk);
    });
    response.on('error', reject);
    response.on('end', () => resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks)));
  });
}
