import { z } from 'zod';
import { checkBaseShape } from '../fields.ts';

/** One entry under `tcp` (contract checks §2.3). */
export const tcpSchema = z.object({
  ...checkBaseShape,
  /** `host:port`. */
  endpoint: z.string(),
  /** Limit of the connection attempt; 0 or absent means 30 s. */
  thresholdMillis: z.number().nonnegative().optional(),
});

/** A parsed tcp check. */
export type TcpSpec = z.output<typeof tcpSchema>;
