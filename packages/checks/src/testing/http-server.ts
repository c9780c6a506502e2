import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';

/** A server of a test, listening on loopback. */
export interface TestServer {
  /** Without a slash at the end. */
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Starts an HTTP server, or an HTTPS server when `tls` is given, on a free port of 127.0.0.1. */
export async function startHttpServer(handler: RequestListener, tls?: ServerOptions): Promise<TestServer> {
  const server: Server = tls ? createHttpsServer(tls, handler) : createHttpServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    port: address.port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
