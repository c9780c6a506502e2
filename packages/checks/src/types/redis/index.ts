import { sanitiseEndpoint } from '../../engine/result.ts';
import type { CheckType } from '../../engine/types.ts';
import { parseRedisAddress } from './address.ts';
import { redisForm } from './form.ts';
import { runRedis } from './run.ts';
import { type RedisSpec, redisSchema } from './schema.ts';

/** Sends PING to a Redis server. */
export const redisCheck: CheckType<RedisSpec> = {
  type: 'redis',
  key: 'redis',
  title: 'Redis',
  description: 'Sends PING to a Redis server and expects PONG.',
  icon: 'redis',
  schema: redisSchema,
  forms: [redisForm],
  templating: false,
  endpoint: (spec) => sanitiseEndpoint(spec.url || spec.addr || '') || spec.name,
  host: (spec) => {
    try {
      return parseRedisAddress(spec.url ?? spec.addr ?? '').host;
    } catch {
      return undefined;
    }
  },
  run: runRedis,
};
