import { z } from 'zod';
import { checkBaseShape, textField } from '../fields.ts';

/** One entry under `dns` (contract checks §2.2). */
export const dnsSchema = z.object({
  ...checkBaseShape,
  /** Name or address of the server; absent means the system's resolver. */
  server: z.string().optional(),
  /** Default 53. */
  port: z.number().int().min(1).max(65_535).optional(),
  query: z.string().optional(),
  /** A, CNAME, SRV, MX, PTR, TXT or NS in any case; default A. */
  querytype: z.string().optional(),
  minrecords: z.number().int().optional(),
  exactreply: z.array(textField).optional(),
  /** Seconds; default 10. */
  timeout: z.number().nonnegative().optional(),
  thresholdMillis: z.number().nonnegative().optional(),
});

/** A parsed dns check. */
export type DnsSpec = z.output<typeof dnsSchema>;
