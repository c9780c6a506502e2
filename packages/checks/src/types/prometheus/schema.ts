import { z } from 'zod';
import { checkBaseShape, envVarField, inlineConnectionShape, textField, tlsConfigField } from '../fields.ts';

/** One entry under `prometheus` (contract checks §2.11, HTTP connection of §1.5). */
export const prometheusSchema = z.object({
  ...checkBaseShape,
  ...inlineConnectionShape,
  /** PromQL. */
  query: z.string(),
  /** Old name; any value fails the check. */
  host: z.string().optional(),
  ntlm: z.boolean().optional(),
  ntlmv2: z.boolean().optional(),
  digest: z.boolean().optional(),
  bearer: envVarField.optional(),
  oauth: z
    .object({
      clientID: envVarField.optional(),
      clientSecret: envVarField.optional(),
      scope: z.array(z.string()).optional(),
      tokenURL: z.string(),
      params: z.record(z.string(), textField).optional(),
    })
    .optional(),
  tls: tlsConfigField.optional(),
});

/** A parsed prometheus check. */
export type PrometheusSpec = z.output<typeof prometheusSchema>;
