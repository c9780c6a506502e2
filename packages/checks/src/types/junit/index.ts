import { z } from 'zod';
import type { CheckType } from '../../engine/types.ts';
import { checkBaseShape } from '../fields.ts';

/** Fields of the junit check (contract checks §2.15). */
const junitSchema = z.object({
  ...checkBaseShape,
  testResults: z.string().optional(),
  /** A raw pod spec. */
  spec: z.record(z.string(), z.unknown()).optional(),
  /** Minutes. */
  timeout: z.number().min(0).optional(),
  artifacts: z.array(z.object({ path: z.string() })).optional(),
});

export type JunitSpec = z.output<typeof junitSchema>;

/** Runs a pod's test containers and reads their JUnit files. Needs a cluster; the command is never run on the host. */
export const junitCheck: CheckType<JunitSpec> = {
  type: 'junit',
  key: 'junit',
  title: 'JUnit',
  description: 'Runs tests in a pod and reads the JUnit XML that they leave.',
  icon: 'junit',
  schema: junitSchema,
  endpoint: (spec) => spec.name,
  run: async () => ({
    pass: false,
    invalid: true,
    errors: ['Kubernetes is not configured: a junit check runs in a pod'],
  }),
};
