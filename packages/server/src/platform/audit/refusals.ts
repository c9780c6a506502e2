import { errorText } from '@quarterdeck/contract';
import { type Queryable, writeAudit } from '@quarterdeck/identity';
import type { Clock, Log } from '@quarterdeck/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SAFE_METHODS } from '../http/guards.ts';
import { actorOf } from './actor.ts';

/** Of one caller at one route, one refusal in this time is written down: who tries without end does not fill the trail. */
const QUIET_MS = 60_000;
const MAX_KNOWN = 5000;

/** Told of every answer; writes down the writes that were refused to somebody who is signed in. */
export type RefusalWatch = (request: FastifyRequest, reply: FastifyReply) => void;

/** Makes the watch. It never fails a request, and nobody waits for it. */
export function createRefusalWatch(db: Queryable, clock: Pick<Clock, 'now'>, log: Log): RefusalWatch {
  const lately = new Map<string, number>();
  return (request, reply) => {
    if (reply.statusCode !== 403 || SAFE_METHODS.has(request.method) || !request.caller?.id) return;
    const target = `${request.method} ${placeOf(request)}`;
    const key = `${request.caller.id} ${target}`;
    const now = clock.now();
    if (now - (lately.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    if (lately.size >= MAX_KNOWN) lately.clear();
    lately.set(key, now);
    const { id, name, source, userAgent } = actorOf(request);
    writeAudit(db, {
      actorId: id,
      actorName: name,
      action: 'access.refused',
      target: target.slice(0, 500),
      result: 'refused',
      source,
      userAgent,
    }).catch((error: unknown) => log.error({ error: errorText(error) }, 'a refusal was not written down'));
  };
}

/** The route, so that ids do not make many of one; a relation of the REST dialect is named. */
function placeOf({ routeOptions, url }: FastifyRequest): string {
  const route = routeOptions.url ?? '';
  return route.endsWith('/*') ? (url.split('?')[0] ?? '') : route;
}
