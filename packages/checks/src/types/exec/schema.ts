import { z } from 'zod';
import { awsConnectionShape, checkBaseShape, envVarField, textField } from '../fields.ts';

const awsField = z.object({
  ...awsConnectionShape,
});

const gcpField = z.object({
  connection: z.string().optional(),
  credentials: envVarField.optional(),
  project: z.string().optional(),
});

const azureField = z.object({
  connection: z.string().optional(),
  clientID: envVarField.optional(),
  clientSecret: envVarField.optional(),
  tenantID: z.string().optional(),
});

const kubernetesField = z.object({ connection: z.string().optional(), kubeconfig: envVarField.optional() });

/** Git connection (contract checks §1.5). */
const checkoutField = z.object({
  url: z.string().optional(),
  connection: z.string().optional(),
  username: envVarField.optional(),
  password: envVarField.optional(),
  certificate: envVarField.optional(),
  branch: textField.optional(),
  destination: z.string().optional(),
});

/** Fields of the exec check (contract checks §2.5). */
export const execSchema = z.object({
  ...checkBaseShape,
  /** Run by bash, or by the program that its first line names after `#!`. */
  script: textField,
  /** Variables added to the script's environment. */
  env: z.array(envVarField).optional(),
  /** Credentials that the script finds in its environment. */
  connections: z
    .object({
      aws: awsField.optional(),
      gcp: gcpField.optional(),
      azure: azureField.optional(),
      kubernetes: kubernetesField.optional(),
      eksPodIdentity: z.boolean().optional(),
      serviceAccount: z.boolean().optional(),
      fromConfigItem: z.string().optional(),
    })
    .optional(),
  /** Git repository in which the script runs. */
  checkout: checkoutField.optional(),
  artifacts: z.array(z.object({ path: z.string() })).optional(),
});

export type ExecSpec = z.output<typeof execSchema>;
export type Checkout = z.output<typeof checkoutField>;
