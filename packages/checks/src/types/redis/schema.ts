import { z } from 'zod';
import { checkBaseShape, inlineConnectionShape, tlsConfigField } from '../fields.ts';

/** Fields of the redis check (contract checks §2.7). */
export const redisSchema = z.object({
  ...checkBaseShape,
  ...inlineConnectionShape,
  /** Deprecated spelling of `url`: `host:port`. */
  addr: z.string().optional(),
  db: z.number().int().min(0).optional(),
  tlsConfig: tlsConfigField.extend({ enable: z.boolean().optional() }).optional(),
});

export type RedisSpec = z.output<typeof redisSchema>;
