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
  /** Tells the check from the others of its canary and type. */
  name: textField,
  description: z.string().optional(),
  /** Of the check's row, in place of the canary's. */
  namespace: z
    .union([z.string(), z.object({ name: z.string().optional() }).transform((selector) => selector.name ?? '')])
    .optional(),
  icon: z.string().optional(),
  /** Added to the canary's labels. */
  labels: z.record(z.string(), textField).optional(),
  /** Values to export on /metrics; `value` and `valueExpr` are CEL, `type` is counter, gauge or histogram. */
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
  /** Last status of a check that the transform no longer makes. */
  transformDeleteStrategy: z.enum(['MarkHealthy', 'MarkUnhealthy', 'Ignore']).optional(),
  /** An empty result or transform fails the check. */
  markFailOnEmpty: z.boolean().optional(),
  /** Must print a boolean; false fails the check, true never rescues a failed one. */
  test: templateField.optional(),
  /** The message of the result. */
  display: templateField.optional(),
  /** JSON that edits this result or makes other checks of it. */
  transform: templateField.optional(),
  /** Components and catalog items that the check belongs to. */
  relationships: z
    .object({ components: z.array(selectorField).optional(), configs: z.array(selectorField).optional() })
    .optional(),
  /** Names of checks of the same canary that run before; their results are `outputs.<name>`. */
  dependsOn: z.array(z.string()).optional(),
  /** When a failing check is tried again before it counts. */
  retries: z
    .object({
      delay: z.string().optional(),
      timeout: z.string().optional(),
      interval: z.string().optional(),
      maxRetries: z.number().int().optional(),
      disabled: z.boolean().optional(),
    })
    .optional(),
  /** In place of the canary's severity. */
  severity: z.string().optional(),
};

/** The inline connection of many types (contract checks §1.5). */
export const inlineConnectionShape = {
  /** `connection://NAMESPACE/NAME`, `connection://NAME` or an id of a stored connection. */
  connection: z.string().optional(),
  /** Wins over the address of the connection; `$(username)` and `$(password)` are filled in. */
  url: z.string().optional(),
  /** Used when the connection has none. */
  username: envVarField.optional(),
  /** Used when the connection has none. */
  password: envVarField.optional(),
  /** The same two in another place, as the console's forms write them; they win. */
  authentication: z.object({ username: envVarField.optional(), password: envVarField.optional() }).optional(),
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

/** The fields of an AWS connection that its users share (contract checks §1.5). */
export const awsConnectionShape = {
  connection: z.string().optional(),
  accessKey: envVarField.optional(),
  secretKey: envVarField.optional(),
  sessionToken: envVarField.optional(),
  region: z.string().optional(),
  endpoint: z.string().optional(),
};
