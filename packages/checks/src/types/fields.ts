import type { EnvVar, Template } from '@quarterdeck/contract';
import { z } from 'zod';

/**
 * Field shapes that several check types share, for the `schema.ts` of each. Objects drop unknown keys, as a canary
 * document may hold any (contract checks §1.1).
 */

/** A text; plain YAML scalars are taken as their text. */
export const textField = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** A value in place or a reference to one (contract checks §1.5). */
export const envVarField: z.ZodType<EnvVar> = z.object({
  name: textField.optional(),
  value: textField.optional(),
  valueFrom: z
    .object({
      secretKeyRef: z.object({ name: z.string(), key: z.string() }).optional(),
      configMapKeyRef: z.object({ name: z.string(), key: z.string() }).optional(),
      helmRef: z.object({ name: z.string(), key: z.string() }).optional(),
      serviceAccount: z.string().optional(),
      fieldRef: z.object({ fieldPath: z.string() }).optional(),
    })
    .optional(),
});

/** A text made by an expression or a template (contract checks §1.6). */
export const templateField: z.ZodType<Template> = z.object({
  template: z.string().optional(),
  expr: z.string().optional(),
  javascript: z.string().optional(),
  jsonPath: z.string().optional(),
});

const lookupField = z.object({
  value: z.string().optional(),
  label: z.string().optional(),
  expr: z.string().optional(),
});

const selectorField = z.object({
  id: lookupField.optional(),
  external_id: lookupField.optional(),
  name: lookupField.optional(),
  namespace: lookupField.optional(),
  type: lookupField.optional(),
  agent: lookupField.optional(),
  scope: lookupField.optional(),
  labels: z.record(z.string(), textField).optional(),
});

/** The fields of every check (contract checks §1.4); spread into the shape of a type. */
export const checkBaseShape = {
  name: textField,
  description: z.string().optional(),
  namespace: z
    .union([z.string(), z.object({ name: z.string().optional() }).transform((selector) => selector.name ?? '')])
    .optional(),
  icon: z.string().optional(),
  labels: z.record(z.string(), textField).optional(),
  metrics: z
    .array(
      z.object({
        name: z.string().optional(),
        type: z.string().optional(),
        value: textField.optional(),
        labels: z
          .array(z.object({ name: z.string(), value: textField.optional(), valueExpr: z.string().optional() }))
          .optional(),
      }),
    )
    .optional(),
  transformDeleteStrategy: z.enum(['MarkHealthy', 'MarkUnhealthy', 'Ignore']).optional(),
  markFailOnEmpty: z.boolean().optional(),
  test: templateField.optional(),
  display: templateField.optional(),
  transform: templateField.optional(),
  relationships: z
    .object({ components: z.array(selectorField).optional(), configs: z.array(selectorField).optional() })
    .optional(),
  dependsOn: z.array(z.string()).optional(),
  retries: z
    .object({
      delay: z.string().optional(),
      timeout: z.string().optional(),
      interval: z.string().optional(),
      maxRetries: z.number().int().optional(),
      disabled: z.boolean().optional(),
    })
    .optional(),
  severity: z.string().optional(),
};

/** The inline connection of many types (contract checks §1.5). */
export const inlineConnectionShape = {
  connection: z.string().optional(),
  url: z.string().optional(),
  username: envVarField.optional(),
  password: envVarField.optional(),
};

/** TLS settings whose certificates are PEM values (contract checks §2.1). */
export const tlsConfigField = z.object({
  insecureSkipVerify: z.boolean().optional(),
  /** Go duration or milliseconds; 10 s when absent. */
  handshakeTimeout: z.union([z.string(), z.number()]).optional(),
  ca: envVarField.optional(),
  cert: envVarField.optional(),
  key: envVarField.optional(),
});

/** What {@link tlsConfigField} parses to. */
export type TlsConfig = z.output<typeof tlsConfigField>;
