import { z } from 'zod';
import { checkBaseShape } from '../fields.ts';

/** One entry under `icmp` (contract checks §2.4). */
export const icmpSchema = z.object({
  ...checkBaseShape,
  /** Host, address, or a URL whose host is used. */
  endpoint: z.string(),
  /** Largest average; absent means 0, which every answer exceeds. */
  thresholdMillis: z.number().nonnegative().optional(),
  /** Percent; absent means 0. */
  packetLossThreshold: z.number().min(0).max(100).optional(),
  /** Default 5. */
  packetCount: z.number().int().min(1).max(1000).optional(),
});

/** A parsed icmp check. */
export type IcmpSpec = z.output<typeof icmpSchema>;
