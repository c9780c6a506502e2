import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@quarterdeck/kit';
import { observe, statusOf } from './behaviour.ts';
import type { WorldCanary } from './world.ts';

/** The services of the demo, really listening on loopback, so that its checks really run. */
export interface DemoTarget {
  /** Without a slash at the end. */
  url: string;
  stop(): Promise<void>;
}

/** Starts one server that answers for all services of the world: late, or with an error, as their behaviour says. */
export async function startDemoTarget(world: readonly WorldCanary[], clock: Clock): Promise<DemoTarget> {
  const checks = new Map(world.flatMap((canary) => canary.checks.map((check) => [check.path, check] as const)));
  const server = createServer(async (request, response) => {
    const check = checks.get(request.url ?? '');
    if (!check) {
      response.writeHead(404).end();
      return;
    }
    const observation = observe(check.behaviour, clock.now());
    await delay(observation.durationMs);
    const body = JSON.stringify({
      service: check.name,
      status: observation.pass ? 'up' : 'down',
      error: observation.error,
    });
    response.writeHead(statusOf(observation), { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the demo target has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
