import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What checks ask in these tests: an HTTP server on loopback that notes when each path was asked for. */
export interface HitServer {
  url: string;
  /** Milliseconds since the epoch of each request, by path. */
  hits: ReadonlyMap<string, readonly number[]>;
  /** Requests that it has not answered yet. */
  open(): number;
  total(): number;
  stop(): Promise<void>;
}

/** Starts one. `delayMs`: how long each answer takes. */
export async function startHitServer({ delayMs = 0 }: { delayMs?: number } = {}): Promise<HitServer> {
  const hits = new Map<string, number[]>();
  let open = 0;
  let total = 0;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const times = hits.get(path);
    if (times) times.push(Date.now());
    else hits.set(path, [Date.now()]);
    total += 1;
    open += 1;
    if (delayMs > 0) await delay(delayMs);
    open -= 1;
    response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    hits,
    open: () => open,
    total: () => total,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
