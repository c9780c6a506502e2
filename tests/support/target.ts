import { createServer } from 'node:http';
import { freePort } from './product.ts';

/** A small web server whose paths can be made to fail, for checks to probe. */
export interface Target {
  url(path: string): string;
  port: number;
  /** From now on the path answers 503. */
  fail(...paths: string[]): void;
  /** From now on the path answers 200 again. */
  mend(...paths: string[]): void;
  stop(): Promise<void>;
}

/** Starts a target on loopback; every path answers 200 until it is made to fail. */
export async function startTarget(): Promise<Target> {
  const failing = new Set<string>();
  const server = createServer((request, response) => {
    const failed = failing.has(request.url ?? '');
    response.writeHead(failed ? 503 : 200, { 'content-type': 'text/plain', connection: 'close' });
    response.end(failed ? 'out of order' : 'fine');
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    fail: (...paths) => {
      for (const path of paths) failing.add(path);
    },
    mend: (...paths) => {
      for (const path of paths) failing.delete(path);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
